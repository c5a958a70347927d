import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `net-ipv6`. */
export const netIpv6Texts = {
  title: { ja: "IPv6での到達性", en: "Reachable over IPv6" },
  looksAt: {
    ja: "Webサイト、メールサーバー、ネームサーバーにIPv6アドレス（AAAA）があるかをDNSで調べます。",
    en: "Whether the site, the mail servers and the name servers have an IPv6 address (AAAA) in DNS.",
  },
  explanation: {
    ja: "携帯回線を中心に、IPv6だけで接続する利用者が増えています。対応していないと、変換装置を経由することになり、遅くなったり届かなかったりします。",
    en: "More and more visitors, especially on mobile networks, connect over IPv6 only. Without it, they reach you through translators, more slowly or not at all.",
  },
  remedy: {
    ja: "Webサーバー、メールサーバー、ネームサーバーにIPv6アドレスを設定し、AAAAレコードを登録してください。",
    en: "Give the web, mail and name servers IPv6 addresses and publish AAAA records.",
  },
  outcomes: {
    reachable: {
      ja: "サイト、メール、ネームサーバーにIPv6アドレスがあります。",
      en: "The website, mail servers and name servers have IPv6 addresses.",
    },
    partial: {
      ja: "IPv6アドレスのないものがあります：{ipv6.missing}",
      en: "Without IPv6 addresses: {ipv6.missing}",
    },
  },
  facts: {
    "ipv6.missing": { ja: "IPv6で届かないもの", en: "Not reachable over IPv6" },
    "ipv6.without": { ja: "IPv6アドレスのない名前", en: "Names without an IPv6 address" },
  },
  source: [
    { title: "internet.nl: IPv6", url: "https://internet.nl/faqs/ipv6/" },
    { title: "RFC 6540", url: "https://www.rfc-editor.org/rfc/rfc6540" },
  ],
} satisfies CheckTexts;
