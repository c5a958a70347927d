import type { Locale } from "@sekimori/kit-contract/locale";
import { type Html, html } from "@sekimori/kit-server/html";
import type { InteractionView } from "@sekimori/portal-contract/endpoints/openid";

const text = {
  login: { ja: "ログイン", en: "Login" },
  leads: { ja: "へのログインです。", en: " asks you to log in." },
  email: { ja: "メールアドレス", en: "Email address" },
  password: { ja: "パスワード", en: "Password" },
  submit: { ja: "ログイン", en: "Log in" },
  deny: { ja: "拒否", en: "Deny" },
  allow: { ja: "許可", en: "Allow" },
  cancel: { ja: "やめる", en: "Cancel" },
  again: { ja: "続けるにはもう一度ログインしてください。", en: "Log in again to continue." },
  other: {
    ja: "アプリケーションは別のアカウントでのログインを求めています。",
    en: "The application asks for another account.",
  },
  code: { ja: "ワンタイムパスワード", en: "One-time password" },
  codeLead: {
    ja: "メールで届いた6桁のワンタイムパスワードを入力してください。",
    en: "Enter the six-digit one-time password that was sent to you by mail.",
  },
  verify: { ja: "認証", en: "Verify" },
  consent: { ja: "アプリケーションへの許可", en: "Allow the application" },
  asks: { ja: "は次の情報の利用を求めています。", en: " asks for the following." },
  continue: { ja: "続ける", en: "Continue" },
  select: { ja: "アカウントの選択", en: "Choose an account" },
  selectLead: {
    ja: "で使うアカウントを選んでください。",
    en: " asks which account to use.",
  },
  keep: { ja: "このアカウントで続ける", en: "Continue with this account" },
  change: { ja: "別のアカウントでログイン", en: "Log in with another account" },
} as const;

const scopeText: Record<InteractionView["scopes"][number], Record<Locale, string>> = {
  openid: { ja: "あなたを識別する番号", en: "An identifier of your account" },
  profile: { ja: "お名前と言語", en: "Your name and language" },
  email: { ja: "メールアドレス", en: "Your email address" },
  address: { ja: "住所", en: "Your address" },
  plan: { ja: "ご契約のプラン", en: "Your plan" },
  organization: { ja: "組織名と法人番号", en: "Your organisation and its corporate number" },
  offline_access: {
    ja: "ログインしていないときの利用",
    en: "Access while you are not logged in",
  },
};

/** What went wrong with the last form, in a sentence. */
export const plainErrors = {
  UsernamePasswordIncorrect: {
    ja: "メールアドレスまたはパスワードが正しくありません。",
    en: "Email address or password is incorrect.",
  },
  OTPInvalid: {
    ja: "ワンタイムパスワードが正しくありません。",
    en: "One-time password is incorrect.",
  },
  OTPExpired: {
    ja: "ワンタイムパスワードの有効期限が切れました。",
    en: "One-time password has expired.",
  },
  TooManyRequest: {
    ja: "試行回数が多すぎます。しばらくしてからお試しください。",
    en: "Too many attempts. Try again later.",
  },
  other: {
    ja: "この画面では続けられません。ポータルでログインしてください。",
    en: "This cannot be continued here. Log in at the portal.",
  },
} as const;

export type PlainError = keyof typeof plainErrors;

export interface PlainForm {
  readonly locale: Locale;
  /** Where the forms go: the interaction's own address. */
  readonly action: string;
  /** Proves that the form came from our page. */
  readonly token: string;
  readonly error?: PlainError | undefined;
  /** What was typed before, which an error must not cost. */
  readonly email?: string | undefined;
}

function form(page: PlainForm, path: string, fields: Html): Html {
  return html`<form method="post" action="${page.action}/${path}">
<input type="hidden" name="token" value="${page.token}">${fields}</form>`;
}

function alert({ error, locale }: PlainForm): Html | undefined {
  return error && html`<p class="alert" role="alert">${plainErrors[error][locale]}</p>`;
}

const cancel = (page: PlainForm) =>
  form(page, "deny", html`<button class="second">${text.cancel[page.locale]}</button>`);

/** E-mail and password, as on the login page. */
export function signInForm(page: PlainForm, view: InteractionView): Html {
  const { locale } = page;
  const name = html`<strong>${view.client.name}</strong>`;
  return html`<h1>${text.login[locale]}</h1>
<p>${name}${text.leads[locale]}</p>${alert(page)}
${view.otherAccount && html`<p>${text.other[locale]}</p>`}
${view.step === "reauthenticate" && html`<p>${text.again[locale]}</p>`}
${form(
  page,
  "sign-in",
  html`<label for="email">${text.email[locale]}</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${page.email ?? view.loginHint ?? view.account?.email ?? ""}">
<label for="password">${text.password[locale]}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button>${text.submit[locale]}</button>`,
)}${cancel(page)}`;
}

export function oneTimePasswordForm(page: PlainForm): Html {
  const { locale } = page;
  return html`<h1>${text.code[locale]}</h1><p>${text.codeLead[locale]}</p>${alert(page)}
${form(
  page,
  "one-time-password",
  html`<label for="code">${text.code[locale]}</label>
<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" required>
<button>${text.verify[locale]}</button>`,
)}${cancel(page)}`;
}

/** What the application asks for, and the two answers. */
export function consentForm(page: PlainForm, view: InteractionView): Html {
  const { locale } = page;
  const items = view.scopes.map((scope) => html`<li>${scopeText[scope][locale]}</li>`);
  return html`<h1>${text.consent[locale]}</h1>
<p><strong>${view.client.name}</strong> (${view.client.host})${text.asks[locale]}</p><ul>${items}</ul>
<p class="muted">${view.account?.email ?? ""}</p>
${form(page, "allow", html`<button>${text.allow[locale]}</button>`)}
${form(page, "deny", html`<button class="second">${text.deny[locale]}</button>`)}`;
}

export function continueForm(page: PlainForm, view: InteractionView): Html {
  const { locale } = page;
  return html`<h1>${view.client.name}</h1>
${form(page, "continue", html`<button>${text.continue[locale]}</button>`)}${cancel(page)}`;
}

/** Who is signed in, and whether to go on so; `canChange` when these pages can sign another in. */
export function selectAccountForm(
  page: PlainForm,
  view: InteractionView,
  canChange: boolean,
): Html {
  const { locale } = page;
  return html`<h1>${text.select[locale]}</h1>
<p><strong>${view.client.name}</strong>${text.selectLead[locale]}</p>
<p>${view.account?.name ?? ""}<br><span class="muted">${view.account?.email ?? ""}</span></p>
${form(page, "keep", html`<button>${text.keep[locale]}</button>`)}
${canChange && form(page, "change", html`<button class="second">${text.change[locale]}</button>`)}${cancel(page)}`;
}

export const plainTitle = (locale: Locale): string => text.login[locale];
