import { DryRun, OperatorRefused } from "@sekimori/portal-server/operator-money";
import { fail, type Named, say } from "./operator-answers.ts";

/** A command that changes something, or only tries it. */
export interface Acting extends Named {
  readonly dryRun: boolean;
}

/** Does something, or only tries it, and says which, or why it cannot be done. */
export async function acted(
  options: Acting,
  work: () => Promise<{ readonly facts: unknown; readonly text: string }>,
): Promise<void> {
  try {
    const { facts, text } = await work();
    say(options, facts, text);
  } catch (error) {
    if (error instanceof OperatorRefused) return fail(error.message);
    if (!(error instanceof DryRun)) throw error;
    const facts = Object.entries(error.facts).map(([name, value]) => `${name}: ${value}`);
    say(
      options,
      { dryRun: true, ...error.facts },
      `Would be done: ${facts.join(", ")}. Nothing was changed.`,
    );
  }
}
