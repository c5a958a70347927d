/** The fields page's stylesheet: made to sit inside somebody else's form, in light and dark. */
export const fieldsStyle = `
:root {
  color-scheme: light;
  --text: #1a1a1c; --quiet: #595959; --line: #767676; --ground: #ffffff; --key: #264af4;
  --danger: #c70e0e; --danger-ground: #fff4f4; --badge: #c70e0e; --brand-ground: #eef1f6;
}
[data-theme="dark"] {
  color-scheme: dark;
  --text: #f2f2f3; --quiet: #b8b8bd; --line: #8f8f96; --ground: #1c1d22; --key: #93a8ff;
  --danger: #ff9d94; --danger-ground: #33191a; --badge: #ff9d94; --brand-ground: #2f323b;
}
* { box-sizing: border-box; }
/* The framing page shows through, unless it named its colour; both agree on the scheme. */
html { background: var(--surface, transparent); }
body {
  margin: 0; padding: 4px; color: var(--text);
  word-break: auto-phrase; overflow-wrap: anywhere;
  font: 16px/1.6 "Noto Sans JP", "Hiragino Sans", "Yu Gothic UI", "Noto Sans CJK JP", system-ui, sans-serif;
}
form {
  display: grid; gap: 0 16px; grid-template-columns: repeat(2, minmax(0, 1fr)); max-width: 640px;
}
/* Label, hint, control and error of neighbours stand in line, however many lines each takes. */
.field {
  display: grid; grid-row: span 4; grid-template-rows: subgrid; min-width: 0; margin-bottom: 24px;
}
[data-field="holder"] { margin-bottom: 0; }
[data-field="number"], [data-field="securityCode"], [data-field="holder"] { grid-column: 1 / -1; }
label { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 8px; font-weight: 700; }
.badge { color: var(--badge); font-size: 14px; font-weight: 400; }
.hint { margin: 0 0 6px; color: var(--quiet); font-size: 14px; }
.control { position: relative; }
input {
  width: 100%; height: 48px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px;
  color: inherit; background: var(--ground); font: inherit; letter-spacing: .02em;
}
[data-field="number"] input { padding-right: 150px; }
[data-field="securityCode"] input { max-width: 160px; }
input:focus-visible { outline: 3px solid var(--key); outline-offset: 1px; }
input[aria-invalid="true"] { border: 2px solid var(--danger); background: var(--danger-ground); }
input:read-only { opacity: .7; }
.brand {
  position: absolute; inset: 8px 8px 8px auto; display: flex; align-items: center; padding: 0 10px;
  border-radius: 4px; background: var(--brand-ground); font-size: 13px; font-weight: 700;
  pointer-events: none;
}
.brand:empty { display: none; }
.error { margin: 6px 0 0; color: var(--danger); font-size: 14px; font-weight: 700; }
.unseen {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap;
}
@media (min-width: 560px) {
  form { grid-template-columns: repeat(3, minmax(0, 1fr)); }
  [data-field="securityCode"] { grid-column: auto; }
  [data-field="securityCode"] input { max-width: none; }
}
@media (max-width: 300px) {
  form { grid-template-columns: minmax(0, 1fr); }
  [data-field="number"] input { padding-right: 12px; }
  .brand { position: static; display: inline-flex; margin-top: 6px; padding: 2px 10px; }
}
@media (forced-colors: active) { input[aria-invalid="true"] { border-color: Mark; } }
`;
