import type { X509Certificate } from "node:crypto";
import { certificateCause } from "../../../engine/cause.ts";
import type { CheckContext } from "../../../engine/context.ts";
import type { TlsSession } from "../../../net/clients.ts";
import { keyOf } from "../../tls-survey/key-exchange.ts";
import { isBroken } from "./signature-hash.ts";
import { isSelfSigned } from "./trust.ts";
import { type Validity, validityOf } from "./validity.ts";

export type CertificateFault =
  | Exclude<Validity, "valid">
  | "misnamed"
  | "untrusted"
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
  const { validity } = validityOf(leaf, clock.now());
  const isOfToday = validity !== "expired" && validity !== "not-yet-valid";
  const found: CertificateFault[] = [];
  if (validity !== "valid") found.push(validity);
  if (leaf.checkHost(target.host, { subject: "never" }) === undefined) found.push("misnamed");
  if (!session.trusted && isOfToday) found.push("untrusted");
  if (isBroken(leaf) && !isSelfSigned(leaf)) found.push("broken-signature");
  if (rsaBits < 2048) found.push(rsaBits < 1024 ? "tiny-key" : "short-key");
  return found;
}

/** What is the server's own: its versions, and which certificate it shows. */
const OF_THE_SERVER: readonly string[] = ["old-versions", "misnamed", "sound"];

/** Another certificate ends all else that is wrong with this one, wherever it is shown. */
export function mendedBy(leaf: X509Certificate, outcome: string) {
  return OF_THE_SERVER.includes(outcome) ? {} : { cause: certificateCause(leaf) };
}
