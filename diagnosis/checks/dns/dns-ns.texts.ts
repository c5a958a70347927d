import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `dns-ns`. */
export const dnsNsTexts = {
  title: { ja: "ネームサーバーの冗長性", en: "Redundant name servers" },
  looksAt: {
    ja: "委任されているネームサーバーが2台以上あり、それらのアドレスが別のネットワーク（IPv4では/24、IPv6では/48）にあるか、IPv4でも届くかを調べます。",
    en: "Whether two name servers or more are delegated to, with addresses in different networks (/24 of IPv4, /48 of IPv6), and can be reached over IPv4 too.",
  },
  explanation: {
    ja: "ネームサーバーが1台だけ、または同じネットワークに集まっていると、一か所の障害でサイトもメールも名前を引けなくなり、すべて止まります。",
    en: "With a single name server, or with all of them in one network, a single outage takes down your website and mail together.",
  },
  remedy: {
    ja: "異なるネットワークにある二台以上（推奨は三台）のネームサーバーを登録してください。DNS事業者のセカンダリサービスを併用する方法もあります。",
    en: "Register at least two name servers (ideally three) in different networks. A second DNS provider's secondary service is one way to do it.",
  },
  outcomes: {
    diverse: {
      ja: "{dns.nameServerCount}台のネームサーバーが{dns.networkCount}個のネットワークに分かれています。",
      en: "{dns.nameServerCount} name servers are spread over {dns.networkCount} networks.",
    },
    single: {
      ja: "ネームサーバーが一台（{dns.nameServers}）しかありません。",
      en: "There is only one name server ({dns.nameServers}).",
    },
    "ipv6-only": {
      ja: "ネームサーバー（{dns.nameServers}）にIPv4アドレスが一つもなく、IPv4だけを使うリゾルバーからは名前を引けません。",
      en: "No name server ({dns.nameServers}) has an IPv4 address, so resolvers that use IPv4 alone cannot look up the domain.",
    },
    "same-network": {
      ja: "ネームサーバー（{dns.nameServers}）がすべて同じネットワークにあります。",
      en: "All name servers ({dns.nameServers}) are in the same network.",
    },
  },
  facts: {
    "dns.nameServerCount": { ja: "ネームサーバーの数", en: "Number of name servers" },
    "dns.networkCount": {
      ja: "ネームサーバーのあるネットワークの数",
      en: "Networks with name servers",
    },
  },
  terms: [
    {
      term: { ja: "ネームサーバー", en: "name server" },
      meaning: {
        ja: "ドメインのDNSレコードを世界に答えるサーバーです。",
        en: "A server that answers DNS queries about a domain.",
      },
    },
  ],
  source: [
    { title: "RFC 2182 §3.1, §5", url: "https://www.rfc-editor.org/rfc/rfc2182#section-3.1" },
    { title: "RFC 3901 §3", url: "https://www.rfc-editor.org/rfc/rfc3901#section-3" },
  ],
} satisfies CheckTexts;
