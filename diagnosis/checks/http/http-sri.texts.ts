import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `http-sri`. */
export const httpSriTexts = {
  title: { ja: "外部スクリプトの改ざん検知（SRI）", en: "Integrity of external scripts (SRI)" },
  looksAt: {
    ja: "他の組織のホストから読み込むスクリプトに、改ざんを検知する値（integrity）があるかを調べます。",
    en: "Whether scripts from hosts of other organizations carry a checksum (integrity).",
  },
  explanation: {
    ja: "外部の配信元が侵害されると、そこから読み込むスクリプトを通じて、このサイトの利用者も被害を受けます。チェックサムを付けると、書き換えられたスクリプトは実行されません。",
    en: "If an outside host is compromised, its scripts attack this site's visitors too. With a checksum, browsers refuse an altered script.",
  },
  remedy: {
    ja: "外部のscript要素にintegrity属性とcrossorigin属性を付けるか、スクリプトを自社のサーバーに置いてください。",
    en: "Add integrity and crossorigin attributes to external script elements, or host the scripts yourself.",
  },
  outcomes: {
    covered: {
      ja: "外部のスクリプトにはすべてintegrity属性があります。",
      en: "Every external script has an integrity attribute.",
    },
    missing: {
      ja: "integrity属性のない外部スクリプトがあります：{sri.urls}",
      en: "External scripts without an integrity attribute: {sri.urls}",
    },
  },
  facts: {
    "sri.missing": {
      ja: "照合なしの外部スクリプトがある",
      en: "External scripts without integrity",
    },
    "sri.urls": { ja: "照合なしの外部スクリプト", en: "Scripts without integrity" },
  },
  source: [
    { title: "Subresource Integrity §3", url: "https://www.w3.org/TR/SRI/" },
    {
      title: "OWASP ASVS 5.0 3.6.1",
      url: "https://owasp.org/www-project-application-security-verification-standard/",
    },
  ],
} satisfies CheckTexts;
