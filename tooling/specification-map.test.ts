import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { allEndpoints } from "@sekimori/portal-contract/endpoints";
import { portalErrors } from "@sekimori/portal-contract/errors";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { describe, expect, test } from "vitest";
import { isSeen, specifiedLines } from "./specification-audit.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const map = readFileSync(`${root}docs/specification-map.md`, "utf8");

describe("the specification map", () => {
  test.each(allEndpoints.map(({ method, path }) => `${method} \`${path}\``))("has %s", (call) => {
    expect(map).toContain(`| ${call} |`);
  });

  test.each(Object.values(pagePaths))("has the page %s", (path) => {
    expect(map).toContain(`| \`${path}\` |`);
  });

  test.each(Object.keys(portalErrors))("has the error %s", (type) => {
    expect(map).toContain(`| \`${type}\` |`);
  });

  test.each(Object.keys(portalErrors))("a test beside the error %s speaks of it", (type) => {
    const row = map.split("\n").find((line) => line.startsWith(`| \`${type}\` |`)) ?? "";
    const tests = [...row.matchAll(/`([\w./-]+\.(?:test|e2e)\.ts)`/g)].map(([, path]) => path);
    const found = tests.filter((path) => readFileSync(`${root}${path}`, "utf8").includes(type));
    expect(found).not.toEqual([]);
  });

  test("names a journey in a browser for each line that people see", () => {
    const seen = specifiedLines(map).filter(isSeen);
    expect(seen.length).toBeGreaterThan(150);
    const unseen = seen.filter(({ tests }) => !tests.some(({ file }) => file.endsWith(".e2e.ts")));
    expect(unseen.map(({ section, text }) => `${section}: ${text}`)).toEqual([]);
  });

  test("quotes only titles that stand in their files", () => {
    const quoted = specifiedLines(map).flatMap(({ tests }) =>
      tests.flatMap(({ file, title }) => (title === undefined ? [] : [{ file, title }])),
    );
    expect(quoted).not.toEqual([]);
    const lost = quoted.filter(
      ({ file, title }) => !readFileSync(`${root}${file}`, "utf8").includes(`"${title}`),
    );
    expect(lost).toEqual([]);
  });

  test("names only files that exist", () => {
    const named = [...map.matchAll(/`([a-z0-9]+(?:[/-][\w.-]+)+)`/g)].map(([, path]) => path ?? "");
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
  });

  test("states of every line are known", () => {
    const rows = map
      .split("\n")
      .filter((line) => /^\| (?!---|Specification|Route|Call|Type)/.test(line));
    expect(rows.length).toBeGreaterThan(120);
    for (const row of rows) {
      expect(row.split("|").at(-2)?.trim()).toMatch(/^(done|partly: .+|not yet: .+)$/);
    }
  });
});
