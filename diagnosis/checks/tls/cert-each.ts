import type { X509Certificate } from "node:crypto";
import { defineCheck, inconclusive, notApplicable, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import type { TlsOptions, TlsSession } from "../../net/clients.ts";
import { NetError } from "../../net/net-error.ts";
import { keyOf } from "../tls-survey/key-exchange.ts";
import { surveyTls } from "../tls-survey/survey.ts";
import { presented } from "./certificate/presented.ts";
import { isSelfSigned } from "./certificate/trust.ts";
import { type Validity, validityOf } from "./certificate/validity.ts";
import { NO_CERTIFICATE, NO_HTTPS, ONE_CERTIFICATE } from "./reasons.ts";

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
export const certEach = defineCheck({
  id: "cert-each",
  category: "tls",
  scope: "address",
  title: { ja: "もう一枚の証明書", en: "Second certificate" },
  explanation: {
    ja: "サーバーが二枚の証明書（RSAとECDSA）を使い分けているとき、片方だけ更新が漏れても、普段の接続では気づけません。古い機器や連携システムだけが失敗します。",
    en: "Where a server has two certificates (RSA and ECDSA), one that is no longer renewed goes unnoticed in everyday use; only older devices and connected systems fail.",
  },
  remedy: {
    ja: "両方の証明書を同じ仕組みで更新してください。使っていない方は設定から外してください。",
    en: "Renew both certificates by the same process, or remove the one that is no longer needed.",
  },
  source: [
    { title: "RFC 5280 §4.1.2.5", url: "https://www.rfc-editor.org/rfc/rfc5280#section-4.1.2.5" },
    { title: "RFC 9525 §6.3", url: "https://www.rfc-editor.org/rfc/rfc9525#section-6.3" },
    { title: "RFC 9325 §4.5", url: "https://www.rfc-editor.org/rfc/rfc9325#section-4.5" },
  ],
  outcomes: {
    sound: {
      state: "pass",
      severity: null,
      text: {
        ja: "もう一枚の証明書（{cert.otherType}）にも問題はありません。",
        en: "The second certificate ({cert.otherType}) has no problems either.",
      },
    },
    expired: {
      state: "fail",
      severity: "critical",
      text: {
        ja: "もう一枚の証明書（{cert.otherType}）の有効期限が切れています（{cert.otherNotAfter}）。",
        en: "The second certificate ({cert.otherType}) has expired ({cert.otherNotAfter}).",
      },
      cap: "expired-certificate",
    },
    "not-yet-valid": {
      state: "fail",
      severity: "critical",
      text: {
        ja: "もう一枚の証明書（{cert.otherType}）はまだ有効ではありません（{cert.otherNotBefore}から）。",
        en: "The second certificate ({cert.otherType}) is not valid yet (from {cert.otherNotBefore}).",
      },
      cap: "expired-certificate",
    },
    "within-14-days": {
      state: "fail",
      severity: "high",
      text: {
        ja: "もう一枚の証明書（{cert.otherType}）の有効期限が迫っています（{cert.otherNotAfter}）。",
        en: "The second certificate ({cert.otherType}) is about to expire ({cert.otherNotAfter}).",
      },
    },
    "within-30-days": {
      state: "warn",
      severity: "medium",
      text: {
        ja: "もう一枚の証明書（{cert.otherType}）の有効期限は、あと30日もありません（{cert.otherNotAfter}）。",
        en: "The second certificate ({cert.otherType}) expires in less than 30 days ({cert.otherNotAfter}).",
      },
    },
    misnamed: {
      state: "fail",
      severity: "high",
      text: {
        ja: "もう一枚の証明書（{cert.otherType}）に、このホスト名がありません。",
        en: "The second certificate ({cert.otherType}) does not name this host.",
      },
      cap: "misnamed-certificate",
    },
    untrusted: {
      state: "fail",
      severity: "high",
      text: {
        ja: "もう一枚の証明書（{cert.otherType}）は信頼できません（{cert.otherTrustError}）。",
        en: "The second certificate ({cert.otherType}) is not trusted ({cert.otherTrustError}).",
      },
      cap: "untrusted-certificate",
    },
    "broken-signature": {
      state: "fail",
      severity: "high",
      text: {
        ja: "もう一枚の証明書（{cert.otherType}）の署名に、破られた方式が使われています。",
        en: "The second certificate ({cert.otherType}) is signed with a broken algorithm.",
      },
    },
    "short-key": {
      state: "fail",
      severity: "medium",
      text: {
        ja: "もう一枚の証明書の鍵（{cert.otherType}）が短すぎます。",
        en: "The key of the second certificate ({cert.otherType}) is too short.",
      },
      cap: "short-key",
    },
    "tiny-key": {
      state: "fail",
      severity: "critical",
      text: {
        ja: "もう一枚の証明書の鍵（{cert.otherType}）は、現実に破られる長さです。",
        en: "The key of the second certificate ({cert.otherType}) can be broken in practice.",
      },
      cap: "tiny-key",
    },
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
