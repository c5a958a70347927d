import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What only one of the applications knows of, as a word and within a name; `createPortal` is React's. */
const applicationWords =
  /(?<![A-Za-z])(?:portal|karte|invoice|workspace)s?(?![a-z])|(?<!create)(?:Portal|Karte|Invoice|Workspace)s?(?![a-z])|\b(?:[Ff]ree|[Dd]etailed|[Pp]aid)[ -]?[Pp]lans?\b/;

/**
 * Tests and the showcase show the kit at examples, and a package's README says where a change begins,
 * in an application too; a migration that was shipped never changes.
 */
const sources = globSync(
  "kit/{contract,server,development,web,embed,charts}/**/*.{ts,tsx,css,md,po,html}",
  {
    cwd: root,
    exclude: [
      "**/node_modules/**",
      "**/dist/**",
      "**/*.{test,e2e}.{ts,tsx}",
      "kit/web/showcase/**",
      "kit/*/README.md",
    ],
  },
);

test.each([
  "/** The portal's half of the protocol. */",
  'schema: "karte"',
  "/** One invoice a month. */",
  "every workspace has one",
  "readonly portalOrigin: string;",
  "class InvoicesByMonth {}",
  "export const freePlan = {",
])("a word of an application is seen: %s", (line) => {
  expect(line).toMatch(applicationWords);
});

test("React's portals are none", () => {
  expect('import { createPortal } from "react-dom";').not.toMatch(applicationWords);
});

test("no file of the kits has a word of an application", () => {
  expect(sources.length).toBeGreaterThan(200);
  const found = sources.flatMap((file) =>
    readFileSync(`${root}${file}`, "utf8")
      .split("\n")
      .map((line, index) => ({ at: `${file}:${index + 1}`, line: line.trim() }))
      .filter(({ line }) => applicationWords.test(line)),
  );
  expect(found).toEqual([]);
});
