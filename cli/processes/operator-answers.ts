import { z } from "zod";

/** Where an operator's command works, and how it answers. */
export interface Shared {
  readonly data?: string;
  readonly json: boolean;
}

/** The same of a command whose doing is written down. */
export interface Named extends Shared {
  readonly operator: string;
}

export function say(options: Shared, facts: unknown, text: string): void {
  console.log(options.json ? JSON.stringify(facts, null, 2) : text);
}

export function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}

/** Says every complaint about what was typed by the name of its field. */
export async function complaining(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    for (const { path, message } of error.issues) fail(`${path.join(".")}: ${message}`);
  }
}
