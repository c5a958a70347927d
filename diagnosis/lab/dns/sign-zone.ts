import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { nameBytes } from "../../checks/dns/dnssec/canonical.ts";
import { EMPTY_SERVER } from "../addresses.ts";
import type { Room } from "../room.ts";
import type { ZoneSigning } from "../state.ts";

/** A signed zone's file, and the DS lines that its parent should hold. */
export type SignedZone = { readonly file: string; readonly ds: readonly string[] };

const DAY = 86_400;

/** From and until when a signature holds, in days from now. */
const LIFETIMES: Partial<Readonly<Record<ZoneSigning, readonly [number, number]>>> = {
  expired: [-40, -10],
  ending: [-29, 1],
};

/** As `dnssec-keygen` takes them. */
const ALGORITHMS: Partial<Readonly<Record<ZoneSigning, readonly string[]>>> = {
  sha1: ["RSASHA1", "-b", "2048"],
  "rsa-1024": ["RSASHA256", "-b", "1024"],
  "rsa-sha512": ["RSASHA512", "-b", "2048"],
  "sha1-nsec3": ["NSEC3RSASHA1", "-b", "2048"],
  ed25519: ["ED25519"],
  ed448: ["ED448"],
  p384: ["ECDSAP384SHA384"],
};

/** Signs a zone with BIND's own tools, well or badly. The key is one for all (a CSK). */
export async function signZone(
  room: Room,
  folder: string,
  name: string,
  text: string,
  signing: ZoneSigning,
): Promise<SignedZone> {
  const zone = name === "" ? "." : name;
  const file = room.file(join(folder, "zone"), text);
  // Those of the servers themselves are told by `name-servers.ts`.
  if (["none", "online", "narrow"].includes(signing)) return { file, ds: [] };
  const { ds: own } = await makeKey(room, folder, zone, signing === "wrong-ds" ? "sound" : signing);
  const ds = [own];
  if (signing === "two-keys")
    await room.run("dnssec-keygen", ["-q", "-K", folder, "-a", "ECDSAP256SHA256", zone]);
  if (signing === "unsigned-data") return { file, ds };
  const now = Math.floor(Date.now() / 1000);
  const [past, ahead] = LIFETIMES[signing] ?? [-1, 29];
  const [from, to] = [now + past * DAY, now + ahead * DAY];
  // One key signs all, unless there is another for the data.
  const roles = signing === "two-keys" ? ["-x"] : ["-z", "-x"];
  const args = ["-S", "-K", folder, ...roles, "-P", "-O", "full", "-o", zone];
  args.push("-f", join(folder, "zone.signed"), "-s", stamp(from), "-e", stamp(to));
  const isHashed = ["opt-out", "sha1-nsec3", "nsec3-salted"].includes(signing);
  const rounds = /^nsec3(?:-(\d+))?$/.exec(isHashed ? "nsec3" : signing);
  if (signing === "opt-out") args.push("-A");
  if (rounds)
    args.push("-3", signing === "nsec3-salted" ? "a1b2c3d4" : "-", "-H", rounds[1] ?? "0");
  await room.run("dnssec-signzone", [...args, file]);
  const signed = join(folder, "zone.signed");
  if (signing === "altered") room.file(signed, altered(readFileSync(signed, "utf8")));
  if (signing === "no-ds") return { file: signed, ds: [] };
  if (signing === "wrong-ds") {
    // The parent still names another key.
    const other = await makeKey(room, join(folder, "other"), zone, "wrong-ds");
    return { file: signed, ds: [other.ds] };
  }
  if (signing === "spare-ds") {
    const spare = await makeKey(room, join(folder, "other"), zone, "wrong-ds");
    return { file: signed, ds: [...ds, spare.ds] };
  }
  return { file: signed, ds };
}

type Key = { readonly ds: string };

const made = new Map<string, Promise<{ readonly id: string; readonly folder: string }>>();

/**
 * Puts a key for the zone into its folder and tells its DS. Zones share one key of each algorithm under
 * their own names (a key's tag does not depend on the name), because finding keys takes the most time.
 */
async function makeKey(
  room: Room,
  folder: string,
  zone: string,
  signing: ZoneSigning,
): Promise<Key> {
  const algorithm = ALGORITHMS[signing] ?? ["ECDSAP256SHA256"];
  const kind = `${algorithm} ${signing === "wrong-ds"}`;
  const finding = made.get(kind) ?? findKey(room, algorithm);
  made.set(kind, finding);
  const source = await finding;
  const owner = zone === "." ? "." : `${zone}.`;
  for (const ending of ["key", "private"]) {
    const text = readFileSync(join(source.folder, `Ksource.${source.id}.${ending}`), "utf8");
    room.file(
      join(folder, `K${owner}${source.id}.${ending}`),
      text.replaceAll("source.", owner),
      0o600,
    );
  }
  const [, data = ""] = /DNSKEY (\d+ \d+ \d+ .+)$/m.exec(anchorOf(folder)) ?? [];
  return { ds: `${owner} DS ${dsData(zone, data, DIGESTS[signing])}` };
}

async function findKey(room: Room, algorithm: readonly string[]) {
  const folder = `/lab/dns/keys/${made.size}`;
  room.file(join(folder, "note"), "");
  const args = ["-q", "-K", folder, "-a", ...algorithm, "-f", "KSK", "source"];
  const name = (await room.run("dnssec-keygen", args)).trim();
  return { folder, id: name.replace("Ksource.", "") };
}

/** Other digests than SHA-256, by their number (RFC 4034 §A.2, RFC 6605 §2). */
const DIGESTS: Partial<Readonly<Record<ZoneSigning, readonly [hash: string, number: number]>>> = {
  "ds-sha1": ["sha1", 1],
  "ds-sha384": ["sha384", 4],
};

/** Tag, algorithm and digest over owner and key (RFC 4034 §5.1.4). */
function dsData(
  zone: string,
  data: string,
  [hash, number]: readonly [string, number] = ["sha256", 2],
): string {
  const [flags = "", protocol = "", algorithm = "", ...key] = data.split(" ");
  const bytes = Buffer.concat([
    Buffer.from([Number(flags) >> 8, Number(flags) & 255, Number(protocol), Number(algorithm)]),
    Buffer.from(key.join(""), "base64"),
  ]);
  const sum = bytes.reduce((all, byte, index) => all + (index % 2 === 0 ? byte << 8 : byte), 0);
  const digest = createHash(hash).update(nameBytes(zone)).update(bytes).digest("hex");
  return `${(sum + (sum >> 16)) & 0xffff} ${algorithm} ${number} ${digest}`;
}

/** Another address than the one that was signed. */
function altered(zone: string): string {
  return zone.replace(/(\sIN\s+A\s+)[\d.]+$/m, `$1${EMPTY_SERVER.v4}`);
}

/** The public half of a zone's key, as a resolver takes it for an anchor. */
export function anchorOf(folder: string): string {
  const file = readdirSync(folder).find((name) => name.endsWith(".key"));
  if (file === undefined) throw new Error(`${folder} holds no key`);
  return readFileSync(join(folder, file), "utf8")
    .replace(/^;.*\n/gm, "")
    .trim();
}

function stamp(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(/[-:T]/g, "").slice(0, 14);
}
