import { parentPort } from "node:worker_threads";
import { AppError, type ErrorData } from "@sekimori/kit-server/errors";
import { type ImportWork, importWork } from "./import-work.ts";

/** One piece of work, by its name. */
export interface ImportTask {
  readonly kind: keyof ImportWork;
  readonly input: unknown;
}

/** What came of it, or why the file is refused; an error's class does not survive the way. */
export type ImportAnswer =
  | { readonly done: unknown }
  | { readonly refused: { readonly type: AppError["type"]; readonly data: ErrorData } };

function answerOf({ kind, input }: ImportTask): ImportAnswer {
  try {
    return { done: (importWork[kind] as (input: unknown) => unknown)(input) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { refused: { type: error.type, data: error.data ?? {} } };
  }
}

parentPort?.on("message", (task: ImportTask) => parentPort?.postMessage(answerOf(task)));
