import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { toolVariables } from "../cli/processes/known-settings.ts";
import { settingsReference, unexplained } from "./settings-reference.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

test("every setting says above its declaration what it is", () => {
  expect(unexplained()).toEqual([]);
});

test("docs/operate/settings.md is what “npm run settings” writes", () => {
  expect(readFileSync(`${root}docs/operate/settings.md`, "utf8")).toBe(settingsReference());
});

test("the tools' variables are in one order", () => {
  expect(toolVariables).toEqual([...toolVariables].sort());
});
