import { defineCheck, inconclusive } from "../../engine/check.ts";
import { trustOf } from "./certificate/trust.ts";
import { withCertificate } from "./certificate/with-certificate.ts";
import { CHAIN_UNDECIDED, NO_HANDSHAKE } from "./reasons.ts";

/**
 * The chain leads to a root that browsers ship (path validation, RFC 5280 §6.1). A chain with a gap that
 * browsers may fill is left to cert-chain, the dates of the certificate to cert-expiry.
 */
export const certTrust = defineCheck({
  id: "cert-trust",
  category: "tls",
  scope: "address",
  title: { ja: "証明書の信頼性", en: "Certificate from a trusted authority" },
  explanation: {
    ja: "信頼された認証局の証明書でないと、ブラウザーは警告を表示します。利用者が警告を無視することに慣れると、偽のサイトを見分けられなくなります。",
    en: "Without a certificate from a trusted authority, browsers show a warning. Visitors who get used to dismissing it can no longer recognize an impostor.",
  },
  remedy: {
    ja: "公的な認証局の証明書に替えてください。Let's Encryptなどから無料で取得できます。",
    en: "Replace the certificate with one from a public authority. Let's Encrypt and others issue them free of charge.",
  },
  source: [{ title: "RFC 5280 §6.1", url: "https://www.rfc-editor.org/rfc/rfc5280#section-6.1" }],
  outcomes: {
    trusted: {
      state: "pass",
      severity: null,
      text: {
        ja: "信頼された認証局の証明書です（{cert.issuer}）。",
        en: "The certificate comes from a trusted authority ({cert.issuer}).",
      },
    },
    dated: {
      state: "pass",
      severity: null,
      text: {
        ja: "信頼された認証局の証明書です（{cert.issuer}）。有効期間は別の項目で判定します。",
        en: "The certificate comes from a trusted authority ({cert.issuer}). Its validity period is checked separately.",
      },
    },
    "self-signed": {
      state: "fail",
      severity: "high",
      text: {
        ja: "証明書が自己署名のため、信頼されません。",
        en: "The certificate is self-signed and not trusted.",
      },
      cap: "untrusted-certificate",
    },
    "unknown-root": {
      state: "fail",
      severity: "high",
      text: {
        ja: "証明書の発行元（{cert.issuer}）は、信頼された認証局に至りません。",
        en: "The certificate's issuer ({cert.issuer}) does not lead to a trusted authority.",
      },
      cap: "untrusted-certificate",
    },
    invalid: {
      state: "fail",
      severity: "high",
      text: {
        ja: "証明書の検証に失敗します（{cert.trustError}）。",
        en: "The certificate could not be validated ({cert.trustError}).",
      },
      cap: "untrusted-certificate",
    },
  },
  run: (context) =>
    withCertificate(context, (seen) => {
      const trust = trustOf(seen, context.clock.now());
      if (trust === "unknown") return inconclusive(NO_HANDSHAKE);
      const facts = [
        { name: "cert.trusted", value: trust === "trusted" },
        { name: "cert.selfSigned", value: trust === "self-signed" },
        { name: "cert.issuer", value: commonName(seen.leaf.issuer) },
        { name: "cert.trustError", value: seen.session?.trustError ?? "" },
      ];
      return trust === "incomplete"
        ? inconclusive(CHAIN_UNDECIDED, facts)
        : { outcome: trust, facts };
    }),
});

/** The organisation or common name of a distinguished name as Node writes it, one part a line. */
function commonName(name: string): string {
  const part = (key: string) => new RegExp(`^${key}=(.+)$`, "m").exec(name)?.[1];
  return part("CN") ?? part("O") ?? name.replaceAll("\n", ", ");
}
