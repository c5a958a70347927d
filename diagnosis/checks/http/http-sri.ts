import { parse } from "tldts";
import { defineCheck, inconclusive, notApplicable } from "../../engine/check.ts";
import { elementsOf, isCutOff, resolver } from "../page/elements.ts";
import { withDocument } from "./page/front-page.ts";
import { CUT_OFF, NO_EXTERNAL_SCRIPT } from "./reasons.ts";

const MAX_SHOWN = 10;

/** Hash names of SRI §3.2. */
const INTEGRITY = /(^|\s)sha(256|384|512)-[A-Za-z0-9+/=_-]+/;

/**
 * Scripts from other organisations' hosts carry a checksum (Subresource Integrity §3; OWASP ASVS 5.0
 * 3.6.1). Hosts below the same registrable domain are the site's own.
 */
export const httpSri = defineCheck({
  id: "http-sri",
  category: "http",
  scope: "address",
  title: { ja: "外部スクリプトの改ざん検知（SRI）", en: "Integrity of external scripts (SRI)" },
  explanation: {
    ja: "外部の配信元が侵害されると、そこから読み込むスクリプトを通じて、このサイトの利用者も被害を受けます。チェックサムを付けると、書き換えられたスクリプトは実行されません。",
    en: "If an outside host is compromised, its scripts attack this site's visitors too. With a checksum, browsers refuse an altered script.",
  },
  remedy: {
    ja: "外部のscript要素にintegrity属性とcrossorigin属性を付けるか、スクリプトを自社のサーバーに置いてください。",
    en: "Add integrity and crossorigin attributes to external script elements, or host the scripts yourself.",
  },
  source: [
    { title: "Subresource Integrity §3", url: "https://www.w3.org/TR/SRI/" },
    {
      title: "OWASP ASVS 5.0 3.6.1",
      url: "https://owasp.org/www-project-application-security-verification-standard/",
    },
  ],
  outcomes: {
    covered: {
      state: "pass",
      severity: null,
      text: {
        ja: "外部のスクリプトにはすべてintegrity属性があります。",
        en: "Every external script has an integrity attribute.",
      },
    },
    missing: {
      state: "warn",
      severity: "low",
      text: {
        ja: "integrity属性のない外部スクリプトがあります：{sri.urls}",
        en: "External scripts without an integrity attribute: {sri.urls}",
      },
    },
  },
  run: (context) =>
    withDocument(context, (page) => {
      const resolve = resolver(page);
      const own = siteOf(new URL(page.url).hostname);
      const external = elementsOf(page).flatMap(({ name, attributes }) => {
        const url = name === "script" ? resolve(attributes.src) : null;
        return url && siteOf(url.hostname) !== own ? [{ url, attributes }] : [];
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
