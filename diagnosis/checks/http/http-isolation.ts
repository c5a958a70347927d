import { defineCheck } from "../../engine/check.ts";
import { withDocument } from "./page/front-page.ts";

const HEADERS = {
  coop: { name: "cross-origin-opener-policy", good: /^same-origin(-allow-popups)?\b/i },
  corp: { name: "cross-origin-resource-policy", good: /^same-(origin|site)\b/i },
  coep: { name: "cross-origin-embedder-policy", good: /^(require-corp|credentialless)\b/i },
} as const;

/**
 * Isolation from other sites' windows and processes: COOP, COEP (HTML, "cross-origin opener policies")
 * and CORP (Fetch), as OWASP ASVS 5.0 3.4.8 has it for COOP. For information: few sites need all three.
 */
export const httpIsolation = defineCheck({
  id: "http-isolation",
  category: "http",
  scope: "address",
  title: {
    ja: "他サイトからの分離（COOP・CORP・COEP）",
    en: "Isolation from other sites (COOP, CORP, COEP)",
  },
  explanation: {
    ja: "これらのヘッダーは、他のサイトの画面や処理からこのサイトを切り離し、画面間の操作やCPUの特性を使った情報の盗み見を防ぎます。",
    en: "These headers isolate the site from other sites' windows and processes, which prevents leaks between windows and through side channels.",
  },
  remedy: {
    ja: "Cross-Origin-Opener-Policy: same-originとCross-Origin-Resource-Policy: same-originから始め、外部の部品に影響がなければCross-Origin-Embedder-Policyも設定してください。",
    en: "Start with Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Resource-Policy: same-origin. Add Cross-Origin-Embedder-Policy if your embedded content allows it.",
  },
  source: [
    {
      title: "HTML: cross-origin opener policy",
      url: "https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies",
    },
    {
      title: "OWASP ASVS 5.0 3.4.8",
      url: "https://owasp.org/www-project-application-security-verification-standard/",
    },
  ],
  outcomes: {
    isolated: {
      state: "pass",
      severity: null,
      text: {
        ja: "COOP、CORP、COEPがすべて設定されています。",
        en: "COOP, CORP and COEP are all set.",
      },
    },
    partial: {
      state: "info",
      severity: "info",
      text: {
        ja: "設定されていないヘッダーがあります：{isolation.missing}",
        en: "Missing headers: {isolation.missing}",
      },
    },
  },
  run: (context) =>
    withDocument(context, (page) => {
      const missing = Object.values(HEADERS).filter(
        ({ name, good }) => !good.test(page.header(name)?.trim() ?? ""),
      );
      const facts = [
        { name: "isolation.coop", value: !missing.includes(HEADERS.coop) },
        { name: "isolation.corp", value: !missing.includes(HEADERS.corp) },
        { name: "isolation.coep", value: !missing.includes(HEADERS.coep) },
        { name: "isolation.missing", value: missing.map(({ name }) => name) },
      ];
      return { outcome: missing.length === 0 ? "isolated" : "partial", facts };
    }),
});
