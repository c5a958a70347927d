import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `http-csp`. */
export const httpCspTexts = {
  title: { ja: "コンテンツセキュリティポリシー（CSP）", en: "Content Security Policy (CSP)" },
  looksAt: {
    ja: "コンテンツセキュリティポリシー（すべてのヘッダーと、headの中のmeta要素）を合わせて読み、スクリプトの実行を実際に制限しているかを調べます。",
    en: "The content security policies (all headers, and meta elements in the head) are read together, and must really restrict which scripts run.",
  },
  explanation: {
    ja: "CSPは、ページで動かしてよいスクリプトの出所を限定します。設定がない、または緩いと、ページに不正なスクリプトが紛れ込んだとき（XSS）に、そのまま実行されます。",
    en: "A CSP limits where a page's scripts may come from. Without one, or with a loose one, a script injected into the page (XSS) simply runs.",
  },
  remedy: {
    ja: "script-srcにナンスまたはハッシュを使い、'unsafe-inline'、*、https:などの緩い指定を外し、object-src 'none'とbase-uri 'none'を加えてください。まずReport-Onlyで影響を確かめると安全です。",
    en: "Use nonces or hashes in script-src, drop 'unsafe-inline', * and bare schemes, and add object-src 'none' and base-uri 'none'. Try it in report-only mode first.",
  },
  outcomes: {
    sound: {
      ja: "CSPが有効で、大きな抜け穴は見つかりませんでした。",
      en: "A CSP is set, and no serious gaps were found in it.",
    },
    unsafe: {
      ja: "CSPに抜け穴があります：{csp.weaknesses}",
      en: "The CSP has gaps: {csp.weaknesses}",
    },
    "report-only": {
      ja: "CSPが報告専用（Report-Only）のため、何も防ぎません。",
      en: "The CSP is report-only and prevents nothing.",
    },
    absent: { ja: "CSPが設定されていません。", en: "No CSP is set." },
  },
  facts: {
    "csp.policy": { ja: "CSPの内容", en: "CSP policy" },
    "csp.present": { ja: "CSPがある", en: "CSP present" },
    "csp.reportOnly": { ja: "CSPが報告のみ", en: "CSP only reports" },
    "csp.unsafe": { ja: "CSPに弱い指定がある", en: "CSP has weaknesses" },
    "csp.weaknesses": { ja: "CSPの弱い指定", en: "Weaknesses of the CSP" },
  },
  terms: [
    {
      term: { ja: "CSP", en: "CSP" },
      meaning: {
        ja: "ページが読み込んでよいものをブラウザーに伝え、埋め込まれた不正なスクリプトを止める仕組みです。",
        en: "Content Security Policy: tells browsers what a page may load, which stops injected scripts.",
      },
    },
  ],
  source: [
    { title: "Content Security Policy Level 3", url: "https://www.w3.org/TR/CSP3/" },
    {
      title: "MDN: Content Security Policy",
      url: "https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CSP",
    },
    { title: "CSP Evaluator", url: "https://github.com/google/csp-evaluator" },
  ],
} satisfies CheckTexts;
