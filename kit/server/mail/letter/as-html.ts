import { Html, html } from "../../html/html.ts";
import type { Block, DetailValue } from "./blocks.ts";
import { colours, fontFamily, styleSheet } from "./style.ts";

const gap = "margin:0 0 20px";

/** The gate, drawn with table cells: pictures are blocked in most mail programs until asked for. */
const mark = html`<table role="presentation" aria-hidden="true" cellpadding="0" cellspacing="0" style="border-collapse:collapse;font-size:0;line-height:0"><tr><td class="key" colspan="5" width="28" height="4" style="background:${colours.key}"></td></tr><tr><td width="3" height="4"></td><td class="key" width="4" style="background:${colours.key}"></td><td width="14"></td><td class="key" width="4" style="background:${colours.key}"></td><td width="3"></td></tr><tr><td height="2"></td><td class="key" style="background:${colours.key}"></td><td class="key" style="background:${colours.key}"></td><td class="key" style="background:${colours.key}"></td><td></td></tr><tr><td height="14"></td><td class="key" style="background:${colours.key}"></td><td align="center" valign="bottom"><div class="stone" style="width:8px;height:9px;border-radius:4px;background:${colours.key}"></div></td><td class="key" style="background:${colours.key}"></td><td></td></tr></table>`;

/**
 * Days and counts in Japanese, where a line may otherwise end after any sign (“28” and “日” below), and
 * the numbers of documents, which it would part at their hyphen.
 */
const counted =
  /\d[\d,]*(?:年\d+月(?:\d+日)?|か月|円|日|月(?:\d+日)?|営業日|時間|分|回|件)|\b[A-Z]{2}-\d{8}\b/g;

const lines = (text: string): Html =>
  new Html(
    text
      .split("\n")
      .map((line) => html`${line}`.markup)
      .join("<br>")
      .replaceAll(counted, '<span style="white-space:nowrap">$&</span>'),
  );

function valueAsHtml(value: DetailValue): Html {
  if (typeof value === "string") return lines(value);
  return html`<a class="link" href="${value.url}" style="color:${colours.link}">${value.text}</a>`;
}

/** An amount that stands first is what the mail is about: it is seen before everything else. */
const isAmount = (value: DetailValue): boolean =>
  typeof value === "string" && /^(?:¥[\d,]+|[\d,]+円)/.test(value);

/** A line without a full stop right above a list is the list's heading. */
const isHeading = (block: Block, next: Block | undefined): boolean =>
  (block.kind === "paragraph" || block.kind === "note") &&
  next?.kind === "details" &&
  !/[.。:：!?！？]$/.test(block.text);

function blockAsHtml(block: Block, next: Block | undefined): Html {
  if (isHeading(block, next) && "text" in block) {
    return html`<p class="text" style="margin:28px 0 8px;font-weight:700">${lines(block.text)}</p>`;
  }
  switch (block.kind) {
    case "paragraph":
      return html`<p class="text" style="${gap}">${lines(block.text)}</p>`;
    case "note":
      return html`<p class="muted" style="${gap};font-size:14px;color:${colours.muted}">${lines(block.text)}</p>`;
    case "code":
      // One word, so that a double click or a long press takes all of it.
      return html`<p class="soft" style="${gap};padding:16px 20px;border-radius:8px;background:${colours.soft};font:600 30px/1.3 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.18em;text-align:center">${block.text}</p>`;
    case "link":
      return html`<p style="${gap}"><a class="link" href="${block.url}" style="color:${colours.link}">${block.label}</a></p>`;
    case "details": {
      const cell = `padding:10px 16px 10px 0;border-bottom:1px solid ${colours.border};text-align:left;vertical-align:top;font-size:15px`;
      const rows = block.rows.map(([label, value], at) => {
        const weight = at === 0 && isAmount(value) ? ";font-size:20px;font-weight:700" : "";
        return html`<tr class="row"><th class="muted" scope="row" style="${cell};width:34%;font-weight:400;color:${colours.muted}">${label}</th><td class="text" style="${cell}${weight}">${valueAsHtml(value)}</td></tr>`;
      });
      return html`<table class="rows" style="width:100%;border-collapse:collapse;margin:0 0 24px;border-top:1px solid ${colours.border}">${rows}</table>`;
    }
  }
}

const asButton = ({ label, url }: { readonly label: string; readonly url: string }): Html =>
  html`<p style="margin:8px 0 28px"><a class="button" href="${url}" style="display:inline-block;padding:13px 28px;border-radius:8px;background:${colours.key};color:${colours.onKey};font-weight:700;text-decoration:none">${label}</a></p>`;

/** Keeps the mail's first words out of the list of mails behind the preheader. */
const filler = new Html("&#847;&zwnj;&nbsp;".repeat(60));

export interface HtmlLetter {
  readonly locale: string;
  readonly brandName: string;
  readonly subject: string;
  readonly preheader: string;
  readonly greeting: string | undefined;
  readonly blocks: readonly Block[];
  readonly foot: readonly string[];
}

/** The mail as a page, for programs of every age: tables, styles in the elements, no pictures. */
export function letterAsHtml(letter: HtmlLetter): string {
  const { locale, brandName, greeting, blocks, foot } = letter;
  const first = blocks.find((block) => block.kind === "link");
  const body = blocks.map((block, at) =>
    block === first ? asButton(first) : blockAsHtml(block, blocks[at + 1]),
  );
  const page = html`<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><title>${letter.subject}</title><style>${new Html(styleSheet)}</style></head><body class="ground" style="margin:0;padding:0;background:${colours.ground};-webkit-text-size-adjust:100%"><div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${letter.preheader}${filler}</div><table role="presentation" class="ground outer" width="100%" cellpadding="0" cellspacing="0" style="background:${colours.ground};padding:32px 0"><tr><td align="center"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:584px;border-collapse:separate"><tr><td class="sheet" style="padding:36px 40px;border:1px solid ${colours.border};border-radius:12px;background:${colours.surface};color:${colours.text};font:16px/1.75 ${fontFamily}"><table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 28px"><tr><td valign="middle">${mark}</td><td class="name" valign="middle" style="padding-left:10px;font-size:18px;font-weight:700;line-height:1;color:${colours.key}">${brandName}</td></tr></table>${greeting === undefined ? undefined : html`<p class="text" style="${gap}">${lines(greeting)}</p>`}${body}</td></tr><tr><td class="muted" style="padding:20px 20px 0;color:${colours.muted};font:13px/1.7 ${fontFamily}">${lines(foot.join("\n"))}</td></tr></table></td></tr></table></body></html>`;
  return page.markup;
}
