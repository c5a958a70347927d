import type { TicketState } from "@sekimori/karte-contract/words";
import type { RemoteTicket } from "../../ports/ticket-systems.ts";
import type { TicketAct } from "../ticket-records/ticket-acts.ts";

/** A ticket as far as its state goes. Moments are milliseconds since 1970. */
export interface Standing {
  readonly state: TicketState;
  /** When it was said to be done. */
  readonly saidAt: number | null;
  /** When it was asked for, or a check's word was last passed on. */
  readonly since: number;
}

/** What checks say of the findings of its cause. */
export interface Checked {
  readonly open: number;
  readonly accepted: number;
  /** When a check last closed one of them. */
  readonly closedAt: number | null;
  /** When a check last saw one that is open. */
  readonly seenAt: number | null;
}

/** What a ticket becomes, and what is to be done in its system. */
export interface Judgement {
  readonly state: TicketState;
  readonly act: Exclude<TicketAct, "create"> | null;
  /** When the check was that says so. */
  readonly at: number | null;
}

const live: readonly TicketState[] = ["open", "in-work", "said-done"];

/**
 * What checks make of a ticket: only they verify it, and only they reopen it. Nobody's word in the ticket
 * system is looked at here, and what a check said before `since` is no news: a person who reopens a
 * verified ticket is not contradicted. Who then says that it is done agrees with what checks have said.
 */
export function judge({ state, saidAt, since }: Standing, checked: Checked): Judgement {
  const { open, accepted, closedAt, seenAt } = checked;
  const isFixed = open === 0 && accepted === 0 && closedAt !== null;
  if (live.includes(state) && isFixed && (closedAt > since || state === "said-done")) {
    return { state: "verified", act: "close", at: closedAt };
  }
  if (open > 0 && seenAt !== null) {
    if (state === "said-done" && saidAt !== null && seenAt > saidAt) {
      return { state: "open", act: "reopen-still", at: seenAt };
    }
    if (state === "verified") return { state: "open", act: "reopen-back", at: seenAt };
  }
  return { state, act: null, at: null };
}

/**
 * What somebody did in the ticket system makes of a ticket. "Done" there is never more than said; and what we
 * did ourselves reads as the state that the ticket has already. What a scan has verified and nothing there
 * closes is open there all the same: nobody has reopened it.
 */
export function heard(
  state: TicketState,
  remote: RemoteTicket["state"],
  isStuck = false,
): TicketState {
  if (remote === "done") return live.includes(state) ? "said-done" : state;
  if (state === "verified" && isStuck) return state;
  return [...live, "verified"].includes(state) ? remote : state;
}
