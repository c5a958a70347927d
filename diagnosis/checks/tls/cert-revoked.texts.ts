import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `cert-revoked`. */
export const certRevokedTexts = {
  title: { ja: "証明書の失効", en: "Certificate revocation" },
  looksAt: {
    ja: "サーバーが添付するOCSP応答を読み、失効していないか、応答が新しいか、添付が必須の証明書に添付されているかを調べます。認証局には問い合わせません。",
    en: "The OCSP response that the server staples is read: is the certificate revoked, is the response fresh, and is it there where the certificate demands it? No authority is asked.",
  },
  explanation: {
    ja: "失効した証明書は、鍵の漏えいや誤発行のために認証局が取り消したものです。使い続けると、利用者は偽のサイトと区別できません。",
    en: "A revoked certificate was withdrawn by its authority because its key leaked or it was issued by mistake. Visitors cannot tell a site that uses it from an impostor.",
  },
  remedy: {
    ja: "新しい鍵で証明書を発行し直し、ただちに差し替えてください。",
    en: "Have a certificate issued for a new key, and replace the revoked one immediately.",
  },
  outcomes: {
    good: {
      ja: "添付された失効情報によると、証明書は有効です。",
      en: "According to the stapled revocation information, the certificate is valid.",
    },
    revoked: { ja: "証明書が失効しています。", en: "The certificate has been revoked." },
    stale: {
      ja: "添付された失効情報の期限が切れています（{cert.stapleUntil}まで）。サーバーの更新が止まっています。",
      en: "The stapled revocation information is out of date (it was valid until {cert.stapleUntil}). The server has stopped renewing it.",
    },
    "must-staple": {
      ja: "証明書は失効情報の添付を求めていますが（must-staple）、サーバーは添付していません。接続を拒否するブラウザーがあります。",
      en: "The certificate requires stapled revocation information (must-staple), but the server sends none. Some browsers refuse to connect.",
    },
  },
  facts: {
    "cert.mustStaple": { ja: "失効情報の添付が必須の証明書", en: "Certificate requires stapling" },
    "cert.revoked": { ja: "証明書が失効している", en: "Certificate revoked" },
    "cert.stapleUntil": { ja: "添付された失効情報の期限", en: "Stapled status valid until" },
  },
  source: [
    { title: "RFC 6960 §4.2.1", url: "https://www.rfc-editor.org/rfc/rfc6960#section-4.2.1" },
    { title: "RFC 7633 §4.2.3.1", url: "https://www.rfc-editor.org/rfc/rfc7633#section-4.2.3" },
  ],
} satisfies CheckTexts;
