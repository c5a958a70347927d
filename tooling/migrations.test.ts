import { globSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

// Two branches that each add the next migration rebase without a conflict; here they meet, without a
// database.

const root = fileURLToPath(new URL("..", import.meta.url));
const files = globSync("**/migrations/*.sql", { cwd: root, exclude: ["**/node_modules/**"] });
const folders = [...new Set(files.map((file) => dirname(file)))].sort();

test("every schema's folder is among them", () => {
  expect(folders).toEqual([
    "e2e/sample-application/migrations",
    "karte/server/migrations",
    "kit/server/database/migrations",
    "portal/server/migrations",
    "sandbox/migrations",
  ]);
});

test.each(folders)("%s is numbered from 001, without a gap and without a double", (folder) => {
  const names = files.filter((file) => dirname(file) === folder).map((file) => basename(file));
  const numbers = names.map((name) => /^(\d{3})-[a-z0-9-]+\.sql$/.exec(name)?.[1]).sort();
  expect(numbers).toEqual(names.map((_name, index) => `${index + 1}`.padStart(3, "0")));
});
