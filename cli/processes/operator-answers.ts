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

/** What a command is given that it cannot take; the message names the option. */
export class OptionRefused extends Error {}

/** What the rules for names and other lines of text say (`kit/contract/name.ts`). */
const ofLines: Readonly<Record<string, string>> = {
  hidden_mark: "must have no control characters, line breaks or marks of direction",
  no_letter: "must show a letter, a digit or a sign",
  address: "must not look like an address",
};

/**
 * Says every complaint about what was typed, by the option that it was typed with.
 *
 * @param optionOf the option of a field; a field that is none of them is what the command is about
 */
export async function complaining(
  optionOf: Readonly<Record<string, string>>,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof OptionRefused) return fail(error.message);
    if (!(error instanceof z.ZodError)) throw error;
    for (const issue of error.issues) {
      const { path, message } = issue;
      const [field = ""] = path;
      const said = issue.code === "custom" ? ofLines[String(issue.params?.code)] : undefined;
      fail(`${optionOf[String(field)] ?? path.join(".")}: ${said ?? message}`);
    }
  }
}
