import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string) => readFileSync(`${root}${file}`, "utf8");
const find = (pattern: string) => globSync(pattern, { cwd: root }).sort();
const words = (file: string) => read(file).split(/\s+/).filter(Boolean).length;

test("a document stands in the room of those who read it", () => {
  expect(find("docs/*.md")).toEqual(["docs/architecture.md", "docs/specification-map.md"]);
  expect(find("docs/*/").map((folder) => folder.replace(/\/$/, ""))).toEqual([
    "docs/decisions",
    "docs/evidence",
    "docs/guide",
    "docs/integrate",
    "docs/operate",
    "docs/pictures",
  ]);
});

test("README leads to every document", () => {
  const readme = read("README.md");
  for (const file of find("docs/{*,{evidence,guide,operate}/*}.md")) {
    expect(readme, file).toContain(`(${file})`);
  }
});

test("the guide can be read in an hour", () => {
  const guide = ["docs/architecture.md", ...find("docs/guide/*.md")];
  const total = guide.reduce((sum, file) => sum + words(file), 0);
  expect(total).toBeLessThanOrEqual(12_000);
});

test.each(find("{*,*/*}/README.md").filter((file) => !/^(docs|node_modules)\//.test(file)))(
  "%s is one screen",
  (file) => {
    expect(read(file).trimEnd().split("\n").length).toBeLessThanOrEqual(40);
  },
);
