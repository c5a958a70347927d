import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { allChecks } from "@sekimori/diagnosis/checks";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../diagnosis/checks/", import.meta.url));
const files = globSync("**/*.ts", { cwd: folder, exclude: ["**/*.test.ts"] }).sort();
const rules = files.filter((file) => file.endsWith(".rule.ts"));
const read = (file: string) => readFileSync(`${folder}${file}`, "utf8");
const ids = allChecks.map(({ id }) => id).sort();

test("a check is a rule and its texts, by the check's name, and the registry has all of them", () => {
  const named = (kind: string) =>
    files.filter((file) => file.endsWith(kind)).map((file) => basename(file, kind));
  expect(named(".rule.ts").sort()).toEqual(ids);
  // Beside them there are texts that several checks share.
  expect(named(".texts.ts")).toEqual(expect.arrayContaining(ids));
  for (const file of rules) expect(files).toContain(file.replace(/\.rule\.ts$/, ".texts.ts"));
});

test.each(rules)("%s defines the check of its name, from its own texts", (file) => {
  const id = basename(file, ".rule.ts");
  const name = id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const text = read(file);
  expect(text.match(/defineCheck\(/g)).toHaveLength(1);
  expect(text).toContain(`export const ${name} = defineCheck(${name}Texts, {\n  id: "${id}",`);
  expect(text).toMatch(new RegExp(`\\b${name}Texts\\b[^;]*from "\\./${id}\\.texts\\.ts"`));
});

test.each(rules)(
  "the texts of %s say nothing of outcomes that its rule does not have",
  async (file) => {
    const texts = await import(`${folder}${file.replace(/\.rule\.ts$/, ".texts.ts")}`);
    const id = basename(file, ".rule.ts");
    const own = Object.entries<{ outcomes?: object }>(texts).find(([name]) =>
      name.endsWith("Texts"),
    );
    const rule = allChecks.find((check) => check.id === id)?.outcomes ?? {};
    expect(Object.keys(own?.[1].outcomes ?? {}).sort()).toEqual(Object.keys(rule).sort());
  },
);

test("a fact is named by one check, and a term explained by one", () => {
  const facts = allChecks.flatMap(({ facts = {} }) => Object.keys(facts));
  const terms = allChecks.flatMap(({ terms = [] }) => terms.map(({ term }) => term.en));
  for (const names of [facts, terms])
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

const JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/;

test("sentences stand in texts files only", () => {
  const outside = files.filter((file) => !file.endsWith(".texts.ts"));
  const said = outside.flatMap((file) => {
    const found: string[] = [];
    new Visitor({
      Literal({ value }) {
        if (typeof value === "string" && JAPANESE.test(value)) found.push(value);
      },
      TemplateElement({ value }) {
        if (JAPANESE.test(value.raw)) found.push(value.raw);
      },
      Property({ key }) {
        if (key.type === "Identifier" && key.name === "ja") found.push("ja");
      },
    }).visit(parseSync(file, read(file)).program);
    return found.map((text) => `${file}: ${text}`);
  });
  expect(said).toEqual([]);
});

/** What may be counted of a check's parts without reading what it does. */
const DECLARED = ["id", "category", "scope", "outcomes", "cause"];

/**
 * The lines of a rule that decide something: neither blank nor comment, no import, no type, and not the table
 * of its outcomes with the names around it.
 */
function logicLines(file: string): number {
  const text = read(file);
  const { program, comments } = parseSync(file, text);
  const blank = (from: string, { start, end }: { start: number; end: number }) =>
    from.slice(0, start) + from.slice(start, end).replace(/[^\n]/g, " ") + from.slice(end);
  const declarations: { start: number; end: number }[] = [];
  new Visitor({
    ImportDeclaration: (node) => void declarations.push(node),
    TSTypeAliasDeclaration: (node) => void declarations.push(node),
    TSInterfaceDeclaration: (node) => void declarations.push(node),
    CallExpression({ callee, arguments: [, rule] }) {
      if (callee.type !== "Identifier" || callee.name !== "defineCheck") return;
      for (const part of rule?.type === "ObjectExpression" ? rule.properties : [])
        if (part.type === "Property" && part.key.type === "Identifier")
          if (DECLARED.includes(part.key.name)) declarations.push(part);
    },
  }).visit(program);
  return [...comments, ...declarations]
    .reduce(blank, text)
    .split("\n")
    .filter((line) => /[^\s,;]/.test(line)).length;
}

/**
 * Two figures, so that neither grows unseen. What decides: the rules. What reads for them: the grammars of SPF,
 * DMARC, DKIM and DNSSEC, the survey of TLS, certificates, pages, files, ports and banners, whether one rule
 * needs it or many. A rule that grows hands reading on, and the second figure shows it.
 */
test.each([
  ["the rules decide", rules, 1_500, 2_500],
  [
    "the files beside them read",
    files.filter((file) => !/\.(?:rule|texts)\.ts$/.test(file)),
    3_000,
    4_000,
  ],
])("the lines by which %s are within their limit", (_what, counted, least, most) => {
  const lines = counted.map((file) => [file, logicLines(file)] as const);
  const sum = lines.reduce((total, [, count]) => total + count, 0);
  expect(sum).toBeGreaterThan(least);
  const each = lines.map(([file, count]) => `${file} ${count}`).join("\n");
  expect(sum, each).toBeLessThanOrEqual(most);
});
