import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

// What people see of a day, the names of files too, is a day in Tokyo: the day that a moment's ISO text
// begins with is the one before until nine in the morning.

const root = fileURLToPath(new URL("..", import.meta.url));

/** Reckon with calendar days as midnights of UTC, and take none from a moment. */
const calendars = new Set([
  "portal/server/features/plan/plan-dates.ts",
  "portal/contract/legal/days-after-trial.ts",
  "portal/server/features/funnel/sign-up-funnel.ts",
  "karte/server/features/priorities/due-date.ts",
  "karte/server/features/findings/query/query-days.ts",
  "karte/server/sample/sample-work.ts",
  "karte/web/features/reports/periods.ts",
  "console/web/features/prices/firsts-from.ts",
]);

test("no day is cut from a moment's text", () => {
  const files = globSync("{portal,karte,console}/{server,web,contract}/**/*.{ts,tsx}", {
    cwd: root,
    exclude: ["**/node_modules/**", "**/*.test.ts", "**/testing/**"],
  });
  const cut = files.filter((file) =>
    /(toISOString\(\)|(At|until|Until|ends))\??\.slice\(0, 10\)/.test(
      readFileSync(`${root}${file}`, "utf8"),
    ),
  );
  expect(new Set(cut)).toEqual(calendars);
});
