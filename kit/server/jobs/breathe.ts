import { setImmediate as turn } from "node:timers/promises";

/** So many small things are done in one go: some milliseconds' work. */
const inOneGo = 16;

/**
 * Called before each of many small things that are done in a row: now and then it lets whatever else
 * waits have its turn, such as the answer to a call that another part of the process made.
 *
 * @param done how many of them are done
 */
export async function breathe(done: number): Promise<void> {
  if (done > 0 && done % inOneGo === 0) await turn();
}
