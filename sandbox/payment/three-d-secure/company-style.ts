/** The company's own look: sand and teal, unlike the portal's, so that nobody mixes them up. */
export const companyStyle = `
:root {
  color-scheme: light dark;
  --text: #26221c; --quiet: #635b4f; --ground: #f5efe4; --card: #fffdf9; --line: #8a8072;
  --key: #0d6b66; --on-key: #ffffff; --danger: #b3261e; --ribbon: #f2c14e; --on-ribbon: #2b2105;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #f3ede2; --quiet: #c2b8a8; --ground: #1d1a15; --card: #28241d; --line: #94897a;
    --key: #6fd3cc; --on-key: #07211f; --danger: #ffb4ab; --ribbon: #59430c; --on-ribbon: #ffe7ad;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; color: var(--text); background: var(--ground);
  text-wrap: pretty;
  font: 16px/1.7 "Noto Sans JP", "Hiragino Sans", "Yu Gothic UI", "Noto Sans CJK JP", system-ui, sans-serif;
}
:is(h1, h2, dt, label, button) { word-break: auto-phrase; text-wrap: balance; }
.bar {
  display: flex; justify-content: space-between; align-items: center; gap: 16px;
  max-width: 480px; margin: 0 auto; padding: 20px 16px 12px;
}
.bar a { color: var(--key); padding: 4px; }
.brand { display: flex; align-items: center; gap: 10px; margin: 0; font-weight: 700; }
.dune {
  width: 28px; height: 28px; border-radius: 50%;
  background: linear-gradient(160deg, var(--ribbon) 45%, var(--key) 46%);
}
.ribbon {
  margin: 0; padding: 6px 16px; text-align: center; font-size: 14px; font-weight: 700;
  color: var(--on-ribbon); background: var(--ribbon);
}
main {
  max-width: 448px; margin: 24px auto 48px; padding: 28px 24px; background: var(--card);
  border-radius: 16px; box-shadow: 0 1px 2px rgb(0 0 0 / .12), 0 8px 32px rgb(0 0 0 / .08);
}
@media (max-width: 480px) { main { margin: 0; border-radius: 0; box-shadow: none; min-height: 70vh; } }
h1 { margin: 0 0 12px; font-size: 24px; line-height: 1.4; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 6px 20px; margin: 20px 0; }
dt { color: var(--quiet); }
dd { margin: 0; font-weight: 700; overflow-wrap: anywhere; }
label { font-weight: 700; }
.hint { margin: 0 0 6px; color: var(--quiet); font-size: 14px; }
input:not([type="hidden"]) {
  width: 100%; max-width: 220px; height: 52px; padding: 8px 14px; border: 1px solid var(--line);
  border-radius: 10px; color: inherit; background: var(--card); font: inherit; font-size: 22px;
  letter-spacing: .16em; font-variant-numeric: tabular-nums;
}
input[aria-invalid] { border: 2px solid var(--danger); }
:focus-visible { outline: 3px solid var(--key); outline-offset: 3px; }
.error { margin: 6px 0 0; color: var(--danger); font-weight: 700; }
.actions { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 24px; }
button {
  min-height: 48px; padding: 10px 24px; border: 1px solid var(--key); border-radius: 10px;
  color: var(--on-key); background: var(--key); font: inherit; font-weight: 700; cursor: pointer;
}
button.plain { color: var(--key); background: transparent; }
.note { margin: 28px 0 0; padding: 12px 14px; border-left: 4px solid var(--ribbon); font-size: 14px; }
`;
