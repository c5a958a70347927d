import type { JobRun } from "@sekimori/kit-server/jobs";
import { createLogger } from "@sekimori/kit-server/logger";

/** What a job is told that a test performs by itself: its first and only try, which nobody takes away. */
export const soleRun = (given: Partial<JobRun> = {}): JobRun => ({
  id: "1",
  attempt: 1,
  maxAttempts: 1,
  logger: createLogger({ name: "test", level: "silent" }),
  signal: new AbortController().signal,
  assertHeld: async () => undefined,
  ...given,
});
