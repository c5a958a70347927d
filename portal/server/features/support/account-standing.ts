import type { CalendarDay } from "../plan/plan-dates.ts";

/** What an account's state follows from; the last two of the contract that has not ended. */
export interface StandingFacts {
  readonly closedAt: Date | null;
  readonly hasAgreed: boolean;
  /** Set while its holder is leaving: the day its data is deleted. */
  readonly deletesOn: CalendarDay | null;
  readonly suspendedOn: CalendarDay | null;
}

/** Where a member stands, one word for each. */
export type Standing = "closed" | "unfinished" | "leaving" | "suspended" | "active";

/** Where a member stands: what ends an account goes before what rests in it. */
export function standingOf(facts: StandingFacts): Standing {
  if (facts.closedAt !== null) return "closed";
  if (!facts.hasAgreed) return "unfinished";
  if (facts.deletesOn !== null) return "leaving";
  return facts.suspendedOn === null ? "active" : "suspended";
}
