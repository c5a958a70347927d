import { transaction } from "@sekimori/kit-server/database";
import { sql } from "kysely";
import type { Queryable } from "../../context.ts";
import { openRefundStates, stateList, undecidedStates } from "../billing/money-states.ts";
import { addDays, addMonths, type CalendarDay, calendarDay } from "../plan/plan-dates.ts";
import {
  type ActingOperator,
  OperatorRefused,
  type OperatorTables,
  recordAct,
} from "./operator-audit.ts";

/** A closed month and what each account came to at its end, in yen. */
export interface ClosedMonth {
  readonly month: string;
  readonly postings: number;
  readonly balances: Readonly<Record<string, number>>;
}

/** What has to be over before a month of the books is, each as a number and what it counts. */
export interface Unfinished {
  /** A day of an earlier month that isn't closed. */
  readonly earlier: CalendarDay | null;
  readonly unbilled: number;
  readonly parked: number;
  readonly unanswered: number;
  readonly refunds: number;
  /** Days that were not held against the payment company's ledger. */
  readonly unreconciled: readonly CalendarDay[];
  readonly differences: number;
}

/** What keeps a month open, whether it is over or not. */
export async function unfinishedOf(db: Queryable, month: CalendarDay): Promise<Unfinished> {
  const end = addMonths(month, 1);
  // Whom the run of the month would have billed.
  const { rows } = await sql<Unfinished>`
    with due as (
      select id in (select contract_id from portal.parked_contract) as is_parked
      from portal.contract
      where ended_on is null and plan = 'detailed' and suspended_on is null
        and next_billing_on < ${end} and (ends_on is null or next_billing_on <= ends_on)
    )
    select
      (select min(posted_on)::text from portal.ledger_posting where posted_on < ${month}
        and posted_on >= coalesce(
          (select max(closed.month) + interval '1 month' from portal.closed_month as closed),
          '-infinity')) as earlier,
      (select count(*)::int from due where not is_parked) as unbilled,
      (select count(*)::int from due where is_parked) as parked,
      (select count(*)::int from portal.charge_attempt as attempt
        join portal.invoice as invoice on invoice.id = attempt.invoice_id
        where attempt.state in (${stateList(undecidedStates)}) and invoice.issued_on < ${end}
      ) as unanswered,
      (select count(*)::int from portal.refund where state in (${stateList(openRefundStates)})
        and (created_at at time zone 'Asia/Tokyo')::date < ${end}) as refunds,
      (select coalesce(array_agg(distinct posted_on::text), '{}') from portal.ledger_posting
        where kind in ('paid', 'refunded') and posted_on >= ${month} and posted_on < ${end}
        and posted_on not in (select day from portal.reconciliation)) as unreconciled,
      (select count(*)::int from portal.reconciliation_difference
        where day >= ${month} and day < ${end}) as differences`.execute(db);
  const [found] = rows;
  if (!found) throw new Error("The books could not be read.");
  return found;
}

function complaintsOf(found: Unfinished, accepted: boolean): string[] {
  const some = (count: number, what: string) => (count === 0 ? [] : [`${what}: ${count}`]);
  return [
    ...(found.earlier === null ? [] : [`${found.earlier.slice(0, 7)} comes first`]),
    ...some(found.unbilled, "contracts not billed yet"),
    ...some(found.parked, "contracts due and parked"),
    ...some(found.unanswered, "charges without an answer"),
    ...some(found.refunds, "open refunds"),
    ...some(found.unreconciled.length, "days not held against the payment company's ledger"),
    ...(accepted
      ? []
      : some(found.differences, "sums that differ from the payment company's ledger")),
  ];
}

/**
 * Closes a month of the books for good: in order, once everything of it is known. Nothing is posted
 * into it any more, so what was exported of it stays true.
 *
 * @param month its 1st
 * @param despite why sums that differ from the payment company's ledger may stay so
 * @throws OperatorRefused naming whatever is not over; DryRun
 */
export async function closeMonth(
  tables: OperatorTables,
  acting: ActingOperator,
  { month, despite }: { readonly month: CalendarDay; readonly despite?: string },
): Promise<ClosedMonth> {
  const { db, clock } = tables;
  const end = addMonths(month, 1);
  const name = month.slice(0, 7);
  if (calendarDay(clock.now()) < end) {
    throw new OperatorRefused(`${name} is not over before the end of ${addDays(end, -1)}.`);
  }
  return transaction(db, async (tx) => {
    // Whoever is posting is waited for; whoever posts afterwards finds the month closed.
    await sql`lock table portal.ledger_posting in share row exclusive mode`.execute(tx);
    const closed = await tx
      .selectFrom("portal.closed_month")
      .select("month")
      .where("month", ">=", month)
      .executeTakeFirst();
    if (closed) throw new OperatorRefused(`${name} is closed already.`);
    const complaints = complaintsOf(await unfinishedOf(tx, month), despite !== undefined);
    if (complaints.length > 0) {
      throw new OperatorRefused(`${name} cannot be closed: ${complaints.join("; ")}.`);
    }
    const { rows } = await sql<{ account: string; yen: string }>`
      select entry.account, sum(entry.amount) as yen
      from portal.ledger_entry as entry
      join portal.ledger_posting as posting on posting.id = entry.posting_id
      where posting.posted_on < ${end} group by 1 order by 1`.execute(tx);
    const balances = Object.fromEntries(rows.map(({ account, yen }) => [account, Number(yen)]));
    const { count } = await tx
      .selectFrom("portal.ledger_posting")
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .where("posted_on", ">=", month)
      .where("posted_on", "<", end)
      .executeTakeFirstOrThrow();
    const postings = Number(count);
    await tx
      .insertInto("portal.closed_month")
      .values({
        month,
        closed_at: clock.now(),
        operator: acting.operator,
        postings,
        balances: JSON.stringify(balances),
      })
      .execute();
    const detail = { month: name, postings, ...(despite === undefined ? {} : { despite }) };
    await recordAct(tx, tables, acting, "operator.month-closed", detail);
    return { month: name, postings, balances };
  });
}
