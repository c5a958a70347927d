import { html } from "../html/html.ts";

/** In both languages: what a browser prefers may stand behind the part that is too long to be read. */
export const headersTooLargePage = html`<!doctype html>
<html lang="ja">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>リクエストが大きすぎます / Request too large</title>
<style>body{font:1rem/1.7 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1.25rem}h1{font-size:1.375rem}</style>
</head>
<body><main>
<h1>ブラウザーから送られたデータが大きすぎます</h1>
<p>このサイトのCookieが増えすぎたか、アドレスが長すぎます。ブラウザーの設定でこのサイトのCookieを削除してから、もう一度開いてください。</p>
<section lang="en">
<h1>Your browser sent too much data</h1>
<p>This site's cookies have grown too large, or the address is too long. Delete this site's cookies in your browser's settings, then open the page again.</p>
</section>
</main></body></html>
`.markup;
