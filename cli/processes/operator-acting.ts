import { once } from "node:events";
import { DryRun, OperatorRefused } from "@sekimori/portal-server/operator-money";
import { fail, type Named, say } from "./operator-answers.ts";

/** A command that changes something, or only tries it. */
export interface Acting extends Named {
  readonly dryRun: boolean;
}

/** Says in words why something cannot be done. */
export async function refusing(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof OperatorRefused)) throw error;
    fail(error.message);
  }
}

/** Does something, or only tries it, and says which, or why it cannot be done. */
async function attempted(options: Acting, work: () => Promise<void>): Promise<void> {
  try {
    await work();
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

/** The same, with an answer in facts and in a sentence. */
export function acted(
  options: Acting,
  work: () => Promise<{ readonly facts: unknown; readonly text: string }>,
): Promise<void> {
  return attempted(options, async () => {
    const { facts, text } = await work();
    say(options, facts, text);
  });
}

/** The same, with an answer that is too long to be held: `pour` writes a piece once there is room. */
export function poured(
  options: Acting,
  work: (pour: (piece: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { stdout } = process;
  return attempted(options, () =>
    work(async (piece) => {
      if (!stdout.write(piece)) await once(stdout, "drain");
    }),
  );
}
