/** The stylesheet of the sandbox's own pages: a workbench, plain and legible. */
export const sandboxStyle = `
:root {
  color-scheme: light dark;
  --text: #1d2330; --quiet: #576072; --ground: #f4f6f9; --panel: #ffffff; --line: #c9d0dc;
  --strong-line: #7a8496; --key: #274690; --on-key: #ffffff; --tint: #e6ecf8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #eceff5; --quiet: #b3bccb; --ground: #14171d; --panel: #1d222b; --line: #3a4352;
    --strong-line: #8791a3; --key: #a9bff5; --on-key: #0f1a33; --tint: #28324a;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; color: var(--text); background: var(--ground);
  text-wrap: pretty;
  font: 16px/1.7 "Noto Sans JP", "Hiragino Sans", "Yu Gothic UI", "Noto Sans CJK JP", system-ui, sans-serif;
}
:is(h1, h2, h3, h4, legend, summary, th, dt, label, button) { word-break: auto-phrase; text-wrap: balance; }
header, nav ul, main { max-width: 1040px; margin: 0 auto; padding-inline: 20px; }
header { display: flex; justify-content: space-between; align-items: flex-start; gap: 16px; padding-block: 20px 8px; }
.name { margin: 0; font-size: 18px; font-weight: 700; }
.lead { margin: 0; color: var(--quiet); font-size: 14px; }
nav { border-bottom: 1px solid var(--line); }
nav ul { display: flex; flex-wrap: wrap; gap: 4px; list-style: none; }
nav ul { margin-block: 0; }
nav a { display: block; padding: 10px 14px; border-bottom: 3px solid transparent; text-decoration: none; }
nav a[aria-current] { border-color: var(--key); font-weight: 700; }
main { padding-block: 28px 64px; }
h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.4; overflow-wrap: anywhere; }
h2 { margin: 32px 0 8px; font-size: 20px; }
h3 { margin: 24px 0 8px; font-size: 17px; }
a { color: var(--key); }
.panel { margin: 20px 0; padding: 20px; border: 1px solid var(--line); border-radius: 12px; background: var(--panel); }
.panel h2 { margin-top: 0; }
.grid { display: grid; gap: 0 20px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr)); }
.big { margin: 0; font-size: 24px; font-weight: 700; font-variant-numeric: tabular-nums; }
.quiet { color: var(--quiet); }
.empty { padding: 24px; border: 1px dashed var(--strong-line); border-radius: 12px; color: var(--quiet); text-align: center; }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 10px; }
.scroll { overflow-x: auto; margin: 12px 0 20px; border: 1px solid var(--line); border-radius: 12px; background: var(--panel); }
table { width: 100%; border-collapse: collapse; font-size: 15px; }
th, td { padding: 10px 14px; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); }
tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--quiet); font-size: 14px; white-space: nowrap; }
td time { white-space: nowrap; }
.wrap { overflow-wrap: anywhere; min-width: 12em; }
.number { display: flex; align-items: center; gap: 8px; white-space: nowrap; }
code, pre { font-family: ui-monospace, "SFMono-Regular", Menlo, Consolas, "Noto Sans Mono CJK JP", monospace; font-size: .94em; }
dl { display: grid; grid-template-columns: minmax(6em, auto) 1fr; gap: 6px 20px; margin: 12px 0; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
label { display: block; font-weight: 700; }
input {
  min-height: 44px; padding: 8px 12px; border: 1px solid var(--strong-line); border-radius: 8px;
  color: inherit; background: var(--panel); font: inherit; max-width: 100%;
}
button {
  min-height: 44px; padding: 8px 18px; border: 1px solid var(--key); border-radius: 8px;
  color: var(--on-key); background: var(--key); font: inherit; font-weight: 700; cursor: pointer;
}
button.plain { color: var(--key); background: transparent; }
button.small { min-height: 32px; padding: 2px 10px; font-size: 14px; font-weight: 400; }
:focus-visible { outline: 3px solid var(--key); outline-offset: 2px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 12px; top: 12px; padding: 8px 14px; background: var(--panel); }
.language { padding: 4px; white-space: nowrap; }
.preview { width: 100%; height: 520px; border: 1px solid var(--line); border-radius: 12px; background: #fff; }
.mail { margin: 12px 0; padding: 20px; border: 1px solid var(--line); border-radius: 12px; background: var(--panel); white-space: pre-wrap; overflow-wrap: anywhere; }
summary { padding: 8px 0; cursor: pointer; font-weight: 700; }
.copy { min-height: 28px; margin-left: 8px; padding: 0 10px; font-size: 13px; }
.tag { display: inline-block; padding: 0 8px; border-radius: 4px; background: var(--tint); font-size: 14px; white-space: nowrap; }
@media (max-width: 640px) {
  nav a { padding-inline: 8px; }
  nav ul { gap: 0; padding-inline: 12px; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tbody, tr, td, tbody th { display: block; }
  td, tbody th { padding-block: 4px; border-bottom: 0; }
  tr { padding-block: 8px; border-bottom: 1px solid var(--line); }
}
@media (max-width: 480px) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 8px; } }
`;
