import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `dns-axfr`. */
export const dnsAxfrTexts = {
  title: { ja: "ゾーン転送の公開", en: "Open zone transfer" },
  looksAt: {
    ja: "各ネームサーバーにゾーン転送を1回だけ求めます。最初のレコードが届いた時点で打ち切ります。",
    en: "Each name server is asked once for a zone transfer, which is cut at its first record.",
  },
  explanation: {
    ja: "誰でもゾーン転送（AXFR）ができると、登録されている全ホスト名が一度に渡ります。公開していないシステムの存在も知られ、攻撃の下調べに使われます。",
    en: "If anyone may transfer the zone (AXFR), they get every host name at once, including systems you never announced, which makes reconnaissance trivial.",
  },
  remedy: {
    ja: "ゾーン転送を、セカンダリサーバーのアドレスまたはTSIG鍵を持つ相手だけに許可してください。",
    en: "Allow zone transfers only to your secondary servers, by address or better by TSIG key.",
  },
  outcomes: {
    refused: {
      ja: "どのネームサーバーもゾーン転送を許可していません。",
      en: "No name server hands out the zone.",
    },
    open: {
      ja: "ネームサーバー{subject}は、誰にでもゾーン全体を渡します。",
      en: "Name server {subject} hands the whole zone to anyone.",
    },
  },
  facts: {
    "dns.axfr": { ja: "ゾーン転送に応じる", en: "Zone transfer allowed" },
  },
  terms: [
    {
      term: { ja: "ゾーン転送", en: "zone transfer" },
      meaning: {
        ja: "DNSサーバーの間で、そのドメインの全レコードを写し取ることです。",
        en: "Copying all DNS records of a domain from one name server to another.",
      },
    },
  ],
  source: [{ title: "RFC 5936 §5", url: "https://www.rfc-editor.org/rfc/rfc5936#section-5" }],
} satisfies CheckTexts;
