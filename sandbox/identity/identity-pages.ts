import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { type Html, html } from "@sekimori/kit-server/html";
import type { IdentityAccount } from "./identity-accounts.ts";

const text = {
  company: { ja: "外部ID（サンドボックス）", en: "External ID (sandbox)" },
  title: { ja: "アカウントを選択", en: "Choose an account" },
  lead: {
    ja: "ログインに使うアカウントを選んでください。パスワードは要りません。",
    en: "Choose the account to log in with. No password needed.",
  },
  client: { ja: "サービス：", en: "Service: " },
  noEmail: { ja: "メールアドレスなし", en: "No email address" },
  create: { ja: "新しいアカウントを作る", en: "Create a new account" },
  name: { ja: "氏名", en: "Name" },
  email: { ja: "メールアドレス", en: "Email address" },
  verified: { ja: "メールアドレスは確認済み", en: "The email address is verified" },
  createButton: { ja: "作ってログイン", en: "Create and log in" },
  fail: { ja: "失敗させる", en: "Make it fail" },
  deny: { ja: "拒否する（access_denied）", en: "Deny (access_denied)" },
  error: { ja: "エラーにする（server_error）", en: "Fail (server_error)" },
  busy: {
    ja: "一時的に使えない（temporarily_unavailable）",
    en: "Be unavailable (temporarily_unavailable)",
  },
  problem: { ja: "ログインを続けられません", en: "Can't continue logging in" },
  expired: {
    ja: "この画面の有効期限が切れました。元のサービスからやり直してください。",
    en: "This page has expired. Start again from the service you came from.",
  },
  sandbox: {
    ja: "サンドボックス — 実在しないIDサービスです",
    en: "Sandbox — not a real identity provider",
  },
  otherLanguage: { ja: "English", en: "日本語" },
} as const satisfies Readonly<Record<string, Localized>>;

function shell(locale: Locale, title: string, body: Html, switchable = true): Html {
  const other = locale === "ja" ? "en" : "ja";
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title} | ${text.company[locale]}</title>
<link rel="stylesheet" href="/identity/assets/identity.css">
</head>
<body>
<header><div class="bar"><p class="brand"><span class="seal" aria-hidden="true">ID</span>${text.company[locale]}</p>
${switchable && html`<a lang="${other}" hreflang="${other}" href="?locale=${other}">${text.otherLanguage[locale]}</a>`}</div>
<p class="ribbon">${text.sandbox[locale]}</p></header>
<main><h1>${title}</h1>
${body}</main>
</body>
</html>`;
}

interface Choice {
  readonly locale: Locale;
  /** The application that asks. */
  readonly client: string;
  /** Address of this page, which its forms are sent to. */
  readonly action: string;
  readonly accounts: readonly IdentityAccount[];
  /** Address that the application expects. */
  readonly hint: string | undefined;
}

/** Who signs in, or what goes wrong. Works without script. */
export function choicePage({ locale, client, action, accounts, hint }: Choice): Html {
  const choices = accounts.map(
    (account) => html`<li><button name="subject" value="${account.subject}" class="account">
  <strong>${account.name}</strong><span>${account.email ?? text.noEmail[locale]}</span>
  ${account.note !== undefined && html`<small>${account.note[locale]}</small>`}</button></li>`,
  );
  return shell(
    locale,
    text.title[locale],
    html`<p>${text.lead[locale]}</p>
<p>${text.client[locale]}<strong>${client}</strong></p>
<form method="post" action="${action}/choose"><ul>${choices}</ul></form>
<section><h2>${text.create[locale]}</h2>
<form method="post" action="${action}/make">
  <label for="name">${text.name[locale]}</label>
  <input id="name" name="name" required maxlength="100" autocomplete="name">
  <label for="email">${text.email[locale]}</label>
  <input id="email" name="email" type="email" required maxlength="254" autocomplete="email" value="${hint ?? ""}">
  <label class="check"><input type="checkbox" name="verified" value="yes" checked> ${text.verified[locale]}</label>
  <button>${text.createButton[locale]}</button>
</form></section>
<section><h2>${text.fail[locale]}</h2>
<form method="post" action="${action}/fail" class="row">
  <button class="plain" name="error" value="access_denied">${text.deny[locale]}</button>
  <button class="plain" name="error" value="server_error">${text.error[locale]}</button>
  <button class="plain" name="error" value="temporarily_unavailable">${text.busy[locale]}</button>
</form></section>`,
  );
}

export function expiredChoicePage(locale: Locale): Html {
  return shell(locale, text.problem[locale], html`<p>${text.expired[locale]}</p>`);
}

/** What the protocol engine shows when it cannot send the browser back. For engineers. */
/** Whether somebody logs out here too, whom an application has sent. @param form the engine's. */
export function logoutPage(form: Html): Html {
  return shell(
    "en",
    "Log out",
    html`${form}<p><button form="op.logoutForm" name="logout" value="yes">Log out</button></p>`,
    false,
  );
}

export function identityErrorPage(error: string, description: string): Html {
  return shell(
    "en",
    text.problem.en,
    html`<p><code>${error}</code></p><p>${description}</p>`,
    false,
  );
}
