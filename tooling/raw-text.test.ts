import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";

// Text that a person reads in the browser is a sentence of the catalogues, in both languages.

const root = fileURLToPath(new URL("..", import.meta.url));

/** Attributes whose value is read or heard. */
const read = new Set(["alt", "aria-description", "aria-label", "label", "placeholder", "title"]);
const letters = /\p{L}{2}/u;

/** The name of the service, the names of languages in themselves, and the beginning of a token. */
const names = new Set(["Sekimori", "日本語", "English", "skt_…"]);

/** Text in JSX that is in no `<Trans>`, and what stands in attributes that people read. */
function rawTexts(file: string, source: string): string[] {
  const found: string[] = [];
  const add = (text: unknown) => {
    if (typeof text !== "string" || !letters.test(text)) return;
    if (!names.has(text.trim())) found.push(text.trim());
  };
  let translated = 0;
  const isTrans = (name: { type: string; name?: unknown }) =>
    name.type === "JSXIdentifier" && (name.name === "Trans" || name.name === "Plural");
  new Visitor({
    JSXElement(element) {
      if (isTrans(element.openingElement.name)) translated += 1;
    },
    "JSXElement:exit"(element) {
      if (isTrans(element.openingElement.name)) translated -= 1;
    },
    JSXText({ value }) {
      if (translated === 0) add(value);
    },
    JSXExpressionContainer({ expression }) {
      if (translated === 0 && expression.type === "Literal") add(expression.value);
    },
    JSXAttribute({ name, value }) {
      if (name.type !== "JSXIdentifier" || !read.has(name.name)) return;
      if (value?.type === "Literal") add(value.value);
    },
  }).visit(parseSync(file, source).program);
  return found;
}

test.each([
  ["English", "<p>Your domains</p>", ["Your domains"]],
  ["Japanese", "<p>ドメイン</p>", ["ドメイン"]],
  ["an expression", '<p>{"Your domains"}</p>', ["Your domains"]],
  ["a label", '<Button aria-label="Close" />', ["Close"]],
  ["what is translated", "<p><Trans>Your domains</Trans></p>", []],
  ["a link in what is translated", "<Trans>Go <a href='/'>there</a></Trans>", []],
  ["no word", '<p>{" · "}</p>', []],
] as const)("is seen: %s", (_what, jsx, texts) => {
  expect(rawTexts("planted.tsx", `export const planted = ${jsx};`)).toEqual(texts);
});

test("pages hold no text of their own", () => {
  const files = globSync("{portal,karte,console,kit}/web/**/*.tsx", {
    cwd: root,
    exclude: ["**/node_modules/**", "**/dist/**", "**/*.test.tsx", "kit/web/{showcase,testing}/**"],
  });
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    rawTexts(file, readFileSync(`${root}${file}`, "utf8")).map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
}, 60_000);
