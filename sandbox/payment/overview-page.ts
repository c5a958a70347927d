import { formatMoment } from "@sekimori/kit-contract/dates";
import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { formatYen } from "@sekimori/kit-contract/yen";
import { type Html, html } from "@sekimori/kit-server/html";
import { brandRules } from "../cards/card-number.ts";
import { testCardTable } from "../cards/test-card-table.ts";
import { layout } from "../page/layout.ts";
import type { readLedger } from "./ledger.ts";

type Ledger = Awaited<ReturnType<typeof readLedger>>;

const text = {
  title: { ja: "決済会社（砂場ペイメント）", en: "Payment company (Sunaba Payments)" },
  lead: {
    ja: "実在しない決済会社です。お金は動きません。カード番号の全桁は保存しません。",
    en: "A payment company that doesn't exist. No money moves. Full card numbers aren't stored.",
  },
  json: { ja: "台帳（JSON）", en: "Ledger (JSON)" },
  registrations: { ja: "カード登録", en: "Card registrations" },
  charges: { ja: "課金", en: "Charges" },
  events: { ja: "Webhook", en: "Webhooks" },
  time: { ja: "日時", en: "Time" },
  customer: { ja: "顧客", en: "Customer" },
  card: { ja: "カード", en: "Card" },
  ending: { ja: "末尾", en: "ending in" },
  status: { ja: "状態", en: "Status" },
  amount: { ja: "金額", en: "Amount" },
  refunded: { ja: "返金", en: "Refunded" },
  description: { ja: "内容", en: "Description" },
  event: { ja: "種類", en: "Type" },
  delivery: { ja: "配信", en: "Delivery" },
  delivered: { ja: "配信済み", en: "Delivered" },
  waiting: { ja: "配信待ち", en: "Waiting" },
  givenUp: { ja: "配信断念", en: "Given up" },
  actions: { ja: "操作", en: "Actions" },
  again: { ja: "再送", en: "Send again" },
  unsigned: { ja: "署名なしで送る", en: "Send unsigned" },
  forged: { ja: "偽の署名で送る", en: "Send forged" },
  hold: { ja: "配信を止める", en: "Hold deliveries" },
  release: { ja: "古い順に再開", en: "Release, oldest first" },
  reverse: { ja: "新しい順に再開", en: "Release, newest first" },
  held: { ja: "Webhookの配信を止めています。", en: "Webhook deliveries are held." },
  none: { ja: "まだありません。", en: "None yet." },
  cards: { ja: "テストカード", en: "Test cards" },
} as const satisfies Readonly<Record<string, Localized>>;

const shown = 50;

function latest<T>(list: readonly T[]): readonly T[] {
  return list.slice(-shown).reverse();
}

function table(locale: Locale, heads: readonly Localized[], rows: readonly Html[]): Html {
  return rows.length === 0
    ? html`<p class="empty">${text.none[locale]}</p>`
    : html`<div class="scroll"><table><thead><tr>${heads.map(
        (head) => html`<th scope="col">${head[locale]}</th>`,
      )}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

function time(instant: string, locale: Locale): Html {
  return html`<td><time datetime="${instant}">${formatMoment(instant, locale)}</time></td>`;
}

function deliveryState(event: Ledger["events"][number], locale: Locale): string {
  if (event.delivered_at !== null) return text.delivered[locale];
  return event.next_attempt_at === null ? text.givenUp[locale] : text.waiting[locale];
}

function eventRow(event: Ledger["events"][number], locale: Locale): Html {
  const send = (signing: string, name: string) =>
    html`<button class="plain small" name="signing" value="${signing}">${name}</button>`;
  return html`<tr>${time(event.created_at, locale)}<td><code>${event.type}</code></td>
<td>${deliveryState(event, locale)} (${event.attempts}) ${event.last_error !== null && html`<span class="quiet">${event.last_error}</span>`}</td>
<td><form method="post" action="/payment/webhooks/send" class="row">
<input type="hidden" name="event_id" value="${event.id}">
${send("signed", text.again[locale])}${send("unsigned", text.unsigned[locale])}${send("forged", text.forged[locale])}</form></td></tr>`;
}

/** What the company knows, for people, and the switches for its webhooks. */
export function overviewPage(ledger: Ledger, held: boolean, locale: Locale, here: string): Html {
  const registrations = latest(ledger.registrations).map(
    (row) => html`<tr>${time(row.created_at, locale)}<td class="wrap">${row.customer_ref}</td>
<td>${row.card !== undefined && `${brandRules[row.card.brand].name} ${text.ending[locale]} ${row.card.last4}`}</td>
<td><span class="tag">${row.status}</span> ${row.failure} ${row.decline_code !== undefined && `(${row.decline_code})`}</td></tr>`,
  );
  const charges = latest(ledger.charges).map(
    (row) => html`<tr>${time(row.created_at, locale)}<td>${formatYen(row.amount, locale)}</td>
<td>${formatYen(row.refunded_amount, locale)}</td><td class="wrap">${row.description}</td>
<td><span class="tag">${row.status}</span> ${row.decline_code}</td></tr>`,
  );
  return layout(
    { title: text.title, locale, path: "/payment", here },
    html`<p>${text.lead[locale]} <a href="/payment/ledger">${text.json[locale]}</a></p>
<section><h2>${text.cards[locale]}</h2>${testCardTable(locale)}</section>
<section><h2>${text.registrations[locale]}</h2>${table(locale, [text.time, text.customer, text.card, text.status], registrations)}</section>
<section><h2>${text.charges[locale]}</h2>${table(locale, [text.time, text.amount, text.refunded, text.description, text.status], charges)}</section>
<section><h2>${text.events[locale]}</h2>
${held && html`<p role="status">${text.held[locale]}</p>`}
<div class="row">${
      held
        ? html`<form method="post" action="/payment/webhooks/release" class="row">
<button class="plain" name="order" value="oldest_first">${text.release[locale]}</button>
<button class="plain" name="order" value="newest_first">${text.reverse[locale]}</button></form>`
        : html`<form method="post" action="/payment/webhooks/hold"><button class="plain">${text.hold[locale]}</button></form>`
    }</div>
${table(
  locale,
  [text.time, text.event, text.delivery, text.actions],
  latest(ledger.events).map((event) => eventRow(event, locale)),
)}</section>`,
  );
}
