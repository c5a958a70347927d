import { type RawBuilder, sql } from "kysely";

// Which states mean the same to a rule. Nobody else lists them (tooling/single-sources.test.ts).

/** An invoice that is owed. One that was given up is too: it can still be paid. */
export const owedStates = ["open", "uncollectible"] as const;

/** Whether an invoice in this state is owed. */
export const isOwed = (state: string): boolean => owedStates.some((owed) => owed === state);

/** A charge that the payment company may have made, and whose outcome is open. */
export const unansweredStates = ["sent", "unknown"] as const;

/** A charge whose outcome is open, be it sent or not. */
export const undecidedStates = ["created", ...unansweredStates] as const;

/** A refund whose outcome is open. */
export const openRefundStates = ["created", "pending"] as const;

/** States as they stand between the brackets of a statement's `in (…)`. */
export const stateList = (states: readonly string[]): RawBuilder<unknown> =>
  sql.join(states.map((state) => sql.lit(state)));
