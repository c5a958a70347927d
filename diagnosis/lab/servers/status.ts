import { appendFileSync, existsSync } from "node:fs";
import { type Issued, issue } from "../../fixtures/pki/authority.ts";
import { type ChainOptions, fixtureAuthority } from "../../fixtures/pki/fixture-authority.ts";
import type { Room } from "../room.ts";

const FOLDER = "/lab/status";
const INDEX = `${FOLDER}/index.txt`;

/** Ports that the engine never asks, since a responder of OpenSSL listens at all addresses. */
const PORTS = { issuer: 18_080, delegated: 18_081 } as const;

/** Where a certificate says that its status is told: by its issuer, or by whom that one has named for it. */
export const statusUrl = (by: keyof typeof PORTS): string => `http://status.yubin.jp:${PORTS[by]}/`;

/** Takes a certificate into the books of its authority, in the form of OpenSSL's `ca`. */
export function enterCertificate(room: Room, leaf: Issued, options: ChainOptions): void {
  if (options.statusUrl === undefined) return;
  if (!existsSync(INDEX)) room.file(INDEX, "");
  const serial = leaf.serial.toUpperCase();
  appendFileSync(INDEX, `V\t400101000000Z\t\t${serial}\tunknown\t/CN=${leaf.name}\n`);
}

/** Starts OpenSSL's responders where somebody needs them. Whoever connects and says nothing brings one to a halt. */
export async function startStatus(room: Room): Promise<void> {
  if (!existsSync(INDEX)) return;
  const { intermediate } = await fixtureAuthority();
  const named = { name: "Lab Status", signsStatus: true, fromDay: -1, toDay: 30 } as const;
  const signers = { issuer: intermediate, delegated: await issue(intermediate, named) };
  const authority = room.file(`${FOLDER}/authority.pem`, intermediate.certificate);
  for (const [by, { certificate, key }] of Object.entries(signers)) {
    const port = PORTS[by as keyof typeof PORTS];
    const signer = room.file(`${FOLDER}/${by}.pem`, `${key}\n${certificate}`, 0o600);
    const own = ["-port", String(port), "-rsigner", signer, "-CA", authority];
    room.daemon(`status ${by}`, "openssl", ["ocsp", "-index", INDEX, "-nmin", "600", ...own]);
    await room.saying(`status ${by}`, "waiting for OCSP client connections");
  }
}
