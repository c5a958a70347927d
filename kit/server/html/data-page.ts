import { formatMoment } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
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

function shown(value: unknown, locale: Locale): string {
  if (value === null || value === undefined || value === "") return "–";
  if (value instanceof Date) return formatMoment(value.toISOString(), locale);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function table(rows: readonly Row[], locale: Locale): Html {
  const [first] = rows;
  if (!first) return html`<p>–</p>`;
  const columns = Object.keys(first);
  return html`<table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr>${columns.map((column) => html`<td>${shown(row[column], locale)}</td>`)}</tr>`,
  )}</tbody></table>`;
}

/** Somebody's data as a page that needs nothing but a browser: no script, no address of elsewhere. */
export function dataPage({ locale, title, madeAt, parts }: DataPage): string {
  return html`<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>body{font:16px/1.6 sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}
.wide{overflow-x:auto}table{border-collapse:collapse}th,td{border:1px solid #999;padding:.3rem .6rem;text-align:left;vertical-align:top}</style>
</head>
<body><h1>${title}</h1><p>${formatMoment(madeAt.toISOString(), locale)}</p>
${parts.map(
  (part) => html`<h2>${part.name}</h2>
${"note" in part ? html`<p>${part.note}</p>` : html`<div class="wide">${table(part.rows, locale)}</div>`}
`,
)}</body></html>
`.markup;
}
