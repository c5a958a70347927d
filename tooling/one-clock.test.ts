import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Counts how long ago an answer came, which no server's clock changes. */
const elapsed = ["karte/web/app/shell/recent-sign-in.tsx"];

test("karte's pages take the time from the server's clock, which the sandbox moves", () => {
  const files = globSync("karte/web/{app,features}/**/*.{ts,tsx}", { cwd: root });
  const own = files.filter(
    (file) =>
      !file.includes(".test.") &&
      /\bDate\.now\(\)|new Date\(\)/.test(readFileSync(`${root}/${file}`, "utf8")),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(own).toEqual(elapsed);
});
