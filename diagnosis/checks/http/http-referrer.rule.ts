import { defineCheck } from "../../engine/check.ts";
import type { HttpResponse } from "../../net/clients.ts";
import { elementsOf } from "../page/elements.ts";
import { httpReferrerTexts } from "./http-referrer.texts.ts";
import { withDocument } from "./page/front-page.ts";

/** The policies of Referrer Policy §3, and whether they keep paths from other sites. */
const KEEPS_PATHS: Readonly<Record<string, boolean>> = {
  "no-referrer": true,
  "no-referrer-when-downgrade": false,
  "same-origin": true,
  origin: true,
  "strict-origin": true,
  "origin-when-cross-origin": true,
  "strict-origin-when-cross-origin": true,
  "unsafe-url": false,
};

/**
 * A Referrer-Policy that keeps full addresses from other sites (OWASP ASVS 5.0 3.4.5). Of several values the
 * last one known counts (Referrer Policy §8.1), and a meta element overrides the header.
 */
export const httpReferrer = defineCheck(httpReferrerTexts, {
  id: "http-referrer",
  category: "http",
  scope: "address",
  outcomes: {
    private: { state: "pass", severity: null },
    leaking: { state: "warn", severity: "low" },
    absent: { state: "warn", severity: "low" },
  },
  run: (context) =>
    withDocument(context, (page) => {
      const policy = policyOf(page);
      const facts = [
        { name: "referrer.present", value: policy !== null },
        { name: "referrer.policy", value: policy ?? "" },
      ];
      if (policy === null) return { outcome: "absent", facts };
      return { outcome: KEEPS_PATHS[policy] ? "private" : "leaking", facts };
    }),
});

function policyOf(page: HttpResponse): string | null {
  const metas = elementsOf(page)
    .filter(
      ({ name, attributes }) => name === "meta" && attributes.name?.toLowerCase() === "referrer",
    )
    .map(({ attributes }) => attributes.content ?? "");
  const values = [page.header("referrer-policy") ?? "", ...metas].join(",").split(",");
  return (
    values.map((value) => value.trim().toLowerCase()).findLast((one) => one in KEEPS_PATHS) ?? null
  );
}
