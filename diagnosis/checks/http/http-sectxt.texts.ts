import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `http-sectxt`. */
export const httpSectxtTexts = {
  title: {
    ja: "脆弱性の連絡窓口（security.txt）",
    en: "Contact for vulnerabilities (security.txt)",
  },
  looksAt: {
    ja: "/.well-known/security.txtがあり、連絡先と有効期限が正しく書かれているかを調べます。",
    en: "Whether /.well-known/security.txt is there, with a contact and an expiry date in the future.",
  },
  explanation: {
    ja: "security.txtがあると、弱点を見つけた人が正しい窓口にすぐ連絡でき、悪用される前に直せます。",
    en: "With a security.txt, anyone who finds a weakness can reach the right people right away, before it is exploited.",
  },
  remedy: {
    ja: "/.well-known/security.txtに、Contact（連絡先）とExpires（有効期限、1年以内）を書いたテキストをHTTPSで公開してください。",
    en: "Publish a text file at /.well-known/security.txt over HTTPS with Contact and Expires (within a year).",
  },
  outcomes: {
    present: {
      ja: "security.txtで連絡窓口が公開されています（{sectxt.contacts}）。",
      en: "A security.txt lists a contact ({sectxt.contacts}).",
    },
    expired: {
      ja: "security.txtの有効期限が切れています（{sectxt.expires}）。",
      en: "The security.txt has expired ({sectxt.expires}).",
    },
    invalid: {
      ja: "security.txtに必要な項目（ContactとExpires）がありません。",
      en: "The security.txt lacks a required field (Contact and Expires).",
    },
    absent: { ja: "security.txtはありません。", en: "There is no security.txt." },
  },
  facts: {
    "sectxt.contacts": { ja: "security.txtの連絡先", en: "Contacts in security.txt" },
    "sectxt.expires": { ja: "security.txtの期限", en: "security.txt expires" },
    "sectxt.present": { ja: "security.txtがある", en: "security.txt present" },
  },
  source: [
    { title: "RFC 9116 §2.5, §3", url: "https://www.rfc-editor.org/rfc/rfc9116#section-2.5" },
  ],
} satisfies CheckTexts;
