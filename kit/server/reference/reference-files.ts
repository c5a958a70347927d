import { apiBase } from "@sekimori/kit-contract/api-base";
import { csrfHeader } from "@sekimori/kit-contract/csrf-header";

/** The stylesheet of the reference: the interface's colors, light and dark. */
export const referenceStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f8f7f4, #0d121c); --surface: light-dark(#ffffff, #141b28);
  --sunken: light-dark(#f1efea, #0a0e17); --text: light-dark(#1b1f27, #e9ebf0);
  --muted: light-dark(#565c68, #a6aebc); --border: light-dark(#dedbd3, #2b3547);
  --line: light-dark(#7b818d, #77839a); --key: light-dark(#1d3f70, #9dbade);
  --on-key: light-dark(#ffffff, #071122); --link: light-dark(#264f87, #9dbade);
  --focus: light-dark(#2467cf, #a8c9ff); --danger: light-dark(#bc3818, #f58a6c);
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 16px/1.7 -apple-system, "Segoe UI", "Hiragino Sans", "Noto Sans JP", "Noto Sans CJK JP", sans-serif;
}
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
a { color: var(--link); text-underline-offset: 3px; }
header {
  display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: baseline; justify-content: space-between;
  padding: 16px 24px; border-bottom: 1px solid var(--border); background: var(--surface);
}
.brand { color: var(--key); font-weight: 700; letter-spacing: .12em; text-decoration: none; }
.columns { display: grid; gap: 32px; max-width: 76rem; margin: 0 auto; padding: 32px 16px 64px; }
nav ul { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 0; padding: 0; list-style: none; }
nav small, label small { color: var(--muted); font-size: 13px; }
main { min-width: 0; }
h1 { margin: 0 0 8px; font-size: 32px; line-height: 1.4; }
h2 { margin: 40px 0 12px; font-size: 22px; scroll-margin-top: 16px; }
h3 { margin: 20px 0 6px; font-size: 16px; }
code, pre, textarea, .method { font-family: ui-monospace, "SF Mono", Consolas, "Noto Sans Mono", monospace; font-size: 14px; }
.call { margin-bottom: 8px; border: 1px solid var(--border); border-radius: 8px; background: var(--surface); }
.call > summary { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; padding: 10px 16px; cursor: pointer; }
.call > summary code { overflow-wrap: anywhere; font-weight: 700; }
.summary { color: var(--muted); font-size: 14px; }
.method { min-width: 4.5em; color: var(--key); font-weight: 700; }
.method.delete { color: var(--danger); }
.inside { padding: 4px 16px 20px; border-top: 1px solid var(--border); }
.wide { margin-bottom: 12px; overflow-x: auto; border: 1px solid var(--border); border-radius: 6px; }
table { width: 100%; border-collapse: collapse; font-size: 14px; line-height: 1.55; }
th, td { padding: 6px 12px; border-bottom: 1px solid var(--border); text-align: start; vertical-align: top; overflow-wrap: anywhere; }
tbody tr:last-child > * { border-bottom: 0; }
thead th, td small, th small { color: var(--muted); font-weight: 400; }
tbody th { width: 40%; min-width: 11rem; }
.find { margin: 0 0 16px; }
.copy { position: absolute; top: 8px; right: 8px; min-height: 28px; margin: 0; padding: 2px 10px; font-size: 13px; }
.copied { position: relative; padding-right: 88px; white-space: pre-wrap; overflow-wrap: anywhere; }
.schema summary { padding: 4px 0; color: var(--muted); font-size: 14px; cursor: pointer; }
pre {
  max-height: 24rem; margin: 0; padding: 12px 16px; overflow: auto; border-radius: 6px;
  background: var(--sunken); line-height: 1.55;
}
.answer { margin: 8px 0; font-size: 14px; }
.try { margin-top: 24px; padding-top: 4px; border-top: 1px solid var(--border); }
label { display: block; margin: 8px 0; font-weight: 700; }
input, textarea {
  display: block; width: 100%; margin-top: 4px; padding: 8px 12px; border: 1px solid var(--line);
  border-radius: 6px; background: var(--surface); color: var(--text); font-size: 14px;
}
button {
  min-height: 44px; margin-top: 12px; padding: 8px 24px; border: 1px solid var(--key); border-radius: 6px;
  background: var(--key); color: var(--on-key); font: inherit; font-weight: 700; cursor: pointer;
}
output { display: block; margin-top: 12px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 40rem) { .copied { padding: 44px 16px 12px; } }
@media (min-width: 64rem) {
  .columns { grid-template-columns: 15rem minmax(0, 1fr); padding: 48px 24px 96px; }
  nav { position: sticky; top: 24px; align-self: start; max-height: calc(100dvh - 48px); overflow-y: auto; }
  nav ul { display: grid; }
}
@media print { nav, .try { display: none; } .columns { display: block; } }
`;

/** Opens the call that the address names, finds calls, copies commands, and sends what is tried. */
export const referenceScript = `
const open = () => {
  const named = document.getElementById(location.hash.slice(1));
  if (named instanceof HTMLDetailsElement) named.open = true;
};
addEventListener("hashchange", open);
open();

const find = document.querySelector(".find");
const box = find.querySelector("input");
const calls = [...document.querySelectorAll(".call")].map((element) => ({
  element,
  // Names of calls are words written together.
  text: (element.id.replace(/[A-Z]/g, " $&") + " " + element.id + " " + element.querySelector("summary").textContent + " " +
    element.closest("section").querySelector("h2").textContent).toLowerCase(),
}));
function narrow() {
  const words = box.value.toLowerCase().split(/\\s+/).filter((word) => word !== "");
  let shown = 0;
  for (const { element, text } of calls) {
    element.hidden = !words.every((word) => text.includes(word));
    if (!element.hidden) shown += 1;
  }
  for (const section of document.querySelectorAll("main > section")) {
    section.hidden = section.querySelector(".call:not([hidden])") === null;
  }
  find.querySelector("[role=status]").textContent =
    words.length === 0 ? "" : shown === 1 ? "1 call" : shown + " calls";
}
find.hidden = false;
box.addEventListener("input", narrow);
addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.matches("input, textarea")) return;
  event.preventDefault();
  box.focus();
});

function offerCopy(command) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  const word = document.createTextNode("Copy");
  const what = document.createElement("span");
  what.className = "unseen";
  what.textContent = " " + command.getAttribute("aria-label");
  button.append(word, what);
  const text = command.textContent;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    word.data = "Copied";
    setTimeout(() => { word.data = "Copy"; }, 2000);
  });
  command.append(button);
}
for (const command of document.querySelectorAll(".copied")) offerCopy(command);

