import { formatMoment } from "@sekimori/kit-contract/dates";
import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { type Html, html } from "@sekimori/kit-server/html";
import { testCardTable } from "../cards/test-card-table.ts";
import { standingAccounts } from "../identity/identity-accounts.ts";
import { mailSentinelTable } from "../mailbox/mailbox-pages.ts";
import { layout } from "../page/layout.ts";
import { challengeTries, rightChallengeCode } from "../payment/settings.ts";
import type { DemoSignIn } from "./demo-sign-in.ts";

const text = {
  title: { ja: "操作盤", en: "Control" },
  addresses: { ja: "アドレス", en: "Addresses" },
  product: { ja: "製品", en: "The product" },
  mailbox: { ja: "メールボックス", en: "Mailbox" },
  feed: { ja: "メールのJSON", en: "Emails as JSON" },
  smtp: { ja: "SMTP", en: "SMTP" },
  payment: { ja: "決済会社", en: "Payment company" },
  ledger: { ja: "台帳（JSON）", en: "Ledger (JSON)" },
  issuer: { ja: "外部ID（発行者）", en: "External ID (issuer)" },
  clock: { ja: "時計", en: "Clock" },
  now: { ja: "いまの時刻（日本時間）", en: "Time now (Tokyo)" },
  logIn: { ja: "デモのログイン", en: "Demo login" },
  email: { ja: "メールアドレス", en: "Email address" },
  password: { ja: "パスワード", en: "Password" },
  cards: { ja: "テストカード", en: "Test cards" },
  codes: { ja: "3-Dセキュアの認証コード", en: "3-D Secure codes" },
  code: { ja: "コード", en: "Code" },
  effect: { ja: "起きること", en: "What happens" },
  right: { ja: "正しいコードです。", en: "The right code." },
  other: { ja: "ほかのコード", en: "Any other code" },
  wrong: {
    ja: `誤りです。${challengeTries}回目で認証に失敗します（three_d_secure）。`,
    en: `Wrong. The ${challengeTries}rd wrong code fails the authentication (three_d_secure).`,
  },
  cancel: { ja: "キャンセルボタン", en: "The cancel button" },
  cancelled: {
    ja: "登録が取り消されます（cancelled）。",
    en: "The registration is canceled (cancelled).",
  },
  nothing: { ja: "画面を閉じる", en: "Closing the page" },
  expires: {
    ja: "15分後に期限切れになります（expired）。",
    en: "The registration expires after 15 minutes (expired).",
  },
  accounts: { ja: "外部IDのアカウント", en: "External ID accounts" },
  accountsLead: {
    ja: "外部IDの画面で選びます。好きなメールアドレスのアカウントも作れます。拒否やサーバーエラーも起こせます。",
    en: "Choose one on the external ID's page. There you can also create an account with any email address, deny the request or cause a server error.",
  },
  account: { ja: "アカウント", en: "Account" },
  ordinary: { ja: "普通にログインできます。", en: "Logs in normally." },
  mail: { ja: "失敗を起こす宛先", en: "Addresses that misbehave" },
} as const satisfies Readonly<Record<string, Localized>>;

export interface ControlFacts {
  readonly now: Date;
  readonly portalOrigins: readonly string[];
  readonly links: readonly { readonly name: string; readonly url: string }[];
  readonly smtpPort: number;
  /** Of the external identity provider. */
  readonly issuer: string;
  readonly demoSignIns: readonly DemoSignIn[];
}

const link = (address: string) => html`<a href="${address}">${address}</a>`;

function challengeCodes(locale: Locale): Html {
  const rows = [
    [html`<code data-copy>${rightChallengeCode}</code>`, text.right[locale]],
    [text.other[locale], text.wrong[locale]],
    [text.cancel[locale], text.cancelled[locale]],
    [text.nothing[locale], text.expires[locale]],
  ];
  return html`<div class="scroll"><table><thead><tr><th scope="col">${text.code[locale]}</th>
<th scope="col">${text.effect[locale]}</th></tr></thead>
<tbody>${rows.map(([code, effect]) => html`<tr><td>${code}</td><td>${effect}</td></tr>`)}</tbody></table></div>`;
}

function identityAccounts(locale: Locale): Html {
  return html`<p>${text.accountsLead[locale]}</p>
<div class="scroll"><table><thead><tr><th scope="col">${text.account[locale]}</th>
<th scope="col">${text.email[locale]}</th><th scope="col">${text.effect[locale]}</th></tr></thead>
<tbody>${standingAccounts.map(
    ({ name, email, note }) =>
      html`<tr><td>${name}</td><td class="wrap">${email ?? "–"}</td><td class="wrap">${(note ?? text.ordinary)[locale]}</td></tr>`,
  )}</tbody></table></div>`;
}

/** The first page of the sandbox: where everything is and how to make it fail. */
export function controlPage(facts: ControlFacts, locale: Locale, here: string): Html {
  return layout(
    { title: text.title, locale, path: "/", here },
    html`<div class="grid">
<section class="panel"><h2>${text.addresses[locale]}</h2><dl>
  <dt>${text.product[locale]}</dt><dd>${facts.portalOrigins.map((origin) => html`<div>${link(origin)}</div>`)}</dd>
  ${facts.links.map(({ name, url }) => html`<dt>${name}</dt><dd>${link(url)}</dd>`)}
  <dt>${text.mailbox[locale]}</dt><dd>${link("/mailbox")}</dd>
  <dt>${text.feed[locale]}</dt><dd>${link("/mailbox/messages")}</dd>
  <dt>${text.smtp[locale]}</dt><dd><code>127.0.0.1:${facts.smtpPort}</code></dd>
  <dt>${text.payment[locale]}</dt><dd>${link("/payment")}</dd>
  <dt>${text.ledger[locale]}</dt><dd>${link("/payment/ledger")}</dd>
  <dt>${text.issuer[locale]}</dt>
  <dd><a href="/identity/.well-known/openid-configuration">${facts.issuer}</a></dd>
</dl></section>
<div>
<section class="panel"><h2>${text.now[locale]}</h2>
  <p class="big"><time datetime="${facts.now.toISOString()}">${formatMoment(facts.now.toISOString(), locale)}</time></p>
  <p><a href="/clock">${text.clock[locale]}</a></p></section>
${
  facts.demoSignIns.length > 0 &&
  html`<section class="panel"><h2>${text.logIn[locale]}</h2>${facts.demoSignIns.map(
    ({
      email,
      password,
    }) => html`<dl><dt>${text.email[locale]}</dt><dd><code data-copy>${email}</code></dd>
<dt>${text.password[locale]}</dt><dd><code data-copy>${password}</code></dd></dl>`,
  )}</section>`
}
</div></div>
<section><h2>${text.cards[locale]}</h2>${testCardTable(locale)}</section>
<section><h2>${text.codes[locale]}</h2>${challengeCodes(locale)}</section>
<section><h2>${text.accounts[locale]}</h2>${identityAccounts(locale)}</section>
<section><h2>${text.mail[locale]}</h2>${mailSentinelTable(locale)}</section>`,
  );
}
