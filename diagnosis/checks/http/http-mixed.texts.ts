import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `http-mixed`. */
export const httpMixedTexts = {
  title: { ja: "混在コンテンツ", en: "Mixed content" },
  looksAt: {
    ja: "HTTPSのページが、HTTPのスクリプト、スタイル、フォームの送信先、画像などを使っていないかを調べます。",
    en: "Whether an HTTPS page uses scripts, styles, form targets or images over HTTP.",
  },
  explanation: {
    ja: "HTTPSのページが平文のHTTPでスクリプトを読み込んだりフォームを送信したりすると、その部分が書き換えや盗み見を受け、ページ全体の安全が失われます。",
    en: "When an HTTPS page loads scripts or submits forms over plain HTTP, that part can be altered or read, and the whole page is no longer safe.",
  },
  remedy: {
    ja: "ページ内のhttp://をhttps://に改めてください。移行中はCSPのupgrade-insecure-requestsを併用できます。",
    en: "Change http:// to https:// in the page. While you do, upgrade-insecure-requests in the CSP helps.",
  },
  outcomes: {
    clean: { ja: "混在コンテンツはありません。", en: "There is no mixed content." },
    active: {
      ja: "スクリプトやフォームなどが平文のHTTPを使います：{mixed.activeUrls}",
      en: "Scripts, frames or forms use plain HTTP: {mixed.activeUrls}",
    },
    passive: {
      ja: "画像などが平文のHTTPで読み込まれます：{mixed.passiveUrls}",
      en: "Images or media are loaded over plain HTTP: {mixed.passiveUrls}",
    },
  },
  facts: {
    "mixed.active": {
      ja: "暗号化されずに読み込むスクリプトなどがある",
      en: "Scripts or styles loaded over HTTP",
    },
    "mixed.activeUrls": {
      ja: "暗号化されずに読み込むスクリプトなど",
      en: "Scripts and styles loaded over HTTP",
    },
    "mixed.passive": {
      ja: "暗号化されずに読み込む画像などがある",
      en: "Images or media loaded over HTTP",
    },
    "mixed.passiveUrls": {
      ja: "暗号化されずに読み込む画像など",
      en: "Images and media loaded over HTTP",
    },
  },
  source: [{ title: "Mixed Content §3", url: "https://www.w3.org/TR/mixed-content/" }],
} satisfies CheckTexts;
