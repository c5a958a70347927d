import { randomBytes } from "node:crypto";
import type { Locale } from "@sekimori/kit-contract/locale";
import { Html, html } from "@sekimori/kit-server/html";
import { stagingNotice } from "@sekimori/kit-server/static-site/staging-notice";

// The interface's colors (kit/web/tokens), so that nobody takes the page for another site's.
const style = `
:root{color-scheme:light dark;--ground:#f8f7f4;--text:#1b1f27;--muted:#565c68;--line:#7b818d;--key:#1d3f70;--key-text:#fff;--danger:#bc3818;--focus:#2467cf}
@media(prefers-color-scheme:dark){:root{--ground:#0d121c;--text:#e9ebf0;--muted:#a6aebc;--line:#77839a;--key:#9dbade;--key-text:#071122;--danger:#f58a6c;--focus:#a8c9ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:1rem/1.7 -apple-system,"Segoe UI","Hiragino Sans","Noto Sans JP","Noto Sans CJK JP",sans-serif;text-wrap:pretty}
:lang(ja) :is(h1,label,button){word-break:auto-phrase}
header{display:flex;align-items:center;gap:.625rem;max-width:28rem;margin:0 auto;padding:1.25rem 1rem 0;font-weight:700;letter-spacing:.12em;line-height:1}
header path{fill:var(--key)}
header path:last-child{fill:none;stroke:var(--ground);stroke-width:1.1}
main{max-width:28rem;margin:0 auto;padding:2.5rem 1rem;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.5;margin:0 0 1.5rem}
button{width:100%;min-height:3rem;margin-top:1rem;padding:.5rem 1rem;border:1px solid var(--key);border-radius:.5rem;background:var(--key);color:var(--key-text);font:inherit;font-weight:700;cursor:pointer}
button.second{background:transparent;color:inherit;border-color:var(--line)}
a{color:inherit}
label{display:block;font-weight:700}
input:not([type=hidden]){width:100%;min-height:3rem;padding:.5rem 1rem;border:1px solid var(--line);border-radius:.5rem;background:transparent;color:inherit;font:inherit;text-transform:uppercase;letter-spacing:.1em}
.application{display:flex;align-items:center;gap:.75rem}
.application img{flex:none;border-radius:.5rem;background:#fff;object-fit:contain}
.code{font-size:1.5rem;font-weight:700;letter-spacing:.1em}
input[id][aria-invalid=true]{border-color:var(--danger)}
[role=alert]{color:var(--danger)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.staging-notice{padding:.25rem 1rem;background:#f5c542;color:#1b1d24;font-size:.875rem;text-align:center}
.staging-notice p{margin:0}
.muted{color:var(--muted)}
section.muted{margin-top:2.5rem;font-size:.875rem}
h2{font-size:inherit;margin:0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:.5rem 0}
dd{margin:0}
@media print{button{display:none}}`;

/** Mark and name as every page of the portal has them. */
const brand = html`<header><svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true"><path d="M1.5 5.5h29v3.8h-29z"/><path d="M5 9.3h3.8V29H5zM23.2 9.3H27V29h-3.8z"/><path d="M8.8 13h14.4v2H8.8z"/><path d="M16 18.7c3 0 5.1 2.3 5.1 5.3 0 2.9-1.7 5-5.1 5s-5.1-2.1-5.1-5c0-3 2.1-5.3 5.1-5.3Z"/><path d="M16 18.4V29M10.6 22.7c3.4 1.6 7.4 1.6 10.8 0"/></svg>SEKIMORI</header>`;

export interface EnginePage {
  readonly locale: Locale;
  readonly title: string;
  readonly body: Html;
  /** Says that this installation is for trying out. */
  readonly isStaging: boolean;
  /** Whether it shows a picture, by a data URL: nothing is fetched. */
  readonly hasPicture?: boolean;
  /** Runs in browsers that have scripts; the page works without. */
  readonly script?: string;
  /** Origins beside our own that a form on the page may lead to, redirects included. */
  readonly formTargets?: readonly string[];
}

/** A small page in the engine's place that loads nothing: its text and its policy. */
export function enginePage(page: EnginePage): { readonly markup: string; readonly policy: string } {
  const nonce = randomBytes(16).toString("base64");
  const script =
    page.script === undefined
      ? undefined
      : new Html(`<script nonce="${nonce}">${page.script}</script>`);
  const document = html`<!doctype html>
<html lang="${page.locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${page.title} | Sekimori</title>
<style nonce="${nonce}">${new Html(style)}</style></head>
<body>${page.isStaging && stagingNotice}${brand}<main>${page.body}</main>${script}</body></html>`;
  const policy = [
    "default-src 'none'",
    ...(page.script === undefined ? [] : [`script-src 'nonce-${nonce}'`]),
    ...(page.hasPicture ? ["img-src data:"] : []),
    `style-src 'nonce-${nonce}'`,
    `form-action ${["'self'", ...(page.formTargets ?? [])].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return { markup: document.markup, policy };
}
