import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import { readTemplates, TEMPLATES } from "./template.ts";

const folder = mkdtempSync(join(tmpdir(), "templates-"));
const url = pathToFileURL(`${folder}/`);
afterAll(() => rmSync(folder, { recursive: true }));

const [sound] = TEMPLATES;
const write = (more: object) =>
  writeFileSync(join(folder, "one.json"), JSON.stringify({ ...sound, ...more }));

it("each is called after its file, and asks for a path that changes nothing", () => {
  expect(new Set(TEMPLATES.map(({ id }) => id)).size).toBe(TEMPLATES.length);
  for (const { path } of TEMPLATES) expect(path).not.toMatch(/delete|logout|install|shutdown|\?/i);
});

it("takes a new file as it comes", () => {
  write({ id: "mine", path: "/mine/" });
  expect(readTemplates(url).map(({ id }) => id)).toEqual(["mine"]);
});

it.each([
  ["a method of its own", { method: "POST" }],
  ["a path with a query", { path: "/?delete=all" }],
  ["another host", { path: "//other.test/" }],
  ["an expression that could run for ever", { body: ["(.*)x"] }],
  ["no expression", { body: ["("] }],
  ["one language", { text: { en: "only" } }],
  ["no severity", { severity: null }],
  ["nothing to match", { body: [], headers: {} }],
])("refuses %s and names the file", (_what, more) => {
  write(more);
  expect(() => readTemplates(url)).toThrow("one.json");
});

it("runs no longer on a page that was made for it", () => {
  const page = "<title><title>".repeat(20_000);
  const before = process.cpuUsage();
  for (const { body, headers, version } of TEMPLATES)
    for (const source of [
      ...body,
      ...Object.values(headers),
      ...(version ? [version.pattern] : []),
    ])
      new RegExp(source, "i").test(page);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});
