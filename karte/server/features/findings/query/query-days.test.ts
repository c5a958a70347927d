import type { QueryValue } from "@sekimori/karte-contract/query/query";
import { expect, test } from "vitest";
import { beginOf, daysOf } from "./query-days.ts";

type Asked = Extract<QueryValue, { kind: "is" | "range" }>;

function value(text: string): Asked {
  const [from, to] = text.split("..");
  if (from !== undefined && to !== undefined) return { kind: "range", from, to };
  const [, sign = "", item = ""] = /^(<=|>=|<|>)?(.*)$/.exec(text) ?? [];
  return { kind: "is", comparison: (sign || "=") as "=", item };
}

// Today, what is asked, the days from and before, where a time looks back; then where it looks ahead.
test.each([
  ["2026-11-26", "2026-12-01", ["2026-12-01", "2026-12-02"], ["2026-12-01", "2026-12-02"]],
  ["2026-11-26", "7d", ["2026-11-19", "2026-11-27"], ["2026-11-26", "2026-12-04"]],
  ["2026-11-26", "0d", ["2026-11-26", "2026-11-27"], ["2026-11-26", "2026-11-27"]],
  ["2026-11-26", "<2w", [undefined, "2026-11-12"], [undefined, "2026-12-10"]],
  ["2026-11-26", "<=2w", [undefined, "2026-11-13"], [undefined, "2026-12-11"]],
  ["2026-11-26", ">-1d", ["2026-11-26", undefined], ["2026-11-26", undefined]],
  ["2026-11-26", ">=+1d", ["2026-11-27", undefined], ["2026-11-27", undefined]],
  ["2026-11-26", "30d..7d", ["2026-10-27", "2026-11-20"], ["2026-12-03", "2026-12-27"]],
  // Months end where they end, also in a leap year.
  ["2028-02-29", ">=1y", ["2027-02-28", undefined], ["2029-02-28", undefined]],
  ["2027-03-31", ">=1mo", ["2027-02-28", undefined], ["2027-04-30", undefined]],
  ["2028-03-30", ">=1mo", ["2028-02-29", undefined], ["2028-04-30", undefined]],
  // Nobody works between 29 December and 3 January, nor on weekends.
  ["2026-12-28", ">=1bd", ["2026-12-25", undefined], ["2027-01-04", undefined]],
  ["2027-01-04", ">=1bd", ["2026-12-28", undefined], ["2027-01-05", undefined]],
  // Nor does a calendar end before what a query may ask.
  ["2026-11-26", ">=9999y", ["0001-01-01", undefined], ["9999-12-30", undefined]],
] as const)("on %s, %s", (today, text, back, ahead) => {
  for (const [looksAhead, [from, before]] of [
    [false, back],
    [true, ahead],
  ] as const) {
    expect(daysOf(value(text), { today, looksAhead })).toEqual({
      ...(from === undefined ? {} : { from }),
      ...(before === undefined ? {} : { before }),
    });
  }
});

test("a day begins at midnight in Tokyo", () => {
  expect(beginOf("2026-11-26")).toEqual(new Date("2026-11-25T15:00:00Z"));
});
