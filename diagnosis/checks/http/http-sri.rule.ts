import { parse } from "tldts";
import { defineCheck, inconclusive, notApplicable } from "../../engine/check.ts";
import { elementsOf, isCutOff, isOwnMachine, resolver } from "../page/elements.ts";
import { httpSriTexts } from "./http-sri.texts.ts";
import { withDocument } from "./page/front-page.ts";
import { CUT_OFF, NO_EXTERNAL_SCRIPT } from "./reasons.texts.ts";

const MAX_SHOWN = 10;

/** Hash names of SRI §3.2. */
const INTEGRITY = /(^|\s)sha(256|384|512)-[A-Za-z0-9+/=_-]+/;

/**
 * Scripts from other organisations' hosts carry a checksum (Subresource Integrity §3; OWASP ASVS 5.0
 * 3.6.1). Hosts below the same registrable domain are the site's own.
 */
export const httpSri = defineCheck(httpSriTexts, {
  id: "http-sri",
  category: "http",
  scope: "address",
  outcomes: {
    covered: { state: "pass", severity: null },
    missing: { state: "warn", severity: "low" },
  },
  run: (context) =>
    withDocument(context, (page) => {
      const resolve = resolver(page);
      const own = siteOf(new URL(page.url).hostname);
      const external = elementsOf(page).flatMap(({ name, attributes }) => {
        const url = name === "script" ? resolve(attributes.src) : null;
        return url && !isOwnMachine(url) && siteOf(url.hostname) !== own
          ? [{ url, attributes }]
          : [];
      });
      const bare = external.filter(({ attributes }) => !INTEGRITY.test(attributes.integrity ?? ""));
      const urls = [...new Set(bare.map(({ url }) => url.href))];
      const facts = [
        { name: "sri.missing", value: urls.length > 0 },
        { name: "sri.urls", value: urls.slice(0, MAX_SHOWN) },
      ];
      if (urls.length > 0) return { outcome: "missing", facts };
      if (isCutOff(page)) return inconclusive(CUT_OFF, facts);
      return external.length === 0
        ? notApplicable(NO_EXTERNAL_SCRIPT)
        : { outcome: "covered", facts };
    }),
});

function siteOf(host: string): string {
  return parse(host, { allowPrivateDomains: true }).domain ?? host;
}
