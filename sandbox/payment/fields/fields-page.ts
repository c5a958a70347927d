import type { Locale } from "@sekimori/kit-contract/locale";
import { type Html, html, jsonIsland } from "@sekimori/kit-server/html";
import { type CardField, cardFields } from "../card-form.ts";
import { brandMarks } from "./brand-marks.ts";
import { fieldHints, fieldLabels, fieldsText } from "./fields-text.ts";

/** What the page's script needs to know; read by web/fields.ts. */
export interface FieldsConfiguration {
  readonly key: string;
  readonly locale: Locale;
  /** Exact origin of the page that frames the fields. */
  readonly parentOrigin: string;
  /** The company's time when the page was made, in milliseconds. */
  readonly now: number;
  readonly theme: "light" | "dark";
  /** Colour of what the frame lies on, as #rrggbb. */
  readonly surface?: string | undefined;
}

const inputs: Readonly<
  Record<CardField, { autocomplete: string; inputmode: "numeric" | "text"; maxlength: number }>
> = {
  // Longer than any number, so that pasted separators do not cut digits off.
  number: { autocomplete: "cc-number", inputmode: "numeric", maxlength: 40 },
  expiryMonth: { autocomplete: "cc-exp-month", inputmode: "numeric", maxlength: 4 },
  expiryYear: { autocomplete: "cc-exp-year", inputmode: "numeric", maxlength: 6 },
  securityCode: { autocomplete: "cc-csc", inputmode: "numeric", maxlength: 6 },
  holder: { autocomplete: "cc-name", inputmode: "text", maxlength: 60 },
};

function field(name: CardField, locale: Locale): Html {
  const { autocomplete, inputmode, maxlength } = inputs[name];
  return html`<div class="field" data-field="${name}">
      <label for="${name}"><span data-label>${fieldLabels[name][locale]}</span>
        <span class="badge" data-required>${fieldsText.required[locale]}</span></label>
      <p class="hint" id="${name}-hint" data-hint>${fieldHints[name][locale]}</p>
      <div class="control">
        <input id="${name}" name="${name}" type="text" required autocomplete="${autocomplete}"
          inputmode="${inputmode}" enterkeyhint="${name === "holder" ? "done" : "next"}" maxlength="${maxlength}" spellcheck="false"
          autocapitalize="${name === "holder" ? "characters" : "off"}"
          aria-describedby="${name}-hint ${name}-error">
        ${name === "number" && html`${brandMarks()}<span class="unseen" id="brand" aria-live="polite"></span>`}
      </div>
      <p class="error" id="${name}-error" hidden></p>
    </div>`;
}

/** The page that merchants frame. Without its script it is only a form that leads nowhere. */
export function fieldsPage(configuration: FieldsConfiguration): Html {
  const { locale, theme } = configuration;
  return html`<!doctype html>
<html lang="${locale}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme}">
<link rel="icon" href="data:,">
<title>${fieldsText.title[locale]}</title>
<link rel="stylesheet" href="/payment/assets/fields.css">
</head>
<body>
<main>
  <h1 class="unseen" data-title>${fieldsText.title[locale]}</h1>
  <form id="card" method="post" novalidate>
    ${cardFields.map((name) => field(name, locale))}
  </form>
</main>
${jsonIsland("configuration", configuration)}
<script type="module" src="/payment/assets/fields.js"></script>
</body>
</html>`;
}
