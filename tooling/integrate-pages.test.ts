import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string) => readFileSync(`${root}${file}`, "utf8");

/** What is looked up rather than followed. */
const references = /(README|application-contract|customer-api|frame-protocol|openid-provider)\.md$/;

const pages = globSync("docs/integrate/*.md", { cwd: root }).filter(
  (file) => !references.test(file),
);

test.each(pages)("%s ends with what goes wrong, and how it shows", (file) => {
  const last = read(file).split(/^## /m).at(-1) ?? "";
  expect(last).toMatch(/^When it goes wrong\n/);
  const rows = last
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| ---"));
  // The heading, and three at least.
  expect(rows.length).toBeGreaterThan(3);
});

const tried: Readonly<Record<string, string>> = {
  ...JSON.parse(read("e2e/clients/package.json")).dependencies,
};

/** The packages that a page has one install, with the version it asks for. */
const installed = pages.flatMap((file) =>
  [...read(file).matchAll(/^npm install (.+)$/gm)].flatMap(([, line = ""]) =>
    line.split(" ").map((asked) => {
      const at = asked.lastIndexOf("@");
      return { file, name: asked.slice(0, at), version: asked.slice(at + 1) };
    }),
  ),
);

test("pages install packages", () => expect(installed.length).toBeGreaterThan(10));

test.each(installed)("$file: $name@$version is what is tried", ({ name, version }) => {
  const pinned = tried[name] ?? "";
  expect(pinned, `${name} in e2e/clients/package.json`).not.toBe("");
  // A number is the version that npm takes for it, to that depth; a name is a line of its own.
  if (/^\d/.test(version)) expect(`${pinned}.`.startsWith(`${version}.`)).toBe(true);
  else expect(pinned).toContain(version);
});
