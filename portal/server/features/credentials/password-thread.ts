import { parentPort, workerData } from "node:worker_threads";
import { hashSync, type Options, verifySync } from "@node-rs/argon2";

/** To hash a password, or to check it against what is stored. */
export interface PasswordTask {
  readonly password: string;
  readonly stored?: string;
}

export type PasswordOutcome = { readonly value: string | boolean } | { readonly error: unknown };

const options = workerData as Options;

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
