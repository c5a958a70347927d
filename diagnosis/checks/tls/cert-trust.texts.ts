import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `cert-trust`. */
export const certTrustTexts = {
  title: { ja: "証明書の信頼性", en: "Certificate from a trusted authority" },
  looksAt: {
    ja: "証明書が、ブラウザーの信頼する認証局までつながるかを調べます。",
    en: "Whether the certificate leads to an authority that browsers trust.",
  },
  explanation: {
    ja: "信頼された認証局の証明書でないと、ブラウザーは警告を表示します。利用者が警告を無視することに慣れると、偽のサイトを見分けられなくなります。",
    en: "Without a certificate from a trusted authority, browsers show a warning. Visitors who get used to dismissing it can no longer recognize an impostor.",
  },
  remedy: {
    ja: "公的な認証局の証明書に替えてください。Let's Encryptなどから無料で取得できます。",
    en: "Replace the certificate with one from a public authority. Let's Encrypt and others issue them free of charge.",
  },
  outcomes: {
    trusted: {
      ja: "信頼された認証局の証明書です（{cert.issuer}）。",
      en: "The certificate comes from a trusted authority ({cert.issuer}).",
    },
    dated: {
      ja: "信頼された認証局の証明書です（{cert.issuer}）。有効期間は別の項目で判定します。",
      en: "The certificate comes from a trusted authority ({cert.issuer}). Its validity period is checked separately.",
    },
    "self-signed": {
      ja: "証明書が自己署名のため、信頼されません。",
      en: "The certificate is self-signed and not trusted.",
    },
    "unknown-root": {
      ja: "証明書の発行元（{cert.issuer}）は、信頼された認証局に至りません。",
      en: "The certificate's issuer ({cert.issuer}) does not lead to a trusted authority.",
    },
    invalid: {
      ja: "証明書の検証に失敗します（{cert.trustError}）。",
      en: "The certificate could not be validated ({cert.trustError}).",
    },
  },
  facts: {
    "cert.issuer": { ja: "証明書の発行者", en: "Certificate issuer" },
    "cert.selfSigned": { ja: "自己署名の証明書", en: "Self-signed certificate" },
    "cert.trustError": { ja: "証明書の問題", en: "Problem with the certificate" },
    "cert.trusted": { ja: "証明書が信頼できる", en: "Certificate trusted" },
  },
  source: [{ title: "RFC 5280 §6.1", url: "https://www.rfc-editor.org/rfc/rfc5280#section-6.1" }],
} satisfies CheckTexts;
