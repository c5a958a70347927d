import { randomUUID } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import { includedTax } from "./amounts.ts";
import type { InvoiceRow } from "./attempt-repository.ts";
import {
  type InvoiceSnapshot,
  issuerOf,
  openSnapshot,
  sealSnapshot,
  shownNumber,
} from "./invoice-snapshot.ts";

type RefundRow = Selectable<Tables["portal.refund"]>;

/** A document that corrects an invoice; its number is one of the same sequence. */
export async function issueCreditNote(
  { sealer, settings, clock }: PortalContext,
  tx: PortalTransaction,
  invoice: InvoiceRow,
  refund: Pick<RefundRow, "amount" | "reason">,
): Promise<{ readonly id: string; readonly number: string }> {
  if (invoice.snapshot === null) throw new Error("An issued invoice has a snapshot.");
  const original = openSnapshot(sealer, invoice.id, invoice.snapshot);
  const day = calendarDay(clock.now());
  const { amount } = refund;
  const taxAmount = includedTax(amount, invoice.tax_percent, settings.taxRounding);
  const { last } = await tx
    .updateTable("portal.invoice_number")
    .set({ last: sql`last + 1` })
    .returning("last")
    .executeTakeFirstOrThrow();
  const id = randomUUID();
  const snapshot: InvoiceSnapshot = {
    kind: "credit-note",
    number: shownNumber(last),
    issuedOn: day,
    dueOn: day,
    issuer: issuerOf(settings),
    recipient: original.recipient,
    lines: [{ kind: "refund", reason: refund.reason, amount }],
    taxPercent: invoice.tax_percent,
    amount,
    taxAmount,
    lateCharge: 0,
    total: amount,
    corrects: original.number,
  };
  const { sealed, hash } = sealSnapshot(sealer, id, snapshot);
  await tx
    .insertInto("portal.invoice")
    .values({
      id,
      kind: "credit-note",
      number: last,
      contract_id: invoice.contract_id,
      account_id: invoice.account_id,
      period: invoice.period,
      state: "paid",
      issued_on: day,
      due_on: day,
      paid_on: day,
      amount,
      tax_percent: invoice.tax_percent,
      tax_amount: taxAmount,
      total: amount,
      snapshot: sealed,
      snapshot_hash: hash,
      corrects: invoice.id,
      created_at: clock.now(),
    })
    .execute();
  return { id, number: snapshot.number };
}
