import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../docs/decisions/", import.meta.url));
const files = readdirSync(folder).filter((name) => /^\d{3}-.+\.md$/.test(name));

test("every decision has a number of its own, which is the file's", () => {
  const numbers = files.map((name) => {
    const [, number] = /^# (\d+)\. \S/.exec(readFileSync(folder + name, "utf8")) ?? [];
    return [name.slice(0, 3), number?.padStart(3, "0")];
  });
  expect(numbers.filter(([file, title]) => file !== title)).toEqual([]);
  expect(new Set(numbers.map(([file]) => file)).size).toBe(files.length);
  expect(files.length).toBeGreaterThan(60);
});

test("the index lists every decision with its title, in order", () => {
  const rows = files.toSorted().map((name) => {
    const [, number, title] = /^# (\d+)\. (.+)/.exec(readFileSync(folder + name, "utf8")) ?? [];
    return `| ${number} | [${title}](${name}) |`;
  });
  const index = readFileSync(`${folder}README.md`, "utf8");
  expect(index.split("\n").filter((line) => /^\| \d/.test(line))).toEqual(rows);
});
