import { expect, test } from "vitest";
import { mailsDue, recoveryMails } from "./recovery-mails-due.ts";

const start = new Date("2026-11-26T09:00:00Z");

test.each([
  [0, 1],
  [23.99, 1],
  [24, 2],
  [48, 3],
  [71.99, 3],
  [72, recoveryMails],
  [400, recoveryMails],
])("after %d hours %d mails have gone out", (hours, mails) => {
  expect(mailsDue(start, new Date(start.getTime() + hours * 3_600_000))).toBe(mails);
});
