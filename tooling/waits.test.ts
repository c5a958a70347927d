import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

const otherwise = [
  // Hands the sentences on.
  "kit/web/sentences/app-words.tsx",
  // Of an address that somebody else has, which is no wait.
  "portal/web/features/change-email/address-taken.tsx",
  // A form's, whose summary has the clock.
  "portal/web/features/reset-password/lost-all.tsx",
  // Of an address that has an account, which is no wait.
  "portal/web/features/sign-up/resume-by-link.tsx",
];

test("whatever shows an error's sentence shows the clock of a wait beside it", () => {
  const shown = globSync("{kit,portal,karte,console}/web/**/*.tsx", {
    cwd: root,
    exclude: ["**/node_modules/**", "**/showcase/**", "**/*.test.tsx"],
  })
    .map((file) => ({ file, source: readFileSync(`${root}${file}`, "utf8") }))
    .filter(({ source }) => /\berrorSentence\(|\b(?:words|sentences)\.error\(/.test(source));
  expect(shown.length).toBeGreaterThan(10);
  const without = shown
    .filter(({ source }) => !/<(?:ErrorWait|WaitClock)\b/.test(source))
    .map(({ file }) => file);
  expect(without.toSorted()).toEqual(otherwise);
});

test("a message that passes by has the clock, too, in each application", () => {
  for (const app of ["portal", "karte", "console"]) {
    const source = readFileSync(`${root}${app}/web/app/sentences/report-error.ts`, "utf8");
    expect(source).toContain("waitSeconds: waitOf(error)");
  }
});
