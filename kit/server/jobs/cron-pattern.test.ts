import { describe, expect, test } from "vitest";
import { parseCron } from "./cron-pattern.ts";

describe("the latest moment, in Tokyo's time, at or before", () => {
  test.each([
    // Midnight of the 1st in Tokyo is 15:00 UTC of the day before.
    ["0 0 1 * *", "2026-03-31T15:00:00Z", "2026-03-31T15:00:00Z"],
    ["0 0 1 * *", "2026-03-31T14:59:59Z", "2026-02-28T15:00:00Z"],
    ["0 0 1 * *", "2024-02-29T15:30:00Z", "2024-02-29T15:00:00Z"],
    ["30 9 * * *", "2026-11-21T00:30:00Z", "2026-11-21T00:30:00Z"],
    ["30 9 * * *", "2026-11-21T00:29:59Z", "2026-11-20T00:30:00Z"],
    ["*/15 * * * *", "2026-11-21T10:59:59Z", "2026-11-21T10:45:00Z"],
    ["*/15 * * * *", "2026-11-21T10:59:59.999Z", "2026-11-21T10:45:00Z"],
    ["*/15 * * * *", "2026-11-21T11:00:00.001Z", "2026-11-21T11:00:00Z"],
    // 2026-11-23 is a Monday in Tokyo.
    ["0 8 * * 1", "2026-11-24T00:00:00Z", "2026-11-22T23:00:00Z"],
    // The 1st or a Monday, whichever came last.
    ["0 0 1 * 1", "2026-12-03T00:00:00Z", "2026-11-30T15:00:00Z"],
    ["0 0 29 2 *", "2026-11-21T00:00:00Z", "2024-02-28T15:00:00Z"],
    ["5,10 1-2 * * *", "2026-11-21T00:00:00Z", "2026-11-20T17:10:00Z"],
  ])("%s before %s is %s", (text, instant, expected) => {
    expect(parseCron(text).latest(new Date(instant))).toEqual(new Date(expected));
  });
});

test.each([
  ["0 0 1 * *", "2026-03-31T15:00:00Z", "2026-04-30T15:00:00Z"],
  ["*/15 * * * *", "2026-11-21T10:59:59.999Z", "2026-11-21T11:00:00Z"],
])("%s is next due after %s at %s", (text, instant, expected) => {
  expect(parseCron(text).next(new Date(instant))).toEqual(new Date(expected));
});

test.each([
  "* * * *",
  "0 * * * * *",
  "60 * * * *",
  "* 24 * * *",
  "* * 0 * *",
  "* * * 13 *",
  "* * * * 8",
  "a * * * *",
  "5-1 * * * *",
  "*/0 * * * *",
  "0 0 31 2 *",
])("refuses %j", (text) => {
  expect(() => parseCron(text)).toThrow(/five fields|CronPattern: |never due/);
});
