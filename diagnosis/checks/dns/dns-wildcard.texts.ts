import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `dns-wildcard`. */
export const dnsWildcardTexts = {
  title: { ja: "ワイルドカードDNS", en: "Wildcard DNS" },
  looksAt: {
    ja: "存在するはずのない無作為な名前を問い合わせ、応答があるかを調べます。",
    en: "A random name that should not exist is asked for, to see whether it resolves.",
  },
  explanation: {
    ja: "ワイルドカードがあると、登録していないサブドメイン名もすべて解決されます。意図した設定であれば問題ありませんが、偽のサブドメインを使った詐欺に利用されることがあります。",
    en: "With a wildcard, every made-up subdomain resolves. That may be intended, but it gives phishing plausible names.",
  },
  remedy: {
    ja: "必要がなければワイルドカードを削除し、使う名前だけを登録してください。",
    en: "Unless you need it, remove the wildcard and register only the names in use.",
  },
  outcomes: {
    none: {
      ja: "登録していない名前は解決されません。",
      en: "Names that are not registered do not resolve.",
    },
    wildcard: {
      ja: "登録していないサブドメイン名も解決されます（ワイルドカード）。",
      en: "Unregistered subdomains resolve too (wildcard).",
    },
  },
  facts: {
    "dns.wildcard": { ja: "ワイルドカードのレコードがある", en: "Wildcard record present" },
  },
  terms: [
    {
      term: { ja: "ワイルドカード", en: "wildcard" },
      meaning: {
        ja: "登録していない名前すべてに当てはまるレコードや証明書です。",
        en: "A record or certificate that stands for every name not listed on its own.",
      },
    },
  ],
  source: [{ title: "RFC 4592 §2.1", url: "https://www.rfc-editor.org/rfc/rfc4592#section-2.1" }],
} satisfies CheckTexts;
