import { defineCheck } from "../../engine/check.ts";
import { httpNosniffTexts } from "./http-nosniff.texts.ts";
import { withPage } from "./page/front-page.ts";

/** `X-Content-Type-Options: nosniff`, judged by its first value (Fetch, "determine nosniff"; ASVS 5.0 3.4.4). */
export const httpNosniff = defineCheck(httpNosniffTexts, {
  id: "http-nosniff",
  category: "http",
  scope: "address",
  outcomes: {
    set: { state: "pass", severity: null },
    missing: { state: "warn", severity: "low" },
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
