import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../e2e/sample-application", import.meta.url));

/** Lines that somebody writes: neither imports nor empty ones. */
function linesOf(path: string): number {
  const text = readFileSync(`${root}/${path}`, "utf8").replaceAll(/^import\b[^;]*;/gm, "");
  return text.split("\n").filter((line) => line.trim() !== "").length;
}

test("an application of the kits alone takes 150 lines beside its imports", () => {
  const files = globSync("**/*.{ts,tsx,sql,css}", { cwd: root, exclude: ["**/node_modules/**"] });
  expect(files).toContain("server.ts");
  expect(files).toContain("web/app/entry.tsx");
  const lines = files.reduce((sum, path) => sum + linesOf(path), 0);
  expect(lines).toBeGreaterThan(100);
  expect(lines).toBeLessThanOrEqual(150);
});
