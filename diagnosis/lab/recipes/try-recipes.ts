import type { ExaminedState } from "../examine-states.ts";
import { type AllApplied, appliedOf } from "./applied.ts";
import { recipeLines, recipeVerdict } from "./recipe-verdict.ts";

/** Scans the chosen states, as they are or with recipes copied into them; throws when that fails. */
export type ScanOnce = (applied: AllApplied | null) => Promise<readonly ExaminedState[]>;

/**
 * Does what the reader of a finding does: copies its recipe into the real server, and has all scanned again.
 *
 * @returns how many findings are still there or new.
 */
export async function tryRecipes(scan: ScanOnce, say: (line: string) => void): Promise<number> {
  const before = await scan(null);
  const applied = appliedOf(before);
  say(`${before.length} states were scanned; recipes for ${Object.keys(applied).length} of them`);
  const after = await scan(applied);
  const verdict = recipeVerdict(before, after);
  for (const line of recipeLines(verdict)) say(line);
  return verdict.left.length + verdict.harm.length;
}
