import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `dns-lame`. */
export const dnsLameTexts = {
  title: { ja: "応答しない委任（lame delegation）", en: "Lame delegation" },
  looksAt: {
    ja: "委任されている各ネームサーバーに直接問い合わせ、権威のある応答（AAビット）を返すか、その名前が別名や外部から届かないアドレスを指していないかを調べます。",
    en: "Each delegated name server is asked directly, and must answer with authority (the AA bit). Its name must be no alias, and lead to public addresses.",
  },
  explanation: {
    ja: "登録されているのに権威ある応答をしないネームサーバーがあると、名前解決が遅くなったり失敗したりします。解約済みのサーバー名が残っている場合は、第三者に乗っ取られるおそれもあります。",
    en: "A registered name server that gives no authoritative answer makes lookups slow or causes them to fail. If the server's own name has lapsed, a stranger may even take it over.",
  },
  remedy: {
    ja: "該当のサーバーにゾーンを設定するか、レジストラの登録とゾーンのNSレコードから外してください。",
    en: "Serve the zone on that server, or remove it from the registrar's delegation and the zone's NS records.",
  },
  outcomes: {
    authoritative: {
      ja: "すべてのネームサーバー（{dns.nameServers}）が権威ある応答を返しました。",
      en: "All name servers ({dns.nameServers}) gave authoritative answers.",
    },
    lame: {
      ja: "ネームサーバー{subject}は、このゾーンについて権威ある応答を返しません（{dns.answer}）。",
      en: "Name server {subject} does not give authoritative answers for this zone ({dns.answer}).",
    },
    unresolvable: {
      ja: "ネームサーバー{subject}の名前に対応するアドレスがありません。",
      en: "Name server {subject} has no address.",
    },
    special: {
      ja: "ネームサーバー{subject}の名前が、外部から届かないアドレス（{dns.specialAddresses}）を指しています。",
      en: "The name of name server {subject} leads to an address that nobody can reach from outside ({dns.specialAddresses}).",
    },
    alias: {
      ja: "NSレコードが別名（{subject}）を指しています。NSは別名を指してはならず、このサーバーを使わないリゾルバーがあります。",
      en: "An NS record points to an alias ({subject}), which is not allowed. Some resolvers do not use that server.",
    },
    silent: {
      ja: "ネームサーバー{subject}は、UDPでもTCPでも応答がありませんでした。停止しているおそれがあります。",
      en: "Name server {subject} gave no answer over UDP or TCP and may be down.",
    },
  },
  facts: {
    "dns.answer": { ja: "DNSの応答", en: "DNS answer" },
    "dns.record": { ja: "DNSレコード", en: "DNS record" },
    "dns.specialAddresses": {
      ja: "外部から届かないアドレス",
      en: "Addresses that nobody can reach from outside",
    },
  },
  source: [
    { title: "RFC 1912 §2.8", url: "https://www.rfc-editor.org/rfc/rfc1912#section-2.8" },
    { title: "RFC 2181 §10.3", url: "https://www.rfc-editor.org/rfc/rfc2181#section-10.3" },
    { title: "RFC 9499 §7", url: "https://www.rfc-editor.org/rfc/rfc9499#section-7" },
  ],
} satisfies CheckTexts;
