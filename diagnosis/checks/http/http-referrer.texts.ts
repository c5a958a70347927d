import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `http-referrer`. */
export const httpReferrerTexts = {
  title: { ja: "参照元の送信の制限（Referrer-Policy）", en: "Referrer policy" },
  looksAt: {
    ja: "参照元の送信方針（Referrer-Policy）が、ページの完全なアドレスを他サイトに渡さないものかを調べます。",
    en: "Whether the referrer policy keeps full addresses from other sites.",
  },
  explanation: {
    ja: "リンク先や埋め込んだ部品の提供元に、表示中のページのアドレスが送られます。アドレスに会員番号や検索語などが含まれていると、外部に漏れます。",
    en: "The page's address is sent to the sites it links to or embeds. Anything it contains, such as member numbers or search terms, leaks to them.",
  },
  remedy: {
    ja: "Referrer-Policy: strict-origin-when-cross-originまたはno-referrerを設定してください。",
    en: "Set Referrer-Policy to strict-origin-when-cross-origin or no-referrer.",
  },
  outcomes: {
    private: {
      ja: "参照元の送信が制限されています（{referrer.policy}）。",
      en: "What other sites receive is limited ({referrer.policy}).",
    },
    leaking: {
      ja: "他のサイトにページの完全なアドレスが送られます（{referrer.policy}）。",
      en: "Other sites receive the page's full address ({referrer.policy}).",
    },
    absent: {
      ja: "Referrer-Policyが設定されていません。",
      en: "No Referrer-Policy is set.",
    },
  },
  facts: {
    "referrer.policy": { ja: "リファラーの方針", en: "Referrer policy" },
    "referrer.present": { ja: "リファラーの方針がある", en: "Referrer policy present" },
  },
  source: [
    {
      title: "Referrer Policy §3, §8.1",
      url: "https://www.w3.org/TR/referrer-policy/#referrer-policies",
    },
    {
      title: "OWASP ASVS 5.0 3.4.5",
      url: "https://owasp.org/www-project-application-security-verification-standard/",
    },
  ],
} satisfies CheckTexts;
