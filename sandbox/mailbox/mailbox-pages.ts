import { formatMoment } from "@sekimori/kit-contract/dates";
import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { type Html, html } from "@sekimori/kit-server/html";
import { layout } from "../page/layout.ts";
import { mailSentinels } from "./mail-sentinels.ts";
import type { MailMessage } from "./mail-store.ts";

const text = {
  title: { ja: "メールボックス", en: "Mailbox" },
  lead: {
    ja: "製品が送ったメールはすべてここに届きます。外には出ません。",
    en: "Every email that the product sends arrives here and goes no further.",
  },
  search: { ja: "宛先で絞り込む", en: "Search by recipient" },
  searchButton: { ja: "検索", en: "Search" },
  all: { ja: "すべて表示", en: "Show all" },
  none: { ja: "メールはまだありません。", en: "No emails yet." },
  noneFound: {
    ja: "この宛先を含むメールはありません。",
    en: "No emails to a recipient like this.",
  },
  subject: { ja: "件名", en: "Subject" },
  to: { ja: "宛先", en: "To" },
  from: { ja: "差出人", en: "From" },
  received: { ja: "受信日時", en: "Received" },
  noSubject: { ja: "（件名なし）", en: "(no subject)" },
  remove: { ja: "このメールを削除", en: "Delete this email" },
  removeAll: { ja: "すべて削除", en: "Delete all" },
  back: { ja: "一覧に戻る", en: "Back to the list" },
  htmlPart: { ja: "HTML", en: "HTML" },
  textPart: { ja: "テキスト", en: "Plain text" },
  missing: { ja: "この形式の本文はありません。", en: "This email has no such part." },
  attachments: { ja: "添付ファイル", en: "Attachments" },
  headers: { ja: "ヘッダー", en: "Headers" },
  raw: { ja: "原文", en: "Source" },
  unknown: { ja: "メールが見つかりません", en: "Email not found" },
  unknownLead: { ja: "削除されたようです。", en: "It seems to have been deleted." },
  sentinels: { ja: "失敗を起こす宛先", en: "Addresses that misbehave" },
  address: { ja: "宛先の例", en: "Such as" },
  effect: { ja: "起きること", en: "What happens" },
} as const satisfies Readonly<Record<string, Localized>>;

/** The table of misbehaving addresses; the control page shows it too. */
export function mailSentinelTable(locale: Locale): Html {
  return html`<div class="scroll"><table>
<thead><tr><th scope="col">${text.address[locale]}</th><th scope="col">${text.effect[locale]}</th></tr></thead>
<tbody>${Object.entries(mailSentinels).map(
    ([tag, { explanation }]) =>
      html`<tr><td><code>hanako+${tag}@example.com</code></td><td>${explanation[locale]}</td></tr>`,
  )}</tbody></table></div>`;
}

interface Page {
  readonly locale: Locale;
  readonly here: string;
}

export function mailListPage(
  { locale, here }: Page,
  mails: readonly MailMessage[],
  search: string | undefined,
): Html {
  const list =
    mails.length === 0
      ? html`<p class="empty">${search === undefined ? text.none[locale] : text.noneFound[locale]}</p>`
      : html`<div class="scroll"><table>
<thead><tr><th scope="col">${text.subject[locale]}</th><th scope="col">${text.to[locale]}</th>
<th scope="col">${text.received[locale]}</th></tr></thead>
<tbody>${mails.map(
          (mail) => html`<tr>
  <td><a href="/mailbox/${mail.id}">${mail.subject || text.noSubject[locale]}</a></td>
  <td class="wrap">${mail.to.join(", ")}</td>
  <td><time datetime="${mail.received_at}">${formatMoment(mail.received_at, locale)}</time></td></tr>`,
        )}</tbody></table></div>
<form method="post" action="/mailbox/delete"><button class="plain">${text.removeAll[locale]}</button></form>`;
  return layout(
    { title: text.title, locale, path: "/mailbox", here },
    html`<p>${text.lead[locale]}</p>
<form method="get" action="/mailbox" role="search"><label for="search">${text.search[locale]}</label>
  <div class="row"><input id="search" name="search" type="search" value="${search ?? ""}">
  <button>${text.searchButton[locale]}</button>
  ${search !== undefined && html`<a href="/mailbox">${text.all[locale]}</a>`}</div></form>
${list}
<section><h2>${text.sentinels[locale]}</h2>${mailSentinelTable(locale)}</section>`,
  );
}

/** A code stands on a line of its own. */
function withCodes(plain: string): Html {
  return html`${plain
    .split(/^( *\d{6})$/m)
    .map((part, index) =>
      index % 2 === 1 ? html`    <code data-copy>${part.trim()}</code>` : part,
    )}`;
}

/** Text with its web addresses made into links; everything else stays text. */
function linked(plain: string): Html {
  return html`${plain
    .split(/(https?:\/\/[^\s<>"）」]+)/)
    .map((part, index) =>
      index % 2 === 1 ? html`<a href="${part}" rel="noreferrer">${part}</a>` : withCodes(part),
    )}`;
}

export function mailPage({ locale, here }: Page, mail: MailMessage): Html {
  const title = mail.subject || text.noSubject[locale];
  return layout(
    { title: { ja: title, en: title }, locale, path: "/mailbox", here },
    html`<p><a href="/mailbox">← ${text.back[locale]}</a></p>
<dl>
  <dt>${text.from[locale]}</dt><dd>${mail.headers.from ?? mail.from}</dd>
  <dt>${text.to[locale]}</dt><dd>${mail.to.join(", ")}</dd>
  <dt>${text.received[locale]}</dt>
  <dd><time datetime="${mail.received_at}">${formatMoment(mail.received_at, locale)}</time></dd>
  ${
    mail.attachments.length > 0 &&
    html`<dt>${text.attachments[locale]}</dt>
  <dd>${mail.attachments.map(({ filename, mime_type, size }) => html`${filename} (${mime_type}, ${size} B) `)}</dd>`
  }
</dl>
<section><h2 id="html-part">${text.htmlPart[locale]}</h2>${
      mail.html === ""
        ? html`<p class="empty">${text.missing[locale]}</p>`
        : html`<iframe class="preview" aria-labelledby="html-part" src="/mailbox/${mail.id}/html"
  sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
    }</section>
<section><h2>${text.textPart[locale]}</h2>${
      mail.text === ""
        ? html`<p class="empty">${text.missing[locale]}</p>`
        : html`<pre class="mail">${linked(mail.text)}</pre>`
    }</section>
<details><summary>${text.headers[locale]}</summary><div class="scroll"><table><tbody>${Object.entries(
      mail.headers,
    ).map(
      ([name, value]) =>
        html`<tr><th scope="row">${name}</th><td class="wrap"><code>${value}</code></td></tr>`,
    )}</tbody></table></div></details>
<p><a href="/mailbox/messages/${mail.id}/raw">${text.raw[locale]}</a> · <a href="/mailbox/messages/${mail.id}">JSON</a></p>
<form method="post" action="/mailbox/${mail.id}/delete"><button class="plain">${text.remove[locale]}</button></form>`,
  );
}

export function unknownMailPage({ locale, here }: Page): Html {
  return layout(
    { title: text.unknown, locale, path: "/mailbox", here },
    html`<p>${text.unknownLead[locale]}</p><p><a href="/mailbox">${text.back[locale]}</a></p>`,
  );
}
