import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `http-nosniff`. */
export const httpNosniffTexts = {
  title: {
    ja: "ファイル種別の推測の禁止（nosniff）",
    en: "No guessing of content types (nosniff)",
  },
  looksAt: {
    ja: "応答にX-Content-Type-Options: nosniffがあるかを調べます。",
    en: "Whether the answer carries X-Content-Type-Options: nosniff.",
  },
  explanation: {
    ja: "ブラウザーが内容からファイルの種別を推測すると、画像などとして置かれたファイルをスクリプトとして実行してしまうことがあります。",
    en: "A browser that guesses a file's type from its contents may run an uploaded image as a script.",
  },
  remedy: {
    ja: "すべての応答にX-Content-Type-Options: nosniffを付け、正しいContent-Typeを返してください。",
    en: "Send X-Content-Type-Options: nosniff with every response, along with the right Content-Type.",
  },
  outcomes: {
    set: { ja: "nosniffが設定されています。", en: "nosniff is set." },
    missing: { ja: "nosniffが設定されていません。", en: "nosniff is not set." },
  },
  facts: {
    "nosniff.present": { ja: "nosniffの指定がある", en: "nosniff present" },
  },
  source: [
    {
      title: "Fetch: X-Content-Type-Options",
      url: "https://fetch.spec.whatwg.org/#x-content-type-options-header",
    },
    {
      title: "OWASP ASVS 5.0 3.4.4",
      url: "https://owasp.org/www-project-application-security-verification-standard/",
    },
  ],
} satisfies CheckTexts;
