import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

// A document that names a file which is gone sends its reader astray.

const root = fileURLToPath(new URL("..", import.meta.url));
const files = globSync("**/*.{ts,tsx,mjs,sql,css,json,md}", {
  cwd: root,
  exclude: ["**/{node_modules,dist}/**"],
});
/** Each file under every end of its path, so that a document may shorten it. */
const ends = new Set(
  files.flatMap((file) => file.split("/").map((_, index, all) => all.slice(index).join("/"))),
);
const documents = files.filter(
  // Decisions are of their day, and never changed for a file that moved.
  (file) => file.endsWith(".md") && !file.startsWith("docs/decisions/"),
);

/** What stands in backquotes and is the path of a file, with nothing to fill in. */
function namedIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, code = ""]) => code.split(" "))
    .filter((word) => /^[\w./-]+\.(ts|tsx|mjs|sql|css|json|md)$/.test(word));
}

test("every file that a document names is there", () => {
  const named = documents.flatMap((document) =>
    namedIn(readFileSync(root + document, "utf8")).map((file) => ({ document, file })),
  );
  expect(named.length).toBeGreaterThan(500);
  const gone = named.filter(({ file }) => !ends.has(file) && !file.startsWith("."));
  expect(gone).toEqual([]);
});

test("every link from a document to another file leads there", () => {
  const links = documents.flatMap((document) =>
    [...readFileSync(root + document, "utf8").matchAll(/\]\(([\w./-]+)(?:#[\w-]*)?\)/g)].map(
      ([, target = ""]) => ({ document, target }),
    ),
  );
  expect(links.length).toBeGreaterThan(150);
  const leadsThere = ({ document, target }: (typeof links)[number]) =>
    existsSync(join(root, dirname(document), target));
  expect(links.filter((link) => !leadsThere(link))).toEqual([]);
});
