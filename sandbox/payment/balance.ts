import { sql } from "kysely";
import type { SandboxTables } from "../database/tables.ts";
import type { Books } from "./company.ts";

type BalanceKind = SandboxTables["sandbox.payment_balance"]["kind"];

/** What the company keeps of a successful charge, in per mille; whole yen, rounded down. */
const feePerMille = 36;

export function feeOf(amount: number): number {
  return Math.floor((amount * feePerMille) / 1_000);
}

/** Writes a movement into the company's ledger, in the transaction of what moved the money. */
export async function recordMovement(
  books: Books,
  movement: {
    readonly kind: BalanceKind;
    readonly amount: number;
    readonly source: string;
    readonly at: Date;
  },
): Promise<void> {
  const { kind, amount, source, at } = movement;
  await books
    .insertInto("sandbox.payment_balance")
    .values({ created_at: at, kind, amount, source })
    .execute();
}

/** The movements of a stretch of time, oldest first, at most 1,000 after a sequence number. */
export async function readBalance(
  books: Books,
  { from, to, after }: { readonly from: Date; readonly to: Date; readonly after: number },
) {
  const rows = await books
    .selectFrom("sandbox.payment_balance")
    .selectAll()
    .where("created_at", ">=", from)
    .where("created_at", "<", to)
    .where("sequence", ">", String(after))
    .orderBy("sequence")
    .limit(1_000)
    .execute();
  return rows.map((row) => ({
    sequence: Number(row.sequence),
    kind: row.kind,
    amount: row.amount,
    source: row.source,
    created_at: row.created_at.toISOString(),
  }));
}

/**
 * Pays out what a month brought on the 15th of the next, in Japan's time. May be called at any
 * time and any number of times: a month is paid once.
 */
export async function payOut(books: Books, now: Date): Promise<void> {
  await sql`
    insert into sandbox.payment_balance (created_at, kind, amount, source)
    select
      (to_date(month, 'YYYY-MM') + interval '1 month 14 days') at time zone 'Asia/Tokyo',
      'payout', -sum(amount), month
    from (
      select amount, to_char(created_at at time zone 'Asia/Tokyo', 'YYYY-MM') as month
      from sandbox.payment_balance where kind <> 'payout'
    ) movement
    where (to_date(month, 'YYYY-MM') + interval '1 month 14 days') at time zone 'Asia/Tokyo' <= ${now}
    group by month having sum(amount) > 0
    on conflict (kind, source) do nothing`.execute(books);
}
