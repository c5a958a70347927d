import { expect, test } from "vitest";
import { relativeTime } from "./moment.tsx";

const now = Date.UTC(2026, 10, 21, 12);

test.each([
  ["2026-11-21T11:59:40Z", "now", "今"],
  ["2026-11-21T11:55:00Z", "5 minutes ago", "5 分前"],
  ["2026-11-21T09:00:00Z", "3 hours ago", "3 時間前"],
  ["2026-11-20T12:00:00Z", "yesterday", "昨日"],
  ["2026-11-28T12:00:00Z", "in 7 days", "7 日後"],
])("%s is %s", (moment, en, ja) => {
  expect([relativeTime(moment, "en", now), relativeTime(moment, "ja", now)]).toEqual([en, ja]);
});
