import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { type Html, html } from "@sekimori/kit-server/html";

const chapters = [
  { path: "/", name: { ja: "操作盤", en: "Control" } },
  { path: "/mailbox", name: { ja: "メールボックス", en: "Mailbox" } },
  { path: "/payment", name: { ja: "決済会社", en: "Payments" } },
  { path: "/company", name: { ja: "見本の会社", en: "Sample company" } },
  { path: "/clock", name: { ja: "時計", en: "Clock" } },
] as const satisfies readonly { path: string; name: Localized }[];

const text = {
  name: { ja: "関守サンドボックス", en: "Sekimori sandbox" },
  lead: {
    ja: "開発とデモのための模擬環境です",
    en: "A make-believe outside world for development and demos",
  },
  otherLanguage: { ja: "English", en: "日本語" },
  navigation: { ja: "サンドボックス内の移動", en: "Sandbox navigation" },
  skip: { ja: "本文へ移動", en: "Skip to content" },
} as const satisfies Readonly<Record<string, Localized>>;

interface Layout {
  readonly title: Localized;
  readonly locale: Locale;
  /** The chapter that is open. */
  readonly path: (typeof chapters)[number]["path"];
  /** Address of this very page, for the language switch. */
  readonly here: string;
}

function withLocale(address: string, locale: Locale): string {
  const url = new URL(address, "http://sandbox.invalid");
  url.searchParams.set("locale", locale);
  return `${url.pathname}${url.search}`;
}

/** The frame of the sandbox's own pages. */
export function layout({ title, locale, path, here }: Layout, body: Html): Html {
  const other = locale === "ja" ? "en" : "ja";
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title[locale]} | ${text.name[locale]}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/sandbox.css">
<script type="module" src="/assets/copy.js"></script>
</head>
<body>
<a class="skip" href="#main">${text.skip[locale]}</a>
<header>
  <div><p class="name">${text.name[locale]}</p><p class="lead">${text.lead[locale]}</p></div>
  <a class="language" lang="${other}" hreflang="${other}" href="${withLocale(here, other)}">${text.otherLanguage[locale]}</a>
</header>
<nav aria-label="${text.navigation[locale]}"><ul>${chapters.map(
    (chapter) =>
      html`<li><a href="${chapter.path}"${chapter.path === path && html` aria-current="page"`}>${chapter.name[locale]}</a></li>`,
  )}</ul></nav>
<main id="main"><h1>${title[locale]}</h1>
${body}</main>
</body>
</html>`;
}
