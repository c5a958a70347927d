import { closedAccountMs } from "@sekimori/portal-contract/constants";
import type { Queryable } from "../../context.ts";
import { addDays, type CalendarDay, calendarDay } from "../plan/plan-dates.ts";

/** An account whose data is deleted soon, or should be by now. */
export interface DueDeletion {
  readonly account: string;
  readonly why: "withdrawn" | "closed";
  /** When the member left, or the account was closed. */
  readonly since: Date | CalendarDay;
  /** The day on which it is deleted. */
  readonly dueOn: CalendarDay;
  readonly isLate: boolean;
}

/** What is due so many days ahead is shown. */
const aheadDays = 7;

/** Deletions of the next days, and those that should have happened; the first to be due before the others. */
export async function deletionsDue(db: Queryable, now: Date, most: number): Promise<DueDeletion[]> {
  const today = calendarDay(now);
  const horizon = addDays(today, aheadDays);
  const closed = await db
    .selectFrom("portal.account")
    .select(["id", "closed_at"])
    .where("closed_at", "<", new Date(Date.parse(horizon) - closedAccountMs))
    .orderBy("closed_at")
    .limit(most)
    .execute();
  const left = await db
    .selectFrom("portal.contract")
    .select(["account_id", "ends_on"])
    .where("end_reason", "=", "withdrawn")
    .where("ended_on", "is", null)
    .where("ends_on", "<", horizon)
    .orderBy("ends_on")
    .limit(most)
    .execute();
  const due = (row: Omit<DueDeletion, "isLate">): DueDeletion => ({
    ...row,
    isLate: row.dueOn < today,
  });
  return [
    ...closed.flatMap(({ id, closed_at: since }) =>
      since === null
        ? []
        : due({
            account: id,
            why: "closed",
            since,
            dueOn: calendarDay(new Date(since.getTime() + closedAccountMs)),
          }),
    ),
    ...left.flatMap(({ account_id: account, ends_on: since }) =>
      since === null ? [] : due({ account, why: "withdrawn", since, dueOn: addDays(since, 1) }),
    ),
  ]
    .toSorted((one, other) => one.dueOn.localeCompare(other.dueOn))
    .slice(0, most);
}
