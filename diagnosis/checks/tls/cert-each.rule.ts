import { defineCheck, inconclusive, notApplicable, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import type { TlsSession } from "../../net/clients.ts";
import { keyOf } from "../tls-survey/key-exchange.ts";
import { certEachTexts } from "./cert-each.texts.ts";
import {
  type CertificateFault,
  certificateFaults,
  mendedBy,
} from "./certificate/certificate-faults.ts";
import { otherSession } from "./certificate/other-session.ts";
import { validityOf } from "./certificate/validity.ts";
import { withCertificate } from "./certificate/with-certificate.ts";
import { NO_CERTIFICATE, ONE_CERTIFICATE } from "./reasons.texts.ts";

type Outcome = "sound" | CertificateFault;

/**
 * A server may hold two certificates, one for RSA and one for ECDSA, and show each only to clients that ask
 * for its kind (RFC 8446 §4.4.2.2, RFC 8422 §2). The other checks judge the one that most clients see; this
 * one judges the other by the same rules (RFC 5280 §4.1.2.5, RFC 9525 §6.3, RFC 9325 §4.5).
 */
export const certEach = defineCheck(certEachTexts, {
  id: "cert-each",
  category: "tls",
  scope: "address",
  outcomes: {
    sound: { state: "pass", severity: null },
    expired: { state: "fail", severity: "critical", cap: "expired-certificate" },
    "not-yet-valid": { state: "fail", severity: "critical", cap: "expired-certificate" },
    "within-14-days": { state: "fail", severity: "high" },
    "within-30-days": { state: "warn", severity: "medium" },
    misnamed: { state: "fail", severity: "high", cap: "misnamed-certificate" },
    untrusted: { state: "fail", severity: "high", cap: "untrusted-certificate" },
    incomplete: { state: "fail", severity: "medium" },
    "broken-signature": { state: "fail", severity: "high" },
    "short-key": { state: "fail", severity: "medium", cap: "short-key" },
    "tiny-key": { state: "fail", severity: "critical", cap: "tiny-key" },
  },
  run: (context) =>
    withCertificate(context, async ({ leaf }) => {
      const other = await otherSession(context, leaf);
      return other === null ? notApplicable(ONE_CERTIFICATE) : judge(context, other);
    }),
});

function judge(context: CheckContext, session: TlsSession): readonly Observation<Outcome>[] {
  const [leaf] = session.certificates;
  if (leaf === undefined) return [inconclusive(NO_CERTIFICATE)];
  const { type, bits, rsaBits } = keyOf(leaf);
  const { from, to } = validityOf(leaf, context.clock.now());
  const facts = [
    { name: "cert.otherType", value: `${type} ${bits}` },
    { name: "cert.otherNotBefore", value: new Date(from).toISOString() },
    { name: "cert.otherNotAfter", value: new Date(to).toISOString() },
    { name: "cert.otherTrustError", value: session.trustError ?? "" },
    { name: "keyExchange.weakestBits", value: rsaBits, unit: "bits" as const },
  ];
  const found = certificateFaults(context, session, leaf);
  return (found.length > 0 ? found : (["sound"] as const)).map((outcome) => ({
    outcome,
    facts,
    ...mendedBy(leaf, outcome),
  }));
}
