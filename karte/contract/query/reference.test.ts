import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type FieldKind, fieldNames, fieldOf, valuesOf } from "./fields.ts";
import { parseQuery } from "./parse.ts";
import { queryLimits } from "./query.ts";

// The reference of the query language is written from the table of fields: what this test expects.

const page = readFileSync(
  new URL("../../../docs/integrate/customer-api.md", import.meta.url),
  "utf8",
);
const [, section = ""] = /\n## Queries\n(.*?)\n## /s.exec(page) ?? [];

const kinds: Readonly<Record<FieldKind, string>> = {
  code: "one of: ",
  text: "text, `*`",
  id: "name or id",
  number: "number, compared",
  version: "version, compared, `*`",
  date: "day, compared",
  address: "address or network",
  flag: "`yes` or `no`",
};

const row = (name: (typeof fieldNames)[number]) => {
  const { kind, ja, also = [], isOptional, about, example } = fieldOf(name);
  const words = Object.entries(valuesOf(name) ?? {}).map(
    ([word, [first]]) => `\`${word}\` ${first}`,
  );
  const what = kind === "code" ? `${kinds.code}${words.join(", ")}` : kinds[kind];
  const names = [`\`${name}\``, ...also.map((one) => `\`${one}\``), ...ja].join(", ");
  return `| ${names} | ${about.en} | ${what}${isOptional ? "; `none`, `any`" : ""} | \`${example}\` |`;
};

test("the page of the customer API has every field, as the table says it", () => {
  expect(section.split("\n").filter((line) => line.startsWith("| `"))).toEqual(fieldNames.map(row));
});

test("and names the limits", () => {
  const { characters, terms, values, depth } = queryLimits;
  const limits = `${characters.toLocaleString("en")} characters, ${terms} terms and words, ${values} values and ${depth} parentheses within each other`;
  expect(section).toContain(limits);
});

test("its examples can be read", () => {
  const [, block = ""] = /```text\n(.*?)\n```/s.exec(section) ?? [];
  const examples = block.split("\n");
  expect(examples.length).toBeGreaterThan(3);
  for (const example of examples) expect(() => parseQuery(example), example).not.toThrow();
});
