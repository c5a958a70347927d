import { defineCheck } from "../../engine/check.ts";
import type { Fact } from "../../engine/finding.ts";
import { enforcedPolicies } from "./csp/policies.ts";
import { cspWeaknesses } from "./csp/weaknesses.ts";
import { withDocument } from "./page/front-page.ts";

/**
 * A Content Security Policy that stops injected scripts (CSP Level 3; MDN HTTP Observatory,
 * "content-security-policy"). When a page carries several, scripts must pass all, so what each leaves open counts.
 */
export const httpCsp = defineCheck({
  id: "http-csp",
  category: "http",
  scope: "address",
  title: { ja: "コンテンツセキュリティポリシー（CSP）", en: "Content Security Policy (CSP)" },
  explanation: {
    ja: "CSPは、ページで動かしてよいスクリプトの出所を限定します。設定がない、または緩いと、ページに不正なスクリプトが紛れ込んだとき（XSS）に、そのまま実行されます。",
    en: "A CSP limits where a page's scripts may come from. Without one, or with a loose one, a script injected into the page (XSS) simply runs.",
  },
  remedy: {
    ja: "script-srcにナンスまたはハッシュを使い、'unsafe-inline'、*、https:などの緩い指定を外し、object-src 'none'とbase-uri 'none'を加えてください。まずReport-Onlyで影響を確かめると安全です。",
    en: "Use nonces or hashes in script-src, drop 'unsafe-inline', * and bare schemes, and add object-src 'none' and base-uri 'none'. Try it in report-only mode first.",
  },
  source: [
    { title: "Content Security Policy Level 3", url: "https://www.w3.org/TR/CSP3/" },
    {
      title: "MDN: Content Security Policy",
      url: "https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CSP",
    },
    { title: "CSP Evaluator", url: "https://github.com/google/csp-evaluator" },
  ],
  outcomes: {
    sound: {
      state: "pass",
      severity: null,
      text: {
        ja: "CSPが有効で、大きな抜け穴は見つかりませんでした。",
        en: "A CSP is set, and no serious gaps were found in it.",
      },
    },
    unsafe: {
      state: "fail",
      severity: "medium",
      text: {
        ja: "CSPに抜け穴があります：{csp.weaknesses}",
        en: "The CSP has gaps: {csp.weaknesses}",
      },
    },
    "report-only": {
      state: "fail",
      severity: "medium",
      text: {
        ja: "CSPが報告専用（Report-Only）のため、何も防ぎません。",
        en: "The CSP is report-only and prevents nothing.",
      },
    },
    absent: {
      state: "fail",
      severity: "medium",
      text: { ja: "CSPが設定されていません。", en: "No CSP is set." },
    },
  },
  run: (context) =>
    withDocument(context, (page) => {
      const policies = enforcedPolicies(page);
      const reportOnly = page.header("content-security-policy-report-only") !== null;
      const facts: Fact[] = [
        { name: "csp.policy", value: policies.map(({ text }) => text) },
        { name: "csp.present", value: policies.length > 0 },
        { name: "csp.reportOnly", value: reportOnly },
      ];
      if (policies.length === 0) return { outcome: reportOnly ? "report-only" : "absent", facts };
      const gaps = cspWeaknesses(policies.map(({ text }) => text));
      facts.push({ name: "csp.unsafe", value: gaps.length > 0 });
      const weaknesses = { name: "csp.weaknesses", value: gaps };
      return { outcome: gaps.length > 0 ? "unsafe" : "sound", facts: [...facts, weaknesses] };
    }),
});
