import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { operatorCommand } from "./operator.ts";

// The twenty everyday tasks of docs/operate/everyday-tasks.md: each is short, names what stands on the
// screens, and has its command.

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(`${root}docs/operate/everyday-tasks.md`, "utf8");

interface Task {
  readonly number: number;
  readonly presses: readonly string[];
  readonly command: string;
}

const tasks: readonly Task[] = [
  ...page.matchAll(/^\| (\d+) \|[^|]+\|([^|]+)\| `([^`]+)` \|$/gm),
].map(([, number, presses = "", command = ""]) => ({
  number: Number(number),
  presses: presses.split(", ").map((press) => press.trim()),
  command,
}));

/** Every English sentence of the console's screens. */
const sentences = new Set(
  globSync("console/web/**/locales/en.po", { cwd: root }).flatMap((file) =>
    [...readFileSync(`${root}${file}`, "utf8").matchAll(/^msgid "(.+)"$/gm)].map(
      ([, text = ""]) => text,
    ),
  ),
);

const leavesOf = (command: Command, path = ""): string[] =>
  command.commands.length === 0
    ? [path]
    : command.commands.flatMap((child) => leavesOf(child, `${path} ${child.name()}`.trim()));

const commands = leavesOf(operatorCommand());

test("there are twenty", () => {
  expect(tasks.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
});

describe.each(tasks)("task $number", ({ presses, command }) => {
  test("is done in five presses at most, of what stands on the screens", () => {
    expect(presses.length).toBeLessThanOrEqual(5);
    const quoted = presses.flatMap((press) => /“(.+)”/.exec(press)?.[1] ?? []);
    expect(quoted.length).toBeGreaterThan(0);
    expect(quoted.filter((text) => !sentences.has(text))).toEqual([]);
  });

  test("has its command", () => {
    expect(commands).toContain(command);
  });
});
