import type { CalendarDay } from "../plan/plan-dates.ts";

/** What an account's state follows from; of the contract that has not ended, if there is one. */
export interface StandingFacts {
  readonly closed_at: Date | null;
  readonly is_agree_service: boolean;
  readonly ends_on: CalendarDay | null;
  readonly end_reason: string | null;
  readonly suspended_on: CalendarDay | null;
}

/** Where a member stands, one word for each. */
export type Standing = "closed" | "unfinished" | "leaving" | "suspended" | "active";

/** Where a member stands: what ends an account goes before what rests in it. */
export function standingOf(facts: StandingFacts): Standing {
  if (facts.closed_at !== null) return "closed";
  if (!facts.is_agree_service) return "unfinished";
  if (facts.end_reason === "withdrawn") return "leaving";
  return facts.suspended_on === null ? "active" : "suspended";
}
