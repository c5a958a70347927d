import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `cert-expiry`. */
export const certExpiryTexts = {
  title: { ja: "証明書の有効期限", en: "Certificate expiry" },
  looksAt: {
    ja: "証明書の有効期限が切れていないか、近づいていないかを調べます。近いかどうかは有効期間に占める残りの割合で判断し、残りが三分の一以上なら指摘しません。",
    en: "Whether the certificate has expired or is about to. What is left is judged by its share of the whole life: with a third or more left nothing is reported.",
  },
  explanation: {
    ja: "有効期限が切れると、ブラウザーはサイトへの接続を警告で止めます。期限が近いことは、自動更新が止まっている兆しかもしれません。",
    en: "Once a certificate expires, browsers stop visitors with a warning. If expiry is near, automatic renewal may have stopped working.",
  },
  remedy: {
    ja: "証明書を更新し、自動更新と期限の監視を設定してください。",
    en: "Renew the certificate, and set up automatic renewal and an expiry alarm.",
  },
  outcomes: {
    valid: {
      ja: "証明書は有効です（残り{cert.daysLeft}日、{cert.notAfter}まで）。",
      en: "The certificate is valid ({cert.daysLeft} days left, until {cert.notAfter}).",
    },
    "within-30-days": {
      ja: "証明書の有効期限まで残り{cert.daysLeft}日です（{cert.notAfter}）。",
      en: "The certificate expires in {cert.daysLeft} days ({cert.notAfter}).",
    },
    "within-14-days": {
      ja: "証明書の有効期限が迫っています。残り{cert.daysLeft}日です（{cert.notAfter}）。",
      en: "The certificate is about to expire: {cert.daysLeft} days left ({cert.notAfter}).",
    },
    expired: {
      ja: "証明書の有効期限が{cert.notAfter}に切れています。",
      en: "The certificate expired on {cert.notAfter}.",
    },
    "not-yet-valid": {
      ja: "証明書はまだ有効ではありません（{cert.notBefore}から）。",
      en: "The certificate is not valid yet (from {cert.notBefore}).",
    },
  },
  facts: {
    "cert.daysLeft": { ja: "証明書の有効期限まで", en: "Until the certificate expires" },
    "cert.expired": { ja: "証明書の期限が切れている", en: "Certificate expired" },
    "cert.notAfter": { ja: "証明書の有効期限", en: "Certificate valid until" },
    "cert.notBefore": { ja: "証明書の有効期間の開始", en: "Certificate valid from" },
  },
  source: [
    { title: "RFC 5280 §4.1.2.5", url: "https://www.rfc-editor.org/rfc/rfc5280#section-4.1.2.5" },
  ],
} satisfies CheckTexts;
