import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

// A newcomer finds the first file of a change from the README of its package.

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(root + path, "utf8");
const { workspaces, scripts } = JSON.parse(read("package.json")) as {
  readonly workspaces: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
};
const packages = [...workspaces, "tooling", "deploy"];
const projects = [...read("vitest.config.ts").matchAll(/\bname: "([\w-]+)"/g)].map(
  ([, name]) => name,
);

/** Paths in backquotes and in links: a slash or a known ending, and nothing to fill in. */
function pathsIn(text: string): readonly string[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = ""]) => code.split(" "));
  const linked = [...text.matchAll(/\]\(([^)#]+)/g)].map(([, target = ""]) => target);
  return [...quoted, ...linked].filter((word) => isPath(word) && !word.startsWith("http"));
}

const isPath = (word: string) =>
  /^[\w.*-][\w./*-]*$/.test(word) &&
  (/\.(ts|tsx|mjs|json|css|md|po|sql)$/.test(word) || word.endsWith("/") || isBelowRoot(word));

/** A folder such as `portal/web`, as opposed to an export such as `postgres/restore`. */
const isBelowRoot = (word: string) =>
  word.includes("/") && existsSync(root + (word.split("/")[0] ?? ""));

/** From the package, from the root, or at the end of a path below the package (`locales/ja.po`). */
const exists = (path: string, folder: string) =>
  [`${folder}/${path}`, path, `${folder}/**/${path}`].some(
    (pattern) =>
      globSync(pattern, { cwd: root, exclude: ["**/{node_modules,dist}/**"] }).length > 0,
  );

/** Which one of a folder's files is meant, in words. */
const whichOne = /\b(file|files|group|topic|category|component|limits`) /;

/** Parts of the table's second column that name a folder alone: a newcomer opens one file, not ten. */
const bareFolders = (table: string) =>
  [...table.matchAll(/^\|[^|]+\|([^|]+)\|$/gm)]
    .flatMap(([, cell = ""]) => cell.split(";"))
    .map((part) => part.trim())
    .filter((part) => {
      const [first = ""] = part.match(/`[^`]+`/) ?? [];
      const isAlone = (part.match(/`[^`]+`/g) ?? []).length === 1;
      return isAlone && first.endsWith("/`") && !whichOne.test(part);
    });

describe.each(packages)("the README of %s", (folder) => {
  const file = `${folder}/README.md`;
  const text = existsSync(root + file) ? read(file) : "";

  test("is there, and fits on a screen", () => {
    expect(text.startsWith(`# ${folder}\n`)).toBe(true);
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(40);
  });

  test("says what stands where, where a change begins, and how its tests run", () => {
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(["Rooms", "Where a change begins", "Tests"]);
    const [, tests = ""] = text.split("\n## Tests\n");
    expect(tests).toContain("npx vitest run --project ");
  });

  test("names only what is there", () => {
    const paths = pathsIn(text);
    expect(paths.length).toBeGreaterThan(3);
    expect(paths.filter((path) => !exists(path, folder))).toEqual([]);
  });

  test("leads to files, or says which of a folder's", () => {
    const [, changes = ""] = text.split("\n## Where a change begins\n");
    expect(bareFolders(changes.split("\n## ")[0] ?? "")).toEqual([]);
  });

  test("names only commands and projects that there are", () => {
    const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
    const named = [...text.matchAll(/--project ([\w-]+)/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !projects.includes(name))).toEqual([]);
  });
});
