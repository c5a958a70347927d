import type { X509Certificate } from "node:crypto";
import { defineCheck, inconclusive, notApplicable, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import type { TlsOptions, TlsSession } from "../../net/clients.ts";
import { NetError } from "../../net/net-error.ts";
import { keyOf } from "../tls-survey/key-exchange.ts";
import { surveyTls } from "../tls-survey/survey.ts";
import { certEachTexts } from "./cert-each.texts.ts";
import { presented } from "./certificate/presented.ts";
import { isSelfSigned } from "./certificate/trust.ts";
import { type Validity, validityOf } from "./certificate/validity.ts";
import { NO_CERTIFICATE, NO_HTTPS, ONE_CERTIFICATE } from "./reasons.texts.ts";

type Outcome =
  | "sound"
  | Exclude<Validity, "valid">
  | "misnamed"
  | "untrusted"
  | "broken-signature"
  | "short-key"
  | "tiny-key";

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
    "broken-signature": { state: "fail", severity: "high" },
    "short-key": { state: "fail", severity: "medium", cap: "short-key" },
    "tiny-key": { state: "fail", severity: "critical", cap: "tiny-key" },
  },
  async run(context) {
    try {
      const seen = await presented(context);
      if (seen === null) return inconclusive(NO_CERTIFICATE);
      const other = await otherSession(context, seen.leaf);
      return other === null ? notApplicable(ONE_CERTIFICATE) : judge(context, other);
    } catch (error) {
      if (error instanceof NetError && error.code === "closed") return notApplicable(NO_HTTPS);
      throw error;
    }
  },
});

/** What asks for the other kind: suites up to TLS 1.2, signature algorithms in TLS 1.3. */
const OFFERS: Readonly<Record<"RSA" | "EC", TlsOptions>> = {
  RSA: {
    signatures:
      "rsa_pss_rsae_sha256:rsa_pss_rsae_sha384:rsa_pss_rsae_sha512:RSA+SHA256:RSA+SHA384:RSA+SHA512:RSA+SHA1",
    ciphers: "aRSA:@SECLEVEL=0",
  },
  EC: {
    signatures: "ECDSA+SHA256:ECDSA+SHA384:ECDSA+SHA512:ECDSA+SHA1",
    ciphers: "aECDSA:@SECLEVEL=0",
  },
};

/** A handshake in which the address shows the certificate that is not `leaf`; null when it has no other. */
export async function otherSession(
  context: CheckContext,
  leaf: X509Certificate,
): Promise<TlsSession | null> {
  const { classic } = await surveyTls(context);
  const other = keyOf(leaf).type === "RSA" ? "EC" : "RSA";
  const shown = classic.some(
    ({ certificates: [first] }) => first !== undefined && !leaf.raw.equals(first),
  );
  // Up to TLS 1.2 the survey saw every certificate; in TLS 1.3 they are encrypted.
  if (classic.length > 0 && !shown) return null;
  try {
    const options = shown ? { ...OFFERS[other], maxVersion: "TLSv1.2" as const } : OFFERS[other];
    const session = await context.tls.handshake(options);
    const [first] = session.certificates;
    return first && !first.raw.equals(leaf.raw) ? session : null;
  } catch (error) {
    if (error instanceof NetError && ["tls", "reset", "closed"].includes(error.code)) return null;
    throw error;
  }
}

function judge(context: CheckContext, session: TlsSession): readonly Observation<Outcome>[] {
  const [leaf] = session.certificates;
  if (leaf === undefined) return [inconclusive(NO_CERTIFICATE)];
  const { type, bits, rsaBits } = keyOf(leaf);
  const { from, to, validity } = validityOf(leaf, context.clock.now());
  const facts = [
    { name: "cert.otherType", value: `${type} ${bits}` },
    { name: "cert.otherNotBefore", value: new Date(from).toISOString() },
    { name: "cert.otherNotAfter", value: new Date(to).toISOString() },
    { name: "cert.otherTrustError", value: session.trustError ?? "" },
    { name: "keyExchange.weakestBits", value: rsaBits, unit: "bits" as const },
  ];
  const isOfToday = validity !== "expired" && validity !== "not-yet-valid";
  const found: Outcome[] = [];
  if (validity !== "valid") found.push(validity);
  if (leaf.checkHost(context.target.host, { subject: "never" }) === undefined)
    found.push("misnamed");
  if (!session.trusted && isOfToday) found.push("untrusted");
  if (/md5|sha1/i.test(leaf.signatureAlgorithm ?? "") && !isSelfSigned(leaf))
    found.push("broken-signature");
  if (rsaBits < 2048) found.push(rsaBits < 1024 ? "tiny-key" : "short-key");
  return (found.length > 0 ? found : (["sound"] as const)).map((outcome) => ({ outcome, facts }));
}
