import { AppError } from "@sekimori/kit-server/errors";
import { assetPath } from "@sekimori/kit-server/installation";
import { createThreadPool } from "@sekimori/kit-server/threads";
import { inTurn } from "@sekimori/kit-server/threads/in-turn";
import type { ImportAnswer, ImportTask } from "./import-thread.ts";
import type { ImportWork } from "./import-work.ts";

/** What four megabytes of hostile text may take; a thread that needs more ends alone. */
const limits = { maxOldGenerationSizeMb: 256 };

const script = assetPath("app/threads/import.js");

/** Asks the thread to do one piece of work. @throws AppError as the work itself does. */
export type AskImport = <Kind extends keyof ImportWork>(
  kind: Kind,
  input: Parameters<ImportWork[Kind]>[0],
) => Promise<ReturnType<ImportWork[Kind]>>;

/**
 * The thread that reads, checks and writes tables, so that ten thousand rows of one person don't hold
 * up everybody else. One for a process: its tasks wait for each other, and the class of load of their
 * calls bounds how many wait.
 */
export function createImportThreads(): AskImport {
  const run = inTurn(createThreadPool<ImportTask, ImportAnswer>(script, { width: 1, limits }));
  return async (kind, input) => {
    const answer = await run({ kind, input });
    if ("refused" in answer) {
      throw new AppError(answer.refused.type, { data: answer.refused.data });
    }
    return answer.done as ReturnType<ImportWork[typeof kind]>;
  };
}
