import { defineCheck } from "../../engine/check.ts";
import type { HttpResponse } from "../../net/clients.ts";
import { elementsOf } from "../page/elements.ts";
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
export const httpReferrer = defineCheck({
  id: "http-referrer",
  category: "http",
  scope: "address",
  title: { ja: "参照元の送信の制限（Referrer-Policy）", en: "Referrer policy" },
  explanation: {
    ja: "リンク先や埋め込んだ部品の提供元に、表示中のページのアドレスが送られます。アドレスに会員番号や検索語などが含まれていると、外部に漏れます。",
    en: "The page's address is sent to the sites it links to or embeds. Anything it contains, such as member numbers or search terms, leaks to them.",
  },
  remedy: {
    ja: "Referrer-Policy: strict-origin-when-cross-originまたはno-referrerを設定してください。",
    en: "Set Referrer-Policy to strict-origin-when-cross-origin or no-referrer.",
  },
  source: [
    {
      title: "Referrer Policy §3, §8.1",
      url: "https://www.w3.org/TR/referrer-policy/#referrer-policies",
    },
    {
      title: "OWASP ASVS 5.0 3.4.5",
      url: "https://owasp.org/www-project-application-security-verification-standard/",
    },
  ],
  outcomes: {
    private: {
      state: "pass",
      severity: null,
      text: {
        ja: "参照元の送信が制限されています（{referrer.policy}）。",
        en: "What other sites receive is limited ({referrer.policy}).",
      },
    },
    leaking: {
      state: "warn",
      severity: "low",
      text: {
        ja: "他のサイトにページの完全なアドレスが送られます（{referrer.policy}）。",
        en: "Other sites receive the page's full address ({referrer.policy}).",
      },
    },
    absent: {
      state: "warn",
      severity: "low",
      text: {
        ja: "Referrer-Policyが設定されていません。",
        en: "No Referrer-Policy is set.",
      },
    },
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
