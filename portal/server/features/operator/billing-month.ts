import type { Clock } from "@sekimori/kit-server/clock";
import { type RawBuilder, sql } from "kysely";
import type { Queryable } from "../../context.ts";
import { openRefundStates, stateList, unansweredStates } from "../billing/money-states.ts";
import { type UnknownRefund, unknownRefunds } from "../billing/unknown-refunds.ts";
import { addMonths, type CalendarDay, tokyoMoment } from "../plan/plan-dates.ts";

/** A number of documents or movements and their sum in yen. */
export interface CountedYen {
  readonly count: number;
  readonly yen: number;
}

const columns = ["issued", "paid", "failed", "refunded"] as const;

type Column = (typeof columns)[number];

export type MonthDay = { readonly day: CalendarDay } & Readonly<Record<Column, CountedYen>>;

export interface BillingMonth {
  readonly month: CalendarDay;
  /** Days on which something happened, in order. */
  readonly days: readonly MonthDay[];
  readonly total: Readonly<Record<Column, CountedYen>>;
  /** Of the invoices of the month: how many are in which state now. */
  readonly states: Readonly<Record<string, CountedYen>>;
  /** Charges whose answer is missing, and refunds that are open; of any month. */
  readonly unanswered: CountedYen;
  readonly openRefunds: CountedYen;
  /** Of those: which nobody repeats any more, whatever their contracts are parked for. */
  readonly unknownRefunds: readonly UnknownRefund[];
  readonly parked: readonly {
    readonly contract: string;
    readonly reason: string;
    readonly detail: string;
    readonly since: string;
  }[];
  /** Days of the month whose charges and refunds were held against the payment company's ledger. */
  readonly reconciledDays: number;
  /** What differed there; 0 yen of ours: we know nothing of it. */
  readonly differences: readonly {
    readonly day: CalendarDay;
    readonly kind: string;
    readonly source: string;
    readonly ours: number;
    readonly theirs: number;
    readonly actor: string;
  }[];
  readonly closed: { readonly at: string; readonly by: string } | null;
}

const none: CountedYen = { count: 0, yen: 0 };
const tokyoDay = (column: RawBuilder<unknown>) =>
  sql`(${column} at time zone 'Asia/Tokyo')::date::text`;

async function byDay(db: Queryable, from: CalendarDay, to: CalendarDay) {
  const { rows } = await sql<{ what: Column; day: CalendarDay; count: number; yen: string }>`
    select 'issued' as what, issued_on::text as day, count(*)::int as count, sum(total) as yen
      from portal.invoice where kind = 'invoice' and state <> 'draft'
        and issued_on >= ${from} and issued_on < ${to} group by 2
    union all
    select 'paid', paid_on::text, count(*)::int, sum(total) from portal.invoice
      where kind = 'invoice' and paid_on >= ${from} and paid_on < ${to} group by 2
    union all
    select 'failed', ${tokyoDay(sql`finished_at`)}, count(*)::int, sum(amount)
      from portal.charge_attempt where state = 'failed'
        and finished_at >= ${tokyoMoment(from, 0)} and finished_at < ${tokyoMoment(to, 0)} group by 2
    union all
    select 'refunded', ${tokyoDay(sql`finished_at`)}, count(*)::int, sum(amount)
      from portal.refund where state = 'succeeded'
        and finished_at >= ${tokyoMoment(from, 0)} and finished_at < ${tokyoMoment(to, 0)} group by 2
    order by 2`.execute(db);
  return rows;
}

async function counted(db: Queryable, query: RawBuilder<{ count: number; yen: string | null }>) {
  const [row] = (await query.execute(db)).rows;
  return { count: row?.count ?? 0, yen: Number(row?.yen ?? 0) };
}

/** The month on one screen: due, paid, failed and refunded by day, and what waits for somebody. */
export async function billingMonth(
  { db, clock }: { readonly db: Queryable; readonly clock: Clock },
  month: CalendarDay,
): Promise<BillingMonth> {
  const to = addMonths(month, 1);
  const days = new Map<CalendarDay, Record<Column, CountedYen>>();
  const total: Record<Column, CountedYen> = {
    issued: none,
    paid: none,
    failed: none,
    refunded: none,
  };
  for (const { what, day, count, yen } of await byDay(db, month, to)) {
    const row = days.get(day) ?? { issued: none, paid: none, failed: none, refunded: none };
    row[what] = { count, yen: Number(yen) };
    days.set(day, row);
    total[what] = { count: total[what].count + count, yen: total[what].yen + Number(yen) };
  }
  const { rows: states } = await sql<{ state: string; count: number; yen: string }>`
    select case when state = 'open' and first_failed_on is not null then 'unpaid' else state end
      as state, count(*)::int as count, sum(total) as yen
    from portal.invoice where kind = 'invoice' and issued_on >= ${month} and issued_on < ${to}
    group by 1 order by 1`.execute(db);
  const parked = await db
    .selectFrom("portal.parked_contract")
    .selectAll()
    .orderBy("parked_at")
    .execute();
  const { days: reconciledDays } = await db
    .selectFrom("portal.reconciliation")
    .select(({ fn }) => fn.countAll<string>().as("days"))
    .where("day", ">=", month)
    .where("day", "<", to)
    .executeTakeFirstOrThrow();
  const differences = await db
    .selectFrom("portal.reconciliation_difference")
    .selectAll()
    .where("day", ">=", month)
    .where("day", "<", to)
    .orderBy("day")
    .orderBy("source")
    .execute();
  const closed = await db
    .selectFrom("portal.closed_month")
    .select(["closed_at", "operator"])
    .where("month", "=", month)
    .executeTakeFirst();
  return {
    month: month.slice(0, 7),
    days: [...days].map(([day, row]) => ({ day, ...row })),
    total,
    states: Object.fromEntries(
      states.map(({ state, count, yen }) => [state, { count, yen: Number(yen) }]),
    ),
    unanswered: await counted(
      db,
      sql`select count(*)::int as count, sum(amount) as yen from portal.charge_attempt
        where state in (${stateList(unansweredStates)})`,
    ),
    openRefunds: await counted(
      db,
      sql`select count(*)::int as count, sum(amount) as yen from portal.refund
        where state in (${stateList(openRefundStates)})`,
    ),
    unknownRefunds: await unknownRefunds(db, clock.now()),
    parked: parked.map((row) => ({
      contract: row.contract_id,
      reason: row.reason,
      detail: row.detail,
      since: row.parked_at.toISOString(),
    })),
    reconciledDays: Number(reconciledDays),
    differences,
    closed: closed ? { at: closed.closed_at.toISOString(), by: closed.operator } : null,
  };
}
