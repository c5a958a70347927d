import { expect, test } from "vitest";
import { sessionEnd } from "./session-end.ts";

const now = Date.UTC(2026, 10, 21);
const minute = 60_000;

test.each([
  [undefined, "far"],
  [now + 10 * minute + 1, "far"],
  [now + 10 * minute, "near"],
  [now + 1, "near"],
  [now, "past"],
  [now - minute, "past"],
] as const)("with its end at %s the session's end is %s", (expiry, state) => {
  expect(sessionEnd(expiry, now)).toBe(state);
});
