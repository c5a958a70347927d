import { lineSchema } from "@sekimori/kit-contract/name";
import { OperatorRefused } from "./operator-audit.ts";

const reasonMost = 200;

/** Why somebody opens a member's data, as the audit log keeps it. @throws OperatorRefused without one. */
export function requireReason(reason: string): string {
  const parsed = lineSchema(reasonMost).safeParse(reason);
  if (parsed.success) return parsed.data;
  throw new OperatorRefused(`A reason is one line of at most ${reasonMost} letters.`);
}
