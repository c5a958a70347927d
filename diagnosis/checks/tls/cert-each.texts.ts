import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `cert-each`. */
export const certEachTexts = {
  title: { ja: "もう一枚の証明書", en: "Second certificate" },
  looksAt: {
    ja: "サーバーがRSAとECDSAの2種類の証明書を持つとき、もう一枚の証明書についても、期限、名前、信頼性、鍵、署名を調べます。",
    en: "Where a server has both an RSA and an ECDSA certificate, the other one is judged too: expiry, name, trust, key and signature.",
  },
  explanation: {
    ja: "サーバーが二枚の証明書（RSAとECDSA）を使い分けているとき、片方だけ更新が漏れても、普段の接続では気づけません。古い機器や連携システムだけが失敗します。",
    en: "Where a server has two certificates (RSA and ECDSA), one that is no longer renewed goes unnoticed in everyday use; only older devices and connected systems fail.",
  },
  remedy: {
    ja: "両方の証明書を同じ仕組みで更新してください。使っていない方は設定から外してください。",
    en: "Renew both certificates by the same process, or remove the one that is no longer needed.",
  },
  outcomes: {
    sound: {
      ja: "もう一枚の証明書（{cert.otherType}）にも問題はありません。",
      en: "The second certificate ({cert.otherType}) has no problems either.",
    },
    expired: {
      ja: "もう一枚の証明書（{cert.otherType}）の有効期限が切れています（{cert.otherNotAfter}）。",
      en: "The second certificate ({cert.otherType}) has expired ({cert.otherNotAfter}).",
    },
    "not-yet-valid": {
      ja: "もう一枚の証明書（{cert.otherType}）はまだ有効ではありません（{cert.otherNotBefore}から）。",
      en: "The second certificate ({cert.otherType}) is not valid yet (from {cert.otherNotBefore}).",
    },
    "within-14-days": {
      ja: "もう一枚の証明書（{cert.otherType}）の有効期限が迫っています（{cert.otherNotAfter}）。",
      en: "The second certificate ({cert.otherType}) is about to expire ({cert.otherNotAfter}).",
    },
    "within-30-days": {
      ja: "もう一枚の証明書（{cert.otherType}）の有効期限は、あと30日もありません（{cert.otherNotAfter}）。",
      en: "The second certificate ({cert.otherType}) expires in less than 30 days ({cert.otherNotAfter}).",
    },
    misnamed: {
      ja: "もう一枚の証明書（{cert.otherType}）に、このホスト名がありません。",
      en: "The second certificate ({cert.otherType}) does not name this host.",
    },
    untrusted: {
      ja: "もう一枚の証明書（{cert.otherType}）は信頼できません（{cert.otherTrustError}）。",
      en: "The second certificate ({cert.otherType}) is not trusted ({cert.otherTrustError}).",
    },
    incomplete: {
      ja: "もう一枚の証明書（{cert.otherType}）と一緒に送られる中間証明書が足りません。信頼しない利用者がいます。",
      en: "An intermediate certificate is missing beside the second certificate ({cert.otherType}). Some visitors don't trust it.",
    },
    "broken-signature": {
      ja: "もう一枚の証明書（{cert.otherType}）の署名に、破られた方式が使われています。",
      en: "The second certificate ({cert.otherType}) is signed with a broken algorithm.",
    },
    "short-key": {
      ja: "もう一枚の証明書の鍵（{cert.otherType}）が短すぎます。",
      en: "The key of the second certificate ({cert.otherType}) is too short.",
    },
    "tiny-key": {
      ja: "もう一枚の証明書の鍵（{cert.otherType}）は、現実に破られる長さです。",
      en: "The key of the second certificate ({cert.otherType}) can be broken in practice.",
    },
  },
  facts: {
    "cert.otherNotAfter": {
      ja: "もう一つの証明書の有効期限",
      en: "Second certificate valid until",
    },
    "cert.otherNotBefore": {
      ja: "もう一つの証明書の有効期間の開始",
      en: "Second certificate valid from",
    },
    "cert.otherTrustError": {
      ja: "もう一つの証明書の問題",
      en: "Problem with the second certificate",
    },
    "cert.otherType": { ja: "もう一つの証明書の鍵", en: "Key of the second certificate" },
  },
  source: [
    { title: "RFC 5280 §4.1.2.5", url: "https://www.rfc-editor.org/rfc/rfc5280#section-4.1.2.5" },
    { title: "RFC 9525 §6.3", url: "https://www.rfc-editor.org/rfc/rfc9525#section-6.3" },
    { title: "RFC 9325 §4.5", url: "https://www.rfc-editor.org/rfc/rfc9325#section-4.5" },
  ],
} satisfies CheckTexts;
