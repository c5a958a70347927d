import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { explained } from "./explained.ts";

test("a logged stack is told in places of the sources, and what no map knows stays", async () => {
  const folder = mkdtempSync(join(tmpdir(), "maps-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const source = "// One line\n\nexport function fail(): never {\n  throw new Error('no');\n}\n";
  writeFileSync(join(folder, "fail.ts"), source);
  mkdirSync(join(folder, "app"));
  await build({
    absWorkingDir: folder,
    entryPoints: ["fail.ts"],
    outfile: join(folder, "app/fail-1.js"),
    format: "esm",
    sourcemap: "external",
    logLevel: "silent",
  });
  const { fail } = (await import(join(folder, "app/fail-1.js"))) as { fail: () => never };
  let stack = "";
  try {
    fail();
  } catch (error) {
    stack = (error as Error).stack ?? "";
  }
  expect(stack).not.toContain("fail.ts");
  const logged = JSON.stringify({ level: "error", err: { stack } });
  expect(explained(folder, logged)).toContain("fail (../fail.ts:4:9)");
  const unknown = "at x (file:///opt/sekimori/app/chunks/gone-2.js:1:1)";
  expect(explained(folder, unknown)).toBe(unknown);
});
