import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `http-frame`. */
export const httpFrameTexts = {
  title: { ja: "枠内表示の制限（クリックジャッキング対策）", en: "Framing by other sites" },
  looksAt: {
    ja: "frame-ancestorsまたはX-Frame-Optionsで、他サイトの枠内への表示を制限しているかを調べます。",
    en: "Whether frame-ancestors or X-Frame-Options keeps other sites from framing the page.",
  },
  explanation: {
    ja: "他のサイトがこのページを透明な枠に重ねて表示できると、利用者に気づかれずにボタンを押させることができます（クリックジャッキング）。",
    en: "If other sites can place this page in an invisible frame over their own, visitors can be tricked into clicking its buttons (clickjacking).",
  },
  remedy: {
    ja: "CSPのframe-ancestorsで枠内表示を許すサイトを限定してください。不要なら'none'、自社だけなら'self'を指定します。",
    en: "List the sites that may frame the page in the CSP's frame-ancestors: 'none' for no site, 'self' for your own only.",
  },
  outcomes: {
    restricted: {
      ja: "他のサイトの枠内での表示は制限されています（{frame.by}）。",
      en: "Framing by other sites is restricted ({frame.by}).",
    },
    open: {
      ja: "どのサイトの枠内にも表示できます。",
      en: "Any site can show the page in a frame.",
    },
  },
  facts: {
    "frame.by": { ja: "埋め込みを制限しているヘッダー", en: "Header that restricts framing" },
    "frame.protected": { ja: "埋め込みが制限されている", en: "Framing restricted" },
  },
  source: [
    {
      title: "CSP3 §6.4.2 frame-ancestors",
      url: "https://www.w3.org/TR/CSP3/#directive-frame-ancestors",
    },
    {
      title: "OWASP ASVS 5.0 3.4.6",
      url: "https://owasp.org/www-project-application-security-verification-standard/",
    },
  ],
} satisfies CheckTexts;