let answers;
async function showAnswer(place) {
  const name = place.dataset.call;
  answers ??= fetch(place.querySelector("a").href).then((answer) => answer.json());
  const shown = document.createElement("pre");
  shown.className = "copied";
  shown.tabIndex = 0;
  shown.setAttribute("role", "region");
  shown.setAttribute("aria-label", "Answer of " + name + ": an example");
  try {
    shown.textContent = JSON.stringify((await answers)[name], undefined, 2);
  } catch {
    answers = undefined;
    return;
  }
  offerCopy(shown);
  place.replaceWith(shown);
}
for (const call of document.querySelectorAll(".call")) {
  const show = () => {
    const place = call.querySelector(".recorded");
    if (call.open && place !== null) showAnswer(place);
  };
  call.addEventListener("toggle", show);
  show();
}

let csrf = "";
async function call(method, path, body) {
  const headers = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (csrf !== "") headers["${csrfHeader}"] = csrf;
  const answer = await fetch(path, { method, headers, body });
  csrf = answer.headers.get("${csrfHeader}") ?? csrf;
  return answer;
}

for (const form of document.querySelectorAll("form.try")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const output = form.querySelector("output");
    let path = form.dataset.path;
    const query = new URLSearchParams();
    for (const input of form.querySelectorAll("input[data-in]")) {
      if (input.dataset.in === "path") path = path.replace("{" + input.name + "}", encodeURIComponent(input.value));
      else if (input.value !== "") query.set(input.name, input.value);
    }
    const shown = document.createElement("pre");
    shown.tabIndex = 0;
    try {
      if (csrf === "") await call("GET", "${apiBase}/site");
      const search = query.size > 0 ? "?" + query : "";
      const answer = await call(form.dataset.method, path + search, form.elements.body?.value);
      const text = await answer.text();
      let body = text;
      try { body = JSON.stringify(JSON.parse(text), undefined, 2); } catch {}
      shown.textContent = answer.status + " " + answer.statusText + "\\n" + body;
    } catch (error) {
      shown.textContent = String(error);
    }
    output.replaceChildren(shown);
  });
}
`;
