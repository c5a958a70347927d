import { resendPauseMs } from "@sekimori/portal-contract/constants";
import { expect, test } from "vitest";
import { resendWait } from "./resend-wait.ts";

const now = Date.UTC(2026, 10, 21);
const after = (milliseconds: number) => new Date(now + milliseconds).toISOString();

test.each([
  ["no code has been sent", undefined, 0],
  ["none is waited for", null, 0],
  ["a code has just been sent", after(resendPauseMs), resendPauseMs],
  ["half of the pause is over", after(resendPauseMs / 2), resendPauseMs / 2],
  ["the pause is over", after(0), 0],
  ["it was over long ago", after(-86_400_000), 0],
  ["the server's clock is ten minutes ahead", after(600_000 + resendPauseMs), resendPauseMs],
  ["the server's clock is a year ahead", after(365 * 86_400_000), resendPauseMs],
] as const)("%s", (_case, resendAt, wait) => {
  expect(resendWait(resendAt, now)).toBe(wait);
});
