import { type RawBuilder, sql } from "kysely";
import type { PortalTransaction, Queryable } from "../../context.ts";
import type { CalendarDay } from "../plan/plan-dates.ts";

/** Contracts in one batch: few enough that the lock of the invoices' numbers is short. */
const batchSize = 200;

/** A contract of a paid plan whose billing day has come, with its holder's sealed data. */
export interface DueContract {
  readonly id: string;
  readonly account_id: string;
  readonly plan: "detailed";
  readonly next_billing_on: CalendarDay;
  readonly ends_on: CalendarDay | null;
  readonly started_on: CalendarDay;
  readonly monthly_price: number | null;
  readonly tax_percent: string;
  readonly prices_from: CalendarDay | null;
  readonly may_catch_up: boolean;
  readonly personal: Buffer;
}

/** Where a pass over the contracts has come to. */
export type Place = Pick<DueContract, "id" | "next_billing_on">;

const firstId = "00000000-0000-0000-0000-000000000000";

const columns = sql`c.id, c.account_id, c.plan, c.next_billing_on, c.ends_on, c.started_on,
  c.monthly_price, c.tax_percent, c.prices_from, c.may_catch_up, a.personal`;

async function nextDue(
  db: Queryable,
  day: CalendarDay,
  after: Place | undefined,
  lock: RawBuilder<unknown>,
): Promise<DueContract[]> {
  const { rows } = await sql<DueContract>`
    select ${columns} from portal.contract c join portal.account a on a.id = c.account_id
    where c.ended_on is null and c.plan = 'detailed' and c.suspended_on is null
      and c.next_billing_on <= ${day}
      and (c.next_billing_on, c.id)
        > (${after?.next_billing_on ?? "0001-01-01"}::date, ${after?.id ?? firstId}::uuid)
      and (c.ends_on is null or c.next_billing_on <= c.ends_on)
    order by c.next_billing_on, c.id limit ${batchSize} ${lock}`.execute(db);
  return rows;
}

/**
 * The next contracts that may be due on a day, as they stand, whoever is at work on them.
 *
 * @param after where the batch before ended; undefined at the beginning of a pass
 */
export function readNextDue(
  db: Queryable,
  day: CalendarDay,
  after: Place | undefined,
): Promise<DueContract[]> {
  return nextDue(db, day, after, sql``);
}

/** Those of these contracts whose next billing day comes, however far ahead it is. */
export async function readComing(db: Queryable, ids: readonly string[]): Promise<DueContract[]> {
  const { rows } = await sql<DueContract>`
    select ${columns} from portal.contract c join portal.account a on a.id = c.account_id
    where c.id = any(${ids}::uuid[]) and c.ended_on is null and c.plan = 'detailed'
      and c.suspended_on is null and (c.ends_on is null or c.next_billing_on <= c.ends_on)`.execute(
    db,
  );
  return rows;
}

/** Whether rows that somebody else holds are left for later, or waited for. */
export type Held = "skipped" | "waited for";

/**
 * The same, kept from other runs. The account is locked before its contract, as everywhere: a
 * change of a contract writes to its account.
 */
export function lockNextDue(
  tx: PortalTransaction,
  day: CalendarDay,
  after: Place | undefined,
  held: Held,
): Promise<DueContract[]> {
  const lock = sql`for update of a, c ${sql.raw(held === "skipped" ? "skip locked" : "")}`;
  return nextDue(tx, day, after, lock);
}

/**
 * Leaves out what is parked and what has a document of this day: a contract gets at most one a
 * day, so that missed months are billed in order and one by one.
 */
export async function stillDue(
  db: Queryable,
  contracts: readonly DueContract[],
  day: CalendarDay,
): Promise<DueContract[]> {
  const ids = contracts.map(({ id }) => id);
  const { rows } = await sql<{ contract_id: string }>`
    select contract_id from portal.parked_contract where contract_id = any(${ids}::uuid[])
    union all
    select contract_id from portal.invoice
    where contract_id = any(${ids}::uuid[]) and kind = 'invoice' and issued_on = ${day}`.execute(
    db,
  );
  const leftOut = new Set(rows.map((row) => row.contract_id));
  return contracts.filter(({ id }) => !leftOut.has(id));
}
