import { sql } from "kysely";
import type { PortalContext, PortalTransaction, Queryable } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";

export type ParkingReason = Tables["portal.parked_contract"]["reason"];

/** Leaves one contract alone until an operator has looked; the run goes on with the others. */
export async function park(
  { clock, logger }: Pick<PortalContext, "clock" | "logger">,
  tx: Queryable,
  contractId: string,
  reason: ParkingReason,
  detail: string,
): Promise<void> {
  const parked = await tx
    .insertInto("portal.parked_contract")
    .values({ contract_id: contractId, reason, detail, parked_at: clock.now() })
    .onConflict((conflict) => conflict.column("contract_id").doNothing())
    .returning("contract_id")
    .executeTakeFirst();
  if (parked) logger.warn({ contract: contractId, reason, detail }, "contract parked");
}

/** A contract whose books break a rule, in words. */
export interface BrokenBooks {
  readonly contractId: string;
  readonly rule: string;
}

interface InvoiceFacts {
  readonly contract_id: string;
  readonly state: string;
  readonly total: number;
  readonly succeeded: number;
  readonly paid: number;
  readonly owed: number;
}

/**
 * The rules that no result may break: paid means one attempt succeeded with the invoice's total,
 * and the books of the invoice say the same; what is void is owed no more.
 *
 * @returns one for each of these invoices that breaks one
 */
export async function brokenBooks(
  tx: PortalTransaction,
  invoiceIds: readonly string[],
): Promise<BrokenBooks[]> {
  const { rows } = await sql<InvoiceFacts>`
    select invoice.contract_id, invoice.state, invoice.total, charged.succeeded, charged.paid,
      books.owed
    from portal.invoice as invoice
    cross join lateral (
      select count(*)::int as succeeded, coalesce(sum(attempt.amount), 0)::int as paid
      from portal.charge_attempt as attempt
      where attempt.invoice_id = invoice.id and attempt.state = 'succeeded'
    ) as charged
    cross join lateral (
      select coalesce(sum(entry.amount), 0)::int as owed
      from portal.ledger_entry as entry
      join portal.ledger_posting as posting on posting.id = entry.posting_id
      where entry.invoice_id = invoice.id and entry.account = 'receivable'
        and posting.kind in ('issued', 'paid')
    ) as books
    where invoice.id = any(${invoiceIds}::uuid[])`.execute(tx);
  return rows.flatMap((facts) => {
    const rule = brokenRule(facts);
    return rule === undefined ? [] : [{ contractId: facts.contract_id, rule }];
  });
}

function brokenRule({ state, total, succeeded, paid, owed }: InvoiceFacts): string | undefined {
  if (succeeded > 1) return `${succeeded} charges succeeded for one invoice`;
  if ((state === "paid") !== (paid === total)) {
    return `the invoice is ${state} at ${total} yen, but ${paid} yen were charged`;
  }
  const expected = state === "paid" || state === "void" ? 0 : total;
  return owed === expected
    ? undefined
    : `the books say that ${owed} yen are owed where ${expected} are`;
}
