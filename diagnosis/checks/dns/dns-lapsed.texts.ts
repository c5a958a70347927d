import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `dns-lapsed`. */
export const dnsLapsedTexts = {
  title: { ja: "失効したドメインへの依存", en: "Reliance on a lapsed domain" },
  looksAt: {
    ja: "別名、ネームサーバー、メールサーバー、SPFの参照先、ページが読み込むスクリプトが、登録されていないドメインに依存していないかを調べます。「緊急」とするのは、誰でも登録できる種類のドメインで、レジストリ自身がRDAPで「登録なし」と答えたときだけです。RDAPのないレジストリ（jpなど）では、DNSの署名を検証できた「存在しない」という応答によります。停止中のドメインやネームサーバーのないドメインもDNSにはないため、RDAPの答えがなければ「中」とします。",
    en: "Whether aliases, name servers, mail servers, SPF includes or scripts of the page depend on a domain that nobody has registered. It is critical only where anyone may register the domain and its registry says by RDAP that it has no record of it. Where a registry has no RDAP, as that of jp, its verified denial in DNS counts. Domains on hold and those without name servers are not in DNS either: without an answer by RDAP it is medium.",
  },
  explanation: {
    ja: "依存先のドメインが未登録になっていると、誰でも数千円でそのドメインを取得し、サイトの表示、メールの受信、送信の許可を乗っ取れます。",
    en: "When a domain you rely on is no longer registered, anyone can buy it for a few dollars and take over whatever you entrusted to it: web pages, incoming mail, or permission to send mail.",
  },
  remedy: {
    ja: "失効したドメインを指すレコードやスクリプトを、ただちに削除してください。",
    en: "Immediately remove the record or script that refers to the lapsed domain.",
  },
  outcomes: {
    registered: {
      ja: "依存先に、第三者が取得できるドメインはありません。",
      en: "You rely on no domain that a stranger can register.",
    },
    lapsed: {
      ja: "{lapsed.kind}の{lapsed.name}は、レジストリが「存在しない」と答えたドメイン（{subject}）の下にあり、第三者が登録すれば乗っ取れます。",
      en: "{lapsed.kind} {lapsed.name} is under {subject}, which its registry says does not exist. A stranger who registers it takes over whatever relies on it.",
    },
    held: {
      ja: "{lapsed.kind}の{lapsed.name}は、DNSに存在しないドメイン（{subject}）の下にあります。レジストリには登録が残っているため今は取得できませんが、更新されなければ誰でも取得できるようになります。",
      en: "{lapsed.kind} {lapsed.name} is under {subject}, which is gone from DNS. Its registry still has a record, so nobody else can have it yet; unless it is renewed, anyone will.",
    },
    unregistered: {
      ja: "{lapsed.kind}の{lapsed.name}は、DNSに存在しないドメイン（{subject}）の下にあり、第三者が取得できるおそれがあります。",
      en: "{lapsed.kind} {lapsed.name} is under {subject}, which does not exist in DNS. A stranger may be able to register it.",
    },
  },
  facts: {
    "lapsed.domains": { ja: "参照している外部ドメイン", en: "External domains referred to" },
    "lapsed.kind": { ja: "参照の種類", en: "Kind of reference" },
    "lapsed.name": { ja: "参照している名前", en: "Name referred to" },
    "lapsed.registration": { ja: "登録できる人", en: "Who may register it" },
    "lapsed.verified": {
      ja: "レジストリ自身の応答を検証できた",
      en: "Denied by the registry, verified",
    },
    "lapsed.record": { ja: "レジストリ（RDAP）の登録", en: "Record of the registry (RDAP)" },
    "lapsed.status": { ja: "レジストリでの状態", en: "Status at the registry" },
    "lapsed.unexamined": { ja: "確認していないドメイン", en: "Domains not checked" },
  },
  source: [
    { title: "can-i-take-over-xyz", url: "https://github.com/EdOverflow/can-i-take-over-xyz" },
    { title: "RFC 9082 (RDAP)", url: "https://www.rfc-editor.org/rfc/rfc9082" },
    { title: "RFC 1912 §2.4", url: "https://www.rfc-editor.org/rfc/rfc1912#section-2.4" },
  ],
} satisfies CheckTexts;
