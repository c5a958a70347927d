import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = readFileSync(`${root}docs/architecture.md`, "utf8");

/** A path from the root of the repository, in backquotes: folders, a slash, and nothing to fill in. */
const named = [
  ...page.matchAll(
    /`((?:kit|portal|karte|console|diagnosis|sandbox|cli|e2e|bench|tooling|deploy)\/[\w./-]+)`/g,
  ),
].map(([, path = ""]) => path);

const changes = [...page.matchAll(/^\| ([^|`]+) \| `([^`|]+)` \| `([^`|]+)` \|$/gm)].map(
  ([, change = "", file = "", word = ""]) => ({ change: change.trim(), file, word }),
);

describe("the architecture page", () => {
  test("names only what is there", () => {
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((path) => !existsSync(root + path))).toEqual([]);
  });

  test("walks one request forward only: no file twice", () => {
    const walk = /## One request, walked through\n([\s\S]*?)\n## /.exec(page)?.[1] ?? "";
    const files = [...walk.matchAll(/`([\w/.-]+\.tsx?)`/g)].map(([, file = ""]) => file);
    expect(files.length).toBeGreaterThan(12);
    expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
  });

  test("names the first file of twenty-eight changes", () => {
    expect(changes).toHaveLength(28);
  });

  test.each(changes)("$change begins in $file", ({ file, word }) => {
    expect(readFileSync(root + file, "utf8")).toContain(word);
  });
});
