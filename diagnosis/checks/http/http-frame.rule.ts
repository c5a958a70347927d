import { defineCheck } from "../../engine/check.ts";
import type { Fact } from "../../engine/finding.ts";
import type { HttpResponse } from "../../net/clients.ts";
import { directive, enforcedPolicies } from "./csp/policies.ts";
import { httpFrameTexts } from "./http-frame.texts.ts";
import { withDocument } from "./page/front-page.ts";

/** Sources that let any site in. */
const ANYONE = /^(\*|https?:|https?:\/\/\*)$/;

/**
 * Other sites cannot show the page in a frame: `frame-ancestors` in a CSP header (it does not count in a
 * meta element, CSP3 §3.3), else X-Frame-Options (HTML, "the X-Frame-Options header"; OWASP ASVS 5.0
 * 3.4.6). The former overrides the latter.
 */
export const httpFrame = defineCheck(httpFrameTexts, {
  id: "http-frame",
  category: "http",
  scope: "address",
  outcomes: {
    restricted: { state: "pass", severity: null },
    open: { state: "fail", severity: "medium" },
  },
  run: (context) =>
    withDocument(context, (page) => {
      const by = restriction(page);
      // Where a policy speaks of frames, browsers ask no other header (CSP 3 §6.4.2).
      const speaking = enforcedPolicies(page).filter(
        (policy) => !policy.inPage && directive(policy, "frame-ancestors") !== null,
      );
      const facts: Fact[] = [
        { name: "frame.protected", value: by !== null },
        { name: "frame.by", value: by ?? "" },
        ...(speaking.length > 0
          ? [{ name: "csp.policy", value: speaking.map(({ text }) => text) }]
          : []),
      ];
      return { outcome: by === null ? "open" : "restricted", facts };
    }),
});

function restriction(page: HttpResponse): "frame-ancestors" | "X-Frame-Options" | null {
  const lists = enforcedPolicies(page)
    .filter(({ inPage }) => !inPage)
    .flatMap((policy) => {
      const sources = directive(policy, "frame-ancestors");
      return sources === null ? [] : [sources];
    });
  if (lists.length > 0) {
    const closed = lists.some((sources) => !sources.some((source) => ANYONE.test(source)));
    return closed ? "frame-ancestors" : null;
  }
  const options = page
    .headerValues("x-frame-options")
    .flatMap((value) => value.split(","))
    .map((value) => value.trim().toUpperCase());
  // ALLOW-FROM and anything unknown are ignored by browsers.
  const known =
    options.length > 0 && options.every((one) => one === "DENY" || one === "SAMEORIGIN");
  return known ? "X-Frame-Options" : null;
}
