import { availableParallelism } from "node:os";
import type { Options } from "@node-rs/argon2";
import { assetPath } from "@sekimori/kit-server/installation";
import { createThreadPool } from "@sekimori/kit-server/threads";
import type { PasswordOutcome, PasswordTask } from "./password-thread.ts";

/** Each thread at work holds the 19 MiB of one hash. */
const mostThreads = 3;

/** How many threads of this process hash passwords. */
export const passwordThreads = Math.min(availableParallelism(), mostThreads);

export interface PasswordPool {
  readonly width: number;
  /**
   * Gives a batch to a thread; ask for no more than `width` at once.
   *
   * @param finish called with an outcome for each task, in their order, or with one failure for all
   *   of them when the thread ended.
   */
  run(tasks: readonly PasswordTask[], finish: (outcomes: readonly PasswordOutcome[]) => void): void;
}

/**
 * The threads that hash passwords.
 *
 * @param script what each thread runs; for the test of one that ends.
 */
export function createPasswordPool(
  options: Options,
  width: number,
  script: string | URL = assetPath("app/threads/password.js"),
): PasswordPool {
  const pool = createThreadPool<readonly PasswordTask[], readonly PasswordOutcome[]>(script, {
    width,
    data: options,
  });
  return {
    width,
    run: (tasks, finish) =>
      pool.run(tasks, (outcome) =>
        finish("failure" in outcome ? [{ error: outcome.failure }] : outcome.answer),
      ),
  };
}
