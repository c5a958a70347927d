import { defineCheck } from "../../engine/check.ts";
import { withPage } from "./page/front-page.ts";

/** `X-Content-Type-Options: nosniff`, judged by its first value (Fetch, "determine nosniff"; ASVS 5.0 3.4.4). */
export const httpNosniff = defineCheck({
  id: "http-nosniff",
  category: "http",
  scope: "address",
  title: {
    ja: "ファイル種別の推測の禁止（nosniff）",
    en: "No guessing of content types (nosniff)",
  },
  explanation: {
    ja: "ブラウザーが内容からファイルの種別を推測すると、画像などとして置かれたファイルをスクリプトとして実行してしまうことがあります。",
    en: "A browser that guesses a file's type from its contents may run an uploaded image as a script.",
  },
  remedy: {
    ja: "すべての応答にX-Content-Type-Options: nosniffを付け、正しいContent-Typeを返してください。",
    en: "Send X-Content-Type-Options: nosniff with every response, along with the right Content-Type.",
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
  outcomes: {
    set: {
      state: "pass",
      severity: null,
      text: { ja: "nosniffが設定されています。", en: "nosniff is set." },
    },
    missing: {
      state: "warn",
      severity: "low",
      text: { ja: "nosniffが設定されていません。", en: "nosniff is not set." },
    },
  },
  run: (context) =>
    withPage(context, (page) => {
      const first = page.header("x-content-type-options")?.split(",")[0]?.trim().toLowerCase();
      const set = first === "nosniff";
      return {
        outcome: set ? "set" : "missing",
        facts: [{ name: "nosniff.present", value: set }],
      };
    }),
});
