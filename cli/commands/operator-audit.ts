import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { mentionsCheckpoint } from "@sekimori/portal-server/audit-checkpoint";
import { fail } from "../processes/operator-answers.ts";
import { type Acting, asOperator, report } from "./operator-acts.ts";

/** What was kept elsewhere: a line by itself, standard input, or a file. Undefined, and said, where there is none. */
async function keptLines(expect: string): Promise<readonly string[] | undefined> {
  if (mentionsCheckpoint(expect)) return [expect];
  try {
    const kept = expect === "-" ? await text(process.stdin) : await readFile(expect, "utf8");
    if (mentionsCheckpoint(kept)) return kept.split("\n");
    fail(
      `--expect: ${expect === "-" ? "standard input" : expect} holds no checkpoint. A checkpoint begins with sekimori-audit-1.`,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    fail(`--expect: ${expect} is neither a checkpoint nor a file that can be read (${reason}).`);
  }
  return undefined;
}

/** `sekimori operator audit verify`: exit code 1 where anything is not as it was. */
export async function verifyAudit(options: Acting & { readonly expect?: string }): Promise<void> {
  const kept = options.expect === undefined ? [] : await keptLines(options.expect);
  if (kept === undefined) return;
  const verdict = await asOperator(options, (operator) => operator.verifyAudit(kept));
  const { events, unlinked, checkpoints, expected, firstBroken, problems, head } = verdict;
  if (firstBroken === null && problems.length === 0) {
    const elsewhere = expected === 0 ? "" : ` and ${expected} that were kept elsewhere`;
    console.log(
      `${events} events, the chain is whole. ${unlinked} are not linked yet. ${checkpoints} signed checkpoints${elsewhere}. Last hash: ${head ?? "none yet"}`,
    );
  }
  for (const problem of problems) fail(problem);
}

/** `sekimori operator audit checkpoint`: the line to be kept where the database's owner is not. */
export async function signCheckpoint(options: Acting): Promise<void> {
  const line = await asOperator(options, (operator) => operator.signCheckpoint());
  report(line !== undefined, line ?? "", "Nothing has happened since the last checkpoint.");
}
