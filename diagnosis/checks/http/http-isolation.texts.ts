import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `http-isolation`. */
export const httpIsolationTexts = {
  title: {
    ja: "他サイトからの分離（COOP・CORP・COEP）",
    en: "Isolation from other sites (COOP, CORP, COEP)",
  },
  looksAt: {
    ja: "他サイトからの分離に使うヘッダー（COOP、CORP、COEP）があるかを調べます。",
    en: "Whether the headers that isolate the page from other sites (COOP, CORP, COEP) are there.",
  },
  explanation: {
    ja: "これらのヘッダーは、他のサイトの画面や処理からこのサイトを切り離し、画面間の操作やCPUの特性を使った情報の盗み見を防ぎます。",
    en: "These headers isolate the site from other sites' windows and processes, which prevents leaks between windows and through side channels.",
  },
  remedy: {
    ja: "Cross-Origin-Opener-Policy: same-originとCross-Origin-Resource-Policy: same-originから始め、外部の部品に影響がなければCross-Origin-Embedder-Policyも設定してください。",
    en: "Start with Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Resource-Policy: same-origin. Add Cross-Origin-Embedder-Policy if your embedded content allows it.",
  },
  outcomes: {
    isolated: {
      ja: "COOP、CORP、COEPがすべて設定されています。",
      en: "COOP, CORP and COEP are all set.",
    },
    partial: {
      ja: "設定されていないヘッダーがあります：{isolation.missing}",
      en: "Missing headers: {isolation.missing}",
    },
  },
  facts: {
    "isolation.coep": { ja: "COEPヘッダーがある", en: "COEP header present" },
    "isolation.coop": { ja: "COOPヘッダーがある", en: "COOP header present" },
    "isolation.corp": { ja: "CORPヘッダーがある", en: "CORP header present" },
    "isolation.missing": { ja: "欠けているヘッダー", en: "Missing headers" },
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
} satisfies CheckTexts;
