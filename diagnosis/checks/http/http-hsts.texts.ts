import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `http-hsts`. */
export const httpHstsTexts = {
  title: { ja: "HTTPSの強制（HSTS）", en: "Enforced HTTPS (HSTS)" },
  looksAt: {
    ja: "HTTPSの応答にStrict-Transport-Securityがあり、有効期間が1年以上かを調べます。",
    en: "Whether the HTTPS answer carries Strict-Transport-Security, for a year or longer.",
  },
  explanation: {
    ja: "HSTSがないと、利用者がHTTPで接続しようとした瞬間に、攻撃者が偽のページを返せます。HSTSを設定すると、ブラウザーが最初からHTTPSだけで接続します。",
    en: "Without HSTS, an attacker can answer with a fake page the moment a visitor tries plain HTTP. With it, browsers connect over HTTPS only.",
  },
  remedy: {
    ja: "すべてのHTTPS応答にStrict-Transport-Security: max-age=31536000; includeSubDomainsを付けてください。サブドメインもHTTPSであることを確かめてから有効にします。",
    en: "Send Strict-Transport-Security: max-age=31536000; includeSubDomains with every HTTPS response, after making sure that all subdomains support HTTPS.",
  },
  outcomes: {
    enforced: {
      ja: "HSTSが有効です（期間は{hsts.maxAge}秒）。",
      en: "HSTS is on (for {hsts.maxAge} seconds).",
    },
    preload: {
      ja: "HSTSが有効で、事前登録（preload）の条件も満たします。",
      en: "HSTS is on and meets the conditions for preloading.",
    },
    short: {
      ja: "HSTSの期間が短すぎます（{hsts.maxAge}秒、1年未満）。",
      en: "The HSTS lifetime is too short ({hsts.maxAge} seconds, less than a year).",
    },
    absent: { ja: "HSTSが設定されていません。", en: "HSTS is not set." },
    invalid: {
      ja: "HSTSヘッダーの書き方が誤っているため、無効です（{hsts.header}）。",
      en: "The HSTS header is malformed and has no effect ({hsts.header}).",
    },
  },
  facts: {
    "hsts.header": { ja: "HSTSヘッダー", en: "HSTS header" },
    "hsts.includeSubDomains": { ja: "HSTSがサブドメインにも及ぶ", en: "HSTS covers subdomains" },
    "hsts.maxAge": { ja: "HSTSの有効期間", en: "HSTS duration" },
    "hsts.present": { ja: "HSTSがある", en: "HSTS present" },
  },
  terms: [
    {
      term: { ja: "HSTS", en: "HSTS" },
      meaning: {
        ja: "次回から必ずHTTPSで接続するよう、ブラウザーに覚えさせる仕組みです。",
        en: "Makes browsers remember to connect over HTTPS only.",
      },
    },
  ],
  source: [
    { title: "RFC 6797 §6.1, §8.1", url: "https://www.rfc-editor.org/rfc/rfc6797#section-6.1" },
    {
      title: "OWASP ASVS 5.0 3.4.1",
      url: "https://owasp.org/www-project-application-security-verification-standard/",
    },
  ],
} satisfies CheckTexts;
