/** The external identity provider's own look: plum on grey, unlike the portal and the bank. */
export const identityStyle = `
:root {
  color-scheme: light dark;
  --text: #221d26; --quiet: #5f5866; --ground: #f3f1f5; --card: #ffffff; --line: #877f8f;
  --key: #6b2f7d; --on-key: #ffffff; --tint: #f5edf8; --ribbon: #f2c14e; --on-ribbon: #2b2105;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #f1ecf4; --quiet: #beb5c4; --ground: #19161c; --card: #242028; --line: #91889a;
    --key: #dcaeea; --on-key: #2b0f35; --tint: #33283a; --ribbon: #59430c; --on-ribbon: #ffe7ad;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; color: var(--text); background: var(--ground); text-wrap: pretty;
  font: 16px/1.7 "Noto Sans JP", "Hiragino Sans", "Yu Gothic UI", "Noto Sans CJK JP", system-ui, sans-serif;
}
:is(h1, h2, h3, label, button) { word-break: auto-phrase; text-wrap: balance; }
.bar { display: flex; justify-content: space-between; align-items: center; gap: 16px; max-width: 520px; margin: 0 auto; padding: 20px 16px 12px; }
a { color: var(--key); padding: 4px; }
.brand { display: flex; align-items: center; gap: 10px; margin: 0; font-weight: 700; }
.seal { padding: 2px 8px; border-radius: 6px; color: var(--on-key); background: var(--key); font-size: 14px; }
.ribbon { margin: 0; padding: 6px 16px; text-align: center; font-size: 14px; font-weight: 700; color: var(--on-ribbon); background: var(--ribbon); }
main { max-width: 488px; margin: 24px auto 48px; padding: 28px 24px; background: var(--card); border-radius: 16px; }
@media (max-width: 520px) { main { margin: 0; border-radius: 0; } }
h1 { margin: 0 0 12px; font-size: 24px; line-height: 1.4; }
h2 { margin: 32px 0 8px; font-size: 18px; }
ul { display: grid; gap: 8px; margin: 16px 0; padding: 0; list-style: none; }
label { display: block; margin-top: 12px; font-weight: 700; }
label.check { font-weight: 400; }
input:not([type="checkbox"]) {
  width: 100%; min-height: 48px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px;
  color: inherit; background: var(--card); font: inherit;
}
input[type="checkbox"] { width: 20px; height: 20px; vertical-align: -4px; accent-color: var(--key); }
button {
  min-height: 48px; margin-top: 12px; padding: 8px 20px; border: 1px solid var(--key); border-radius: 8px;
  color: var(--on-key); background: var(--key); font: inherit; font-weight: 700; cursor: pointer;
}
button.plain { margin-top: 0; color: var(--key); background: transparent; }
button.account {
  display: grid; width: 100%; margin: 0; padding: 12px 16px; border-color: var(--line); text-align: start;
  color: var(--text); background: var(--card); font-weight: 400; overflow-wrap: anywhere;
}
button.account:hover { background: var(--tint); }
small { color: var(--quiet); font-size: 14px; }
.row { display: flex; flex-wrap: wrap; gap: 8px; }
:focus-visible { outline: 3px solid var(--key); outline-offset: 2px; }
`;
