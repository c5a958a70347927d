/** The fields page's stylesheet: made to sit inside somebody else's form, in light and dark. */
export const fieldsStyle = `
:root {
  color-scheme: light;
  --text: #1a1a1c; --quiet: #595959; --line: #767676; --ground: #ffffff; --focus: #264af4;
  --danger: #c70e0e; --danger-ground: #fff4f4; --radius: 6px;
}
[data-theme="dark"] {
  color-scheme: dark;
  --text: #f2f2f3; --quiet: #b8b8bd; --line: #8f8f96; --ground: #1c1d22; --focus: #93a8ff;
  --danger: #ff9d94; --danger-ground: #33191a;
}
* { box-sizing: border-box; }
/* The framing page shows through, unless it named its colour; both agree on the scheme. */
html { background: var(--surface, transparent); }
body {
  text-wrap: pretty;
  margin: 0; padding: 4px; color: var(--text);
  overflow-wrap: anywhere;
  font: 16px/1.6 -apple-system, "Segoe UI", "Hiragino Sans", "Noto Sans JP", "Noto Sans CJK JP",
    "BIZ UDPGothic", "Yu Gothic Medium", Meiryo, sans-serif;
  letter-spacing: .01em;
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
label {
  display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 8px; font-weight: 700;
  word-break: auto-phrase;
}
.badge { color: var(--danger); font-size: 13px; font-weight: 400; }
.hint { margin: 0 0 6px; color: var(--quiet); font-size: 14px; }
.control { position: relative; }
input {
  width: 100%; height: 48px; padding: 8px 14px; border: 1px solid var(--line); border-radius: var(--radius);
  color: inherit; background: var(--ground); font: inherit; font-variant-numeric: tabular-nums;
}
input:hover { border-color: var(--text); }
[data-field="number"] input { padding-right: 52px; }
[data-field="securityCode"] input { max-width: 160px; }
input:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
input[aria-invalid="true"] { border: 2px solid var(--danger); background: var(--danger-ground); }
input:read-only { opacity: .7; }
.marks {
  position: absolute; inset: 0 12px 0 auto; display: flex; align-items: center; gap: 4px;
  pointer-events: none;
}
.marks svg { flex: none; }
[hidden] { display: none !important; }
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
/* On a phone the words of month and year and what is required stand in one line. */
@media (max-width: 340px) {
  form { column-gap: 10px; }
  label { gap: 0 5px; letter-spacing: 0; }
}
@media (max-width: 280px) {
  form { grid-template-columns: minmax(0, 1fr); }
  .marks { position: static; margin-top: 6px; }
}
@media (forced-colors: active) { input[aria-invalid="true"] { border-color: Mark; } }
`;
