import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// A wish that is said to be met names the test that shows it; one that isn't says so.

const root = new URL("..", import.meta.url);
const page = readFileSync(new URL("docs/evidence/wishes.md", root), "utf8");

const rows = page
  .split("\n")
  .filter((line) => /^\| (?!Wish|---)/.test(line))
  .map((line) => {
    const [, wish = "", , here = "", shown = ""] = line.split("|").map((cell) => cell.trim());
    return { wish, here, shown };
  });

/** The names of the tests and groups of a file, as they stand in it. */
const namesIn = (file: string) =>
  [...file.matchAll(/\b(?:test|describe)(?:\.each\([^)]*\))?\(\s*"((?:[^"\\]|\\.)*)"/g)].map(
    ([, name = ""]) => name,
  );

const holds = (file: string, name: string): boolean => {
  if (!existsSync(new URL(file, root))) return false;
  const text = readFileSync(new URL(file, root), "utf8");
  return namesIn(text).some((one) => one === name || one.endsWith(`: ${name}`));
};

test("every wish is met, met in part, or not, and says so first", () => {
  expect(rows.length).toBeGreaterThan(15);
  const unclear = rows.filter(({ here }) => !/^(yes|in part|no)\b/.test(here));
  expect(unclear.map(({ wish }) => wish)).toEqual([]);
  expect(new Set(rows.map(({ wish }) => wish)).size).toBe(rows.length);
});

test("whatever is met names a test that is there, and what is not names none", () => {
  const wrong = rows.filter(({ here, shown }) => {
    if (here.startsWith("no")) return shown !== "";
    const [, file = "", name = ""] = /^`([^`]+\.test\.ts)` "(.+)"$/.exec(shown) ?? [];
    return !holds(file, name);
  });
  expect(wrong.map(({ wish, shown }) => `${wish}: ${shown}`)).toEqual([]);
});
