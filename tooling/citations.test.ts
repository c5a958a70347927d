import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const folders = "{kit,portal,karte,console,diagnosis,sandbox,cli,e2e,bench,tooling,docs}";

/** Documents that a reader of this repository does not have; what counts of them stands in docs/. */
const elsewhere = new RegExp(
  `\\b(${["SPEC", "DESIGN", "LEGAL", "ASSURANCE", "DIAGNOSIS", "MONEY", "STYLE"].join("|")}|(?:KARTE|PEERS)\\.md)\\b(?![_"])`,
);

test("only documents of this repository are cited", { timeout: 30_000 }, () => {
  const files = globSync(`${folders}/**/*.{ts,tsx,mjs,sql,css,md}`, {
    cwd: root,
    exclude: ["**/node_modules/**", "**/dist/**", "tooling/citations.test.ts"],
  });
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.filter((file) => elsewhere.test(readFileSync(`${root}${file}`, "utf8")))).toEqual(
    [],
  );
});
