import type { Options } from "@node-rs/argon2";
import type { Metrics } from "@sekimori/kit-server/metrics";
import { createPasswordPool, passwordThreads } from "./password-pool.ts";
import { createPasswordQueue, type PasswordQueue } from "./password-queue.ts";

/** The queue on threads of its own; `script` is what each of them runs, for tests. */
export function createPasswordThreads(
  options: Options,
  { script, metrics }: { readonly script?: URL; readonly metrics?: Metrics | undefined } = {},
): PasswordQueue {
  return createPasswordQueue(createPasswordPool(options, passwordThreads, script), metrics);
}
