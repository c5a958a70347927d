import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { PortalTransaction } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import type { CalendarDay } from "../plan/plan-dates.ts";

type Account = Tables["portal.ledger_entry"]["account"];

/** One side of a posting: a debit is positive, a credit negative. */
export type LedgerLine = readonly [account: Account, amount: number];

export interface Posting {
  readonly kind: Tables["portal.ledger_posting"]["kind"];
  /** What happened, by a name that is used once for its kind. */
  readonly source: string;
  readonly on: CalendarDay;
  readonly invoiceId: string | null;
  readonly lines: readonly LedgerLine[];
}

/** An issued invoice: the member owes it; of the price a part is tax. */
export function issuedLines(invoice: {
  readonly amount: number;
  readonly taxAmount: number;
  readonly lateCharge: number;
}): LedgerLine[] {
  const { amount, taxAmount, lateCharge } = invoice;
  return [
    ["receivable", amount + lateCharge],
    ["revenue", taxAmount - amount],
    ["tax", -taxAmount],
    ["late-charge", -lateCharge],
  ];
}

/** An issued invoice that is taken back before it was paid: nothing of it is owed. */
export const voidedLines = (invoice: Parameters<typeof issuedLines>[0]): LedgerLine[] =>
  issuedLines(invoice).map(([account, amount]) => [account, -amount]);

/** A charge that succeeded: the payment company owes it in the member's place. */
export const paidLines = (total: number): LedgerLine[] => [
  ["gateway", total],
  ["receivable", -total],
];

/** A refund that succeeded: less revenue, less tax, and less late charge if that was given back. */
export const refundedLines = (amount: number, taxAmount: number, lateCharge = 0): LedgerLine[] => [
  ["revenue", amount - taxAmount],
  ["tax", taxAmount],
  ["late-charge", lateCharge],
  ["gateway", -amount - lateCharge],
];

/** What only the payment company knows: its fee, its payout, a bank that takes a charge back. */
export const movementLines: Readonly<
  Record<
    "fee" | "payout" | "dispute" | "dispute-won" | "dispute-lost",
    (yen: number) => LedgerLine[]
  >
> = {
  fee: (yen) => [
    ["fees", yen],
    ["gateway", -yen],
  ],
  payout: (yen) => [
    ["bank", yen],
    ["gateway", -yen],
  ],
  dispute: (yen) => [
    ["disputed", yen],
    ["gateway", -yen],
  ],
  "dispute-won": (yen) => [
    ["gateway", yen],
    ["disputed", -yen],
  ],
  "dispute-lost": (yen) => [
    ["loss", yen],
    ["disputed", -yen],
  ],
};

/**
 * Appends postings, each once however often it is asked for. Lines of nothing are left out. What
 * comes after its month was closed is posted on the first day that is open.
 *
 * @returns how many were new
 * @throws Error from the database when one does not add up to zero
 */
export async function post(
  tx: PortalTransaction,
  postings: readonly Posting[],
  now: Date,
): Promise<number> {
  if (postings.length === 0) return 0;
  const withIds = postings.map((posting) => ({ ...posting, id: randomUUID() }));
  const { rows: inserted } = await sql<{ id: string }>`
    insert into portal.ledger_posting (id, kind, source, happened_on, posted_on, created_at)
    select given.id, given.kind, given.source, given.happened_on, greatest(
      given.happened_on, (select (max(month) + interval '1 month')::date from portal.closed_month)
    ), ${now}
    from unnest(
      ${withIds.map(({ id }) => id)}::uuid[], ${withIds.map(({ kind }) => kind)}::text[],
      ${withIds.map(({ source }) => source)}::text[], ${withIds.map(({ on }) => on)}::date[]
    ) as given (id, kind, source, happened_on)
    on conflict (kind, source) do nothing
    returning id`.execute(tx);
  const isNew = new Set(inserted.map(({ id }) => id));
  const entries = withIds
    .filter(({ id }) => isNew.has(id))
    .flatMap(({ id, invoiceId, lines }) =>
      lines
        .filter(([, amount]) => amount !== 0)
        .map(([account, amount]) => ({ id, account, amount, invoiceId })),
    );
  if (entries.length > 0) {
    await sql`
      insert into portal.ledger_entry (posting_id, account, amount, invoice_id)
      select * from unnest(
        ${entries.map(({ id }) => id)}::uuid[], ${entries.map(({ account }) => account)}::text[],
        ${entries.map(({ amount }) => amount)}::integer[],
        ${entries.map(({ invoiceId }) => invoiceId)}::uuid[]
      )`.execute(tx);
  }
  return isNew.size;
}
