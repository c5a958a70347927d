import { type ChainOptions, chainFor } from "../../fixtures/pki/fixture-authority.ts";
import { ocspResponse } from "../../fixtures/pki/ocsp.ts";
import { SOUND_HEADERS } from "../../fixtures/site.ts";
import type { Place } from "../addresses.ts";
import { inPage } from "../copied-lines.ts";
import type { Room } from "../room.ts";
import type { WebSpec } from "../state.ts";
import { enterCertificate } from "./status.ts";

/** A web site as its server program needs it. */
export type Site = {
  readonly name: string;
  readonly domain: string;
  readonly place: Place;
  readonly spec: WebSpec;
  readonly headers: Readonly<Record<string, string>>;
  /** Folder with the site's files. */
  readonly root: string;
  readonly certificates: readonly CertificateFiles[];
  /** Of the further port, where that has one of its own. */
  readonly alsoCertificate: CertificateFiles | null;
  /** The group for DHE. */
  readonly dhFile: string | null;
};

/** Paths of a server's certificate. `both` has key and chain in one file. */
export type CertificateFiles = {
  readonly chain: string;
  readonly key: string;
  readonly both: string;
};

export const SECURITY_TXT = (domain: string) => {
  const expires = new Date(Date.now() + 200 * 86_400_000).toISOString();
  const fields = [`Contact: mailto:security@${domain}`, `Expires: ${expires}`];
  return `${[...fields, `Canonical: https://${domain}/.well-known/security.txt`].join("\n")}\n`;
};

const FRONT_PAGE =
  '<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>Lab</title></head><body><p>A page of the lab.</p></body></html>\n';

/** Issues certificates for a name and writes them. */
export async function certify(
  room: Room,
  folder: string,
  host: string,
  options: ChainOptions = {},
): Promise<CertificateFiles> {
  const { pem, leaf, issuer } = await chainFor(host, options);
  enterCertificate(room, leaf, options);
  // What a server that no longer asks still has of its certificate's status.
  room.file(`${folder}/old-status.der`, ocspResponse(leaf, issuer, "good", -1));
  return {
    chain: room.file(`${folder}/chain.pem`, pem),
    key: room.file(`${folder}/key.pem`, leaf.key, 0o600),
    both: room.file(`${folder}/both.pem`, `${leaf.key}\n${pem}`, 0o600),
  };
}

/** Runs a recipe's commands on the scripts of others, and puts what each prints into the element of its script. */
async function changedPage(room: Room, root: string, page: string, texts: readonly string[]) {
  const folder = `${root}-scripts`;
  const commands = texts
    .filter((text) => text.startsWith("openssl dgst"))
    .flatMap((text) => text.split("\n"));
  const sums: string[] = [];
  for (const command of commands) {
    const [, script = ""] = / -binary (\S+) /.exec(command) ?? [];
    room.file(`${folder}/${script}`, `"a script of others";\n`);
    sums.push(await room.run("sh", ["-ec", `cd ${folder}; ${command}`]));
  }
  return inPage(
    page,
    texts.map((text) => text.replaceAll(/sha384-\.\.\./g, () => `sha384-${sums.shift() ?? ""}`)),
  );
}

/** Puts a state's site on the disk. */
export async function makeSite(
  room: Room,
  name: string,
  domain: string,
  place: Place,
  spec: WebSpec,
): Promise<Site> {
  const root = `/lab/www/${name}`;
  const files: Record<string, string> = {
    "/index.html": FRONT_PAGE,
    "/.well-known/security.txt": SECURITY_TXT(domain),
  };
  for (const [path, content] of Object.entries(spec.files ?? {}))
    files[path === "/" ? "/index.html" : path] = content.replaceAll("{domain}", domain);
  if (spec.pageApplied !== undefined)
    files["/index.html"] = await changedPage(
      room,
      root,
      files["/index.html"] ?? "",
      spec.pageApplied,
    );
  for (const [path, content] of Object.entries(files)) room.file(`${root}${path}`, content);
  const certificates = [await certify(room, `/lab/tls/${name}`, domain, spec.certificate)];
  if (spec.secondCertificate !== undefined)
    certificates.push(await certify(room, `/lab/tls/${name}/2`, domain, spec.secondCertificate));
  const headers: Record<string, string> = { ...SOUND_HEADERS };
  for (const [header, value] of Object.entries(spec.headers ?? {})) {
    const known = header.toLowerCase();
    if (value === null) delete headers[known];
    else headers[known] = value.replaceAll("{domain}", domain);
  }
  const also = spec.alsoAt?.certificate;
  const alsoCertificate = also ? await certify(room, `/lab/tls/${name}/also`, domain, also) : null;
  const dhFile = spec.dhBits === undefined ? null : `/lab/tls/dh-${spec.dhBits}.pem`;
  if (dhFile !== null)
    // The quick way's format is not read by GnuTLS, which gets the small group.
    await room.run("openssl", [
      "dhparam",
      ...((spec.dhBits ?? 0) < 1024 ? [] : ["-dsaparam"]),
      ...["-out", dhFile, String(spec.dhBits)],
    ]);
  for (const command of spec.commands ?? []) {
    const [program = "", ...words] = command.split(" ");
    await room.run(program, words);
  }
  const shared = { name, domain, place, spec, headers, root };
  return { ...shared, certificates, alsoCertificate, dhFile };
}
