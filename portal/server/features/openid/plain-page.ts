import { randomBytes } from "node:crypto";
import type { Locale } from "@sekimori/kit-contract/locale";
import { Html, html } from "@sekimori/kit-server/html";

const style = `
:root{color-scheme:light dark;--ground:#f8f7f4;--text:#1b1d24;--muted:#5d616c;--key:#1d3d6e;--key-text:#fff}
@media(prefers-color-scheme:dark){:root{--ground:#14161c;--text:#f1f2f5;--muted:#a8adb9;--key:#9db9ea;--key-text:#0f1a2e}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:1rem/1.7 "Noto Sans JP",system-ui,sans-serif}
main{max-width:28rem;margin:0 auto;padding:3rem 1rem;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.5;margin:0 0 1.5rem}
label{display:block;font-weight:700;margin:1rem 0 .25rem}
input[type=email],input[type=password],input[type=text]{width:100%;min-height:3rem;padding:.5rem .75rem;border:1px solid var(--muted);border-radius:.5rem;background:transparent;color:inherit;font:inherit}
button{width:100%;min-height:3rem;margin-top:1rem;padding:.5rem 1rem;border:1px solid var(--key);border-radius:.5rem;background:var(--key);color:var(--key-text);font:inherit;font-weight:700;cursor:pointer}
button.second{background:transparent;color:inherit;border-color:var(--muted)}
a{color:inherit}
:focus-visible{outline:3px solid var(--key);outline-offset:2px}
.alert{border-left:4px solid #c43a2b;padding:.25rem .75rem;margin:0 0 1rem}
.muted{color:var(--muted)}
ul{padding-left:1.25rem}`;

export interface PlainPage {
  readonly locale: Locale;
  readonly title: string;
  readonly body: Html;
  /** Runs in browsers that have scripts; the page works without. */
  readonly script?: string;
  /** Origins beside our own that a form on the page may lead to, redirects included. */
  readonly formTargets?: readonly string[];
}

/** A small page of ours that needs no script and loads nothing: its text and its policy. */
export function plainPage(page: PlainPage): { readonly markup: string; readonly policy: string } {
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
<body><main>${page.body}</main>${script}</body></html>`;
  const policy = [
    "default-src 'none'",
    ...(page.script === undefined ? [] : [`script-src 'nonce-${nonce}'`]),
    `style-src 'nonce-${nonce}'`,
    `form-action ${["'self'", ...(page.formTargets ?? [])].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return { markup: document.markup, policy };
}
