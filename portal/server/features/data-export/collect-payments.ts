import type { PortalContext } from "../../context.ts";
import { shownNumber } from "../billing/invoice-snapshot.ts";

interface Numbered {
  readonly number: string | null;
}

/** Rows about documents, each with the number that stands on its document. */
const numbered = <Row extends Numbered>(rows: readonly Row[]) =>
  rows.map(({ number, ...row }) => ({
    invoice: number === null ? null : shownNumber(number),
    ...row,
  }));

/** What became of a person's invoices, without the payment company's names and our keys. */
export async function collectPayments({ db }: Pick<PortalContext, "db">, accountId: string) {
  const charges = await db
    .selectFrom("portal.charge_attempt as attempt")
    .innerJoin("portal.invoice as invoice", "invoice.id", "attempt.invoice_id")
    .select(["invoice.number", "attempt.amount", "attempt.card_last4", "attempt.state"])
    .select(["attempt.failure", "attempt.created_at", "attempt.finished_at"])
    .where("attempt.account_id", "=", accountId)
    .orderBy("attempt.created_at")
    .execute();
  const refunds = await db
    .selectFrom("portal.refund as refund")
    .innerJoin("portal.invoice as invoice", "invoice.id", "refund.invoice_id")
    .select(["invoice.number", "refund.amount", "refund.reason", "refund.state"])
    .select(["refund.created_at", "refund.finished_at"])
    .where("invoice.account_id", "=", accountId)
    .orderBy("refund.created_at")
    .execute();
  const disputes = await db
    .selectFrom("portal.dispute as dispute")
    .innerJoin("portal.charge_attempt as attempt", "attempt.id", "dispute.attempt_id")
    .innerJoin("portal.invoice as invoice", "invoice.id", "attempt.invoice_id")
    .select(["invoice.number", "dispute.amount", "dispute.state", "dispute.changed_at"])
    .where("attempt.account_id", "=", accountId)
    .orderBy("dispute.changed_at")
    .execute();
  const lateCharges = await db
    .selectFrom("portal.late_charge as late")
    .innerJoin("portal.invoice as invoice", "invoice.id", "late.invoice_id")
    .select(["invoice.number", "late.principal", "late.days", "late.amount", "late.arose_on"])
    .where("invoice.account_id", "=", accountId)
    .orderBy("late.arose_on")
    .execute();
  const accountingCopies = await db
    .selectFrom("portal.accounting_copy as copy")
    .innerJoin("portal.invoice as invoice", "invoice.id", "copy.invoice_id")
    .select(["invoice.number", "copy.at"])
    .where("invoice.account_id", "=", accountId)
    .orderBy("copy.at")
    .execute();
  return {
    charges: numbered(charges),
    refunds: numbered(refunds),
    disputes: numbered(disputes),
    lateCharges: numbered(lateCharges),
    accountingCopies: numbered(accountingCopies),
  };
}
