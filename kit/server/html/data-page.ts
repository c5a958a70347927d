import { formatDay, formatMoment } from "@sekimori/kit-contract/dates";
import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { dataPageStyle } from "./data-page-style.ts";
import { type Html, html } from "./html.ts";

type Row = Readonly<Record<string, unknown>>;

export interface DataPage {
  readonly locale: Locale;
  readonly title: string;
  readonly madeAt: Date;
  readonly parts: readonly DataPart[];
}

/** What there is of one kind; a note in its place says why it is not there. */
export type DataPart = { readonly name: string } & (
  | { readonly rows: readonly Row[] }
  | { readonly note: string }
);

const zone: Localized = { ja: "（日本時間）", en: " (JST)" };

const calendarDay = /^\d{4}-(0[1-9]|1[0-2])-\d{2}$/;

/** A value as a person reads it; what is within a value stands line by line. */
function shown(value: unknown, locale: Locale): string {
  if (value === null || value === undefined || value === "") return "–";
  if (value === true) return locale === "ja" ? "はい" : "Yes";
  if (value === false) return locale === "ja" ? "いいえ" : "No";
  if (value instanceof Date) return formatMoment(value.toISOString(), locale);
  if (typeof value === "string" && calendarDay.test(value)) return formatDay(value, locale);
  if (Array.isArray(value)) return value.map((one) => shown(one, locale)).join("\n");
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([name, inner]) => `${name}: ${shown(inner, locale)}`)
    .join("\n");
}

/**
 * One row reads as a list of facts, several as a table, whose rows are lists on a phone: there each value
 * says its column, and the roles say that it is a table still.
 */
function partOf(name: string, rows: readonly Row[], locale: Locale): Html {
  const [first, ...others] = rows;
  if (!first) return html`<p>–</p>`;
  if (others.length === 0) {
    return html`<dl>${Object.entries(first).map(
      ([key, value]) => html`<div><dt>${key}</dt><dd>${shown(value, locale)}</dd></div>`,
    )}</dl>`;
  }
  const columns = Object.keys(first);
  const cell = (row: Row, column: string) =>
    html`<td role="cell" data-column="${column}">${shown(row[column], locale)}</td>`;
  return html`<div class="wide" role="region" aria-label="${name}" tabindex="0"><table role="table">
<thead role="rowgroup"><tr role="row">${columns.map((column) => html`<th role="columnheader" scope="col">${column}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(
    (row) => html`<tr role="row">${columns.map((column) => cell(row, column))}</tr>`,
  )}</tbody></table></div>`;
}

/** Somebody's data as a page that needs nothing but a browser: no script, no address of elsewhere. */
export function dataPage({ locale, title, madeAt, parts }: DataPage): string {
  return html`<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title} | Sekimori</title>
${dataPageStyle}
</head>
<body><main><h1>${title}</h1><p class="made">${formatMoment(madeAt.toISOString(), locale)}${zone[locale]}</p>
${parts.map(
  (part) => html`<h2>${part.name}</h2>
${"note" in part ? html`<p>${part.note}</p>` : partOf(part.name, part.rows, locale)}
`,
)}</main></body></html>
`.markup;
}
