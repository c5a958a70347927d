import { execFileSync } from "node:child_process";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const projects = ["tsconfig.node.json", "tsconfig.web.json", "tsconfig.web-tests.json"];

function lines(command: string, args: readonly string[]): string[] {
  return execFileSync(command, args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })
    .split("\n")
    .filter(Boolean);
}

test("the compiler reads every file of ours", () => {
  const read = new Set(
    projects
      .flatMap((project) => lines("node_modules/.bin/tsc", ["-p", project, "--listFilesOnly"]))
      .map((file) => relative(root, file)),
  );
  const ours = lines("git", ["ls-files", "*.ts", "*.tsx"]);
  expect(ours.length).toBeGreaterThan(2_000);
  expect(ours.filter((file) => !read.has(file))).toEqual([]);
}, 120_000);
