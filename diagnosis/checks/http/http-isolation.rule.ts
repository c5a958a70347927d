import { defineCheck } from "../../engine/check.ts";
import { httpIsolationTexts } from "./http-isolation.texts.ts";
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
export const httpIsolation = defineCheck(httpIsolationTexts, {
  id: "http-isolation",
  category: "http",
  scope: "address",
  outcomes: {
    isolated: { state: "pass", severity: null },
    partial: { state: "info", severity: "info" },
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
