import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `dns-alias`. */
export const dnsAliasTexts = {
  title: { ja: "別名（CNAME）の置き方", en: "Aliases (CNAME) in their place" },
  looksAt: {
    ja: "ホスト名の別名（CNAME）をたどり、循環していないか、ドメインの頂点に置かれていないかを調べます。",
    en: "The aliases (CNAME) of a host are followed: do they go round in a circle, or stand at the top of the domain?",
  },
  explanation: {
    ja: "循環する別名は、どこにも行き着かないため、その名前のサービスは使えません。ドメインの頂点に別名を置くと、MXやTXTなど同じ名前の他のレコードが見えなくなり、メールが届かなくなることがあります。",
    en: "An alias that goes round in a circle leads nowhere, so nothing at that name works. An alias at the top of a domain hides the other records there, such as MX and TXT, so mail may be lost.",
  },
  remedy: {
    ja: "循環している別名のどれか一つを、実際のサーバーを指すように直してください。ドメインの頂点では、CNAMEの代わりにA・AAAAレコードか、DNS事業者のALIAS機能を使ってください。",
    en: "Point one of the aliases in the circle to a real server. At the top of the domain, use A and AAAA records, or your DNS provider's ALIAS feature, in place of CNAME.",
  },
  outcomes: {
    sound: {
      ja: "別名（行き先：{dns.aliasTarget}）は循環しておらず、置き場所も正しいものです。",
      en: "The alias (to {dns.aliasTarget}) leads on without a circle and stands where it may.",
    },
    loop: {
      ja: "別名が循環しており（{dns.aliasChain}）、この名前は使えません。",
      en: "The alias goes round in a circle ({dns.aliasChain}), so this name leads nowhere.",
    },
    apex: {
      ja: "ドメインの頂点に別名（{dns.aliasTarget}）があります。MXやTXTなどのレコードが見えなくなるおそれがあります。",
      en: "There is an alias (to {dns.aliasTarget}) at the top of the domain. It may hide other records there, such as MX and TXT.",
    },
  },
  facts: {
    "dns.aliasChain": { ja: "別名のつながり", en: "Chain of aliases" },
    "dns.aliasTarget": { ja: "別名の行き先", en: "Alias target" },
  },
  terms: [
    {
      term: { ja: "CNAME", en: "CNAME" },
      meaning: {
        ja: "ある名前を別の名前の別名にするDNSのレコードです。",
        en: "A DNS record that makes one name an alias of another.",
      },
    },
  ],
  source: [
    { title: "RFC 1034 §3.6.2", url: "https://www.rfc-editor.org/rfc/rfc1034#section-3.6.2" },
    { title: "RFC 1912 §2.4", url: "https://www.rfc-editor.org/rfc/rfc1912#section-2.4" },
    { title: "RFC 2181 §10.1", url: "https://www.rfc-editor.org/rfc/rfc2181#section-10.1" },
  ],
} satisfies CheckTexts;
