import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `dns-caa`. */
export const dnsCaaTexts = {
  title: {
    ja: "証明書を発行できる認証局の限定（CAA）",
    en: "Authorized certificate issuers (CAA)",
  },
  looksAt: {
    ja: "ドメインとその上位にCAAレコードがあり、証明書を発行できる認証局を正しい書き方で限定しているかを調べます。",
    en: "Whether CAA records at the domain or above it restrict, in a form that authorities can read, which of them may issue certificates.",
  },
  explanation: {
    ja: "CAAレコードがないと、どの認証局でもこのドメインの証明書を発行できます。発行できる認証局を限定すると、誤った発行やなりすましの余地が減ります。",
    en: "Without CAA, any certificate authority can issue certificates for this domain. Naming the permitted ones leaves less room for mistaken or fraudulent certificates.",
  },
  remedy: {
    ja: '実際に使う認証局をissueタグで指定したCAAレコードを登録してください（例：0 issue "letsencrypt.org"）。',
    en: 'Publish CAA records whose issue tag names the authorities you use, for example 0 issue "letsencrypt.org".',
  },
  outcomes: {
    restricted: {
      ja: "証明書を発行できる認証局が限定されています（{caa.issuers}）。",
      en: "Certificate issuers are restricted ({caa.issuers}).",
    },
    absent: { ja: "CAAレコードがありません。", en: "There is no CAA record." },
    "wildcards-only": {
      ja: "CAAレコードはissuewildだけで、ワイルドカード以外の証明書はどの認証局でも発行できます。",
      en: "CAA has issuewild only, so any authority may still issue certificates without a wildcard.",
    },
    malformed: {
      ja: "CAAレコードの値（{caa.malformed}）の書き方に誤りがあり、どの認証局の許可にもなりません。証明書を更新できないことがあります。",
      en: "A CAA value is malformed ({caa.malformed}) and permits no authority. Renewing certificates may fail.",
    },
    blocked: {
      ja: "CAAレコードに、必須とされた未知の項目（{caa.critical}）があります。その項目を知らない認証局は発行してはならないため、証明書を更新できないことがあります。",
      en: "CAA has a critical property ({caa.critical}) that is not registered. An authority that does not know it must not issue, so renewing certificates may fail.",
    },
    unrestricted: {
      ja: "CAAレコードはありますが、issueもissuewildもなく、発行できる認証局を限定していません。",
      en: "There is a CAA record, but without issue or issuewild it restricts no authority.",
    },
  },
  facts: {
    "caa.issuers": { ja: "発行を許可された認証局", en: "Authorities allowed to issue" },
    "caa.present": { ja: "CAAレコードがある", en: "CAA record present" },
    "caa.critical": {
      ja: "必須とされた未知の項目",
      en: "Critical properties that are not registered",
    },
    "caa.malformed": { ja: "誤った書き方の値", en: "Malformed values" },
  },
  terms: [
    {
      term: { ja: "CAA", en: "CAA" },
      meaning: {
        ja: "そのドメインの証明書を発行してよい認証局を、DNSで指定する仕組みです。",
        en: "A DNS record that names the authorities allowed to issue certificates for a domain.",
      },
    },
  ],
  source: [{ title: "RFC 8659 §3, §4.2", url: "https://www.rfc-editor.org/rfc/rfc8659#section-3" }],
} satisfies CheckTexts;
