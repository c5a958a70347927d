import type { Locale } from "@sekimori/kit-contract/locale";
import { type Html, html } from "@sekimori/kit-server/html";
import { type Brand, brandRules } from "../../cards/card-number.ts";
import { challengeTries } from "../settings.ts";
import { challengeText as text, wrongCodeSentence } from "./challenge-text.ts";

interface Shell {
  readonly locale: Locale;
  readonly title: string;
  readonly otherLanguage?: string;
}

function shell({ locale, title, otherLanguage }: Shell, body: Html): Html {
  const other = locale === "ja" ? "en" : "ja";
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title} | ${text.company[locale]}</title>
<link rel="stylesheet" href="/payment/assets/company.css">
</head>
<body>
<header><div class="bar"><p class="brand"><span class="dune" aria-hidden="true"></span>${text.company[locale]}</p>
${otherLanguage !== undefined && html`<a lang="${other}" hreflang="${other}" href="${otherLanguage}">${text.otherLanguage[locale]}</a>`}</div>
<p class="ribbon">${text.sandbox[locale]}</p></header>
<main>${body}</main>
</body>
</html>`;
}

export interface Challenge {
  readonly id: string;
  readonly locale: Locale;
  readonly merchant: string;
  readonly brand: Brand;
  readonly last4: string;
  readonly wrongCodes: number;
}

/** Asks for the code. Works without script. */
export function challengePage(challenge: Challenge): Html {
  const { id, locale } = challenge;
  const wrong =
    challenge.wrongCodes > 0 && wrongCodeSentence(challengeTries - challenge.wrongCodes)[locale];
  const title = wrong === false ? text.title[locale] : `${text.error[locale]}${text.title[locale]}`;
  const otherLanguage = `?locale=${locale === "ja" ? "en" : "ja"}`;
  const action = `/payment/three-d-secure/${id}?locale=${locale}`;
  return shell(
    { locale, title, otherLanguage },
    html`<h1>${text.title[locale]}</h1>
<p>${text.lead[locale]}</p>
<dl>
  <dt>${text.merchant[locale]}</dt><dd>${challenge.merchant}</dd>
  <dt>${text.card[locale]}</dt>
  <dd>${brandRules[challenge.brand].name} ${text.ending[locale]} ${challenge.last4}</dd>
</dl>
<form method="post" action="${action}">
  <label for="code">${text.code[locale]}</label>
  <p class="hint" id="code-hint">${text.codeHint[locale]}</p>
  <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required
    spellcheck="false" autofocus aria-describedby="code-hint code-error"
    ${wrong !== false && html`aria-invalid="true"`}>
  <p class="error" id="code-error" role="alert">${wrong !== false && [text.error[locale], wrong]}</p>
  <div class="actions">
    <button name="action" value="confirm">${text.confirm[locale]}</button>
    <button name="action" value="cancel" class="plain" formnovalidate>${text.cancel[locale]}</button>
  </div>
</form>
<p class="note">${text.testCode[locale]}</p>`,
  );
}

interface Return {
  readonly id: string;
  readonly about: "registration" | "charge";
  readonly returnUrl: string;
  readonly locale: Locale;
  readonly nonce: string;
}

/**
 * Sends the browser back by a cross-site form POST, as payment companies do. It carries the id
 * only: what came of it the merchant must ask the company's API, because a browser can lie.
 */
export function returnPage({ id, about, returnUrl, locale, nonce }: Return): Html {
  return shell(
    { locale, title: text.leaving[locale] },
    html`<h1>${text.leaving[locale]}</h1>
<p>${text.leavingLead[locale]}</p>
<form id="return" method="post" action="${returnUrl}">
  <input type="hidden" name="${about}" value="${id}">
  <div class="actions"><button>${text.leavingButton[locale]}</button></div>
</form>
<script nonce="${nonce}">document.getElementById("return").submit()</script>`,
  );
}

export function unknownChallengePage(locale: Locale): Html {
  return shell(
    { locale, title: text.unknown[locale] },
    html`<h1>${text.unknown[locale]}</h1><p>${text.unknownLead[locale]}</p>`,
  );
}
