import type { ActivityEntry } from "@sekimori/portal-contract/endpoints/security";
import { expect, test } from "vitest";
import { activityDays, mayReport } from "./activity-days.ts";

const entry = (action: ActivityEntry["action"], at: string, device = "Chrome"): ActivityEntry => ({
  id: at,
  action,
  at,
  device,
  ipAddress: "198.51.100.7",
});

test("lines stand under their day in Japan, and repetitions in a row are one line", () => {
  const days = activityDays(
    [
      entry("sign-in.succeeded", "2026-11-21T15:30:00Z"),
      entry("sign-in.succeeded", "2026-11-21T14:59:00Z"),
      entry("sign-in.failed", "2026-11-21T14:10:00Z"),
      entry("sign-in.failed", "2026-11-21T14:05:00Z"),
      entry("sign-in.failed", "2026-11-21T14:00:00Z", "Firefox"),
    ],
    "en",
  );
  expect(
    days.map(({ day, lines }) => [day, lines.map(({ times, count }) => [times, count])]),
  ).toEqual([
    ["2026/11/22", [["00:30", 1]]],
    [
      "2026/11/21",
      [
        ["23:59", 1],
        ["23:05–23:10", 2],
        ["23:00", 1],
      ],
    ],
  ]);
});

test.each([
  ["sign-in.succeeded", true],
  ["card.replaced", true],
  ["sign-in.failed", false],
  ["sign-out", false],
  ["activity.reported", false],
  ["sign-up.completed", false],
] as const)("%s may be reported: %s", (action, expected) => {
  expect(mayReport(entry(action, "2026-11-21T00:00:00Z"))).toBe(expected);
});
