import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `dns-recursion`. */
export const dnsRecursionTexts = {
  title: { ja: "外部への再帰問い合わせの提供", en: "Recursion for outsiders" },
  looksAt: {
    ja: "各ネームサーバーに無関係なドメインの名前を問い合わせ、外部からの再帰問い合わせに応じるかを調べます。",
    en: "Each name server is asked for a name of somebody else's, to see whether it resolves for outsiders.",
  },
  explanation: {
    ja: "権威ネームサーバーが誰の再帰問い合わせにも答えると、送信元を偽った通信を増幅して第三者を攻撃する踏み台（DNSリフレクション）になります。キャッシュを汚染される危険も増えます。",
    en: "An authoritative server that recurses for anyone can be abused to amplify forged traffic against others (DNS reflection), and is easier to poison.",
  },
  remedy: {
    ja: "権威サーバーでは再帰を無効にし、社内向けの再帰サーバーは分離してアクセス元を限定してください。",
    en: "Turn off recursion on authoritative servers, and keep internal resolvers separate and limited to your own networks.",
  },
  outcomes: {
    closed: {
      ja: "どのネームサーバーも外部からの再帰問い合わせに応じません。",
      en: "No name server recurses for outsiders.",
    },
    open: {
      ja: "ネームサーバー{subject}は、外部からの再帰問い合わせに応じます。",
      en: "Name server {subject} recurses for outsiders.",
    },
  },
  facts: {
    "dns.recursion": { ja: "外部からの再帰問い合わせに応じる", en: "Recursion open to everyone" },
  },
  source: [{ title: "RFC 5358 §4", url: "https://www.rfc-editor.org/rfc/rfc5358#section-4" }],
} satisfies CheckTexts;
