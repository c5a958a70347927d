import type { X509Certificate } from "node:crypto";
import { certificateCause } from "../../../engine/cause.ts";
import type { CheckContext } from "../../../engine/context.ts";
import type { TlsSession } from "../../../net/clients.ts";
import { keyOf } from "../../tls-survey/key-exchange.ts";
import { isBroken } from "./signature-hash.ts";
import { isSelfSigned, trustOf } from "./trust.ts";
import { type Validity, validityOf } from "./validity.ts";

export type CertificateFault =
  | Exclude<Validity, "valid">
  | "misnamed"
  | "untrusted"
  | "incomplete"
  | "broken-signature"
  | "short-key"
  | "tiny-key";

/** What is wrong with a certificate that a server shows in place of, or beside, the site's own. */
export function certificateFaults(
  { clock, target }: Pick<CheckContext, "clock" | "target">,
  session: TlsSession,
  leaf: X509Certificate,
): CertificateFault[] {
  const { rsaBits } = keyOf(leaf);
  const now = clock.now();
  const { validity } = validityOf(leaf, now);
  const isOfToday = validity !== "expired" && validity !== "not-yet-valid";
  const found: CertificateFault[] = [];
  if (validity !== "valid") found.push(validity);
  const asNamed = { subject: "never", partialWildcards: false } as const;
  if (leaf.checkHost(target.host, asNamed) === undefined) found.push("misnamed");
  // What is missing, clients may fetch or have.
  const isIncomplete = trustOf({ leaf, sent: null, session }, now) === "incomplete";
  if (!session.trusted && isOfToday) found.push(isIncomplete ? "incomplete" : "untrusted");
  if (isBroken(leaf) && !isSelfSigned(leaf)) found.push("broken-signature");
  if (rsaBits < 2048) found.push(rsaBits < 1024 ? "tiny-key" : "short-key");
  return found;
}

/** What is the server's own: its versions, which certificate it shows, and what it sends with it. */
const OF_THE_SERVER: readonly string[] = ["old-versions", "misnamed", "incomplete", "sound"];

/** Another certificate ends all else that is wrong with this one, wherever it is shown. */
export function mendedBy(leaf: X509Certificate, outcome: string) {
  return OF_THE_SERVER.includes(outcome) ? {} : { cause: certificateCause(leaf) };
}
