import { platform, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { hashSync, type Options, verifySync } from "@node-rs/argon2";

/** To hash a password, or to check it against what is stored. */
export interface PasswordTask {
  readonly password: string;
  readonly stored?: string;
}

export type PasswordOutcome = { readonly value: string | boolean } | { readonly error: unknown };

const options = workerData as Options;

/** Niceness of this thread, from -20 to 19; everything else of the process has 0. */
const niceness = 10;

// Under a flood the event loop has thousands to refuse, and members wait for its turn: hashing takes
// what is left of the processor. Only on Linux does a thread have a niceness of its own; elsewhere 0
// means the whole process.
if (platform() === "linux") setPriority(0, niceness);

function outcomeOf({ password, stored }: PasswordTask): PasswordOutcome {
  try {
    return {
      value:
        stored === undefined ? hashSync(password, options) : verifySync(stored, password, options),
    };
  } catch (error) {
    return { error };
  }
}

parentPort?.on("message", (tasks: readonly PasswordTask[]) => {
  parentPort?.postMessage(tasks.map(outcomeOf));
});
