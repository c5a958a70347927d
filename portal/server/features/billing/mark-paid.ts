import { changeNoticeDays } from "@sekimori/portal-contract/constants";
import { sql } from "kysely";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { paymentReceivedMail } from "../../mails/billing-mails.ts";
import { mailMembers } from "../account/mail-member.ts";
import { addDays, type CalendarDay, calendarDay, firstBillingDay } from "../plan/plan-dates.ts";
import { queueCopies } from "./accounting-copies.ts";
import { lateCharge } from "./amounts.ts";
import type { AttemptRow, InvoiceRow } from "./attempt-repository.ts";
import { enclosureOf } from "./enclosed-documents.ts";
import { shownNumber } from "./invoice-snapshot.ts";
import { paidLines, post } from "./ledger.ts";
import { owedStates, stateList } from "./money-states.ts";
import { findPaidContracts, plansAfterPayment } from "./plans-after-payment.ts";

/** An invoice, locked, and the attempt that paid it. */
export interface PaidInvoice {
  readonly invoice: InvoiceRow;
  readonly attempt: AttemptRow;
}

interface LateCharge {
  readonly invoice: InvoiceRow;
  readonly days: number;
  readonly amount: number;
}

async function insertLateCharges(
  tx: PortalTransaction,
  charges: readonly LateCharge[],
  day: CalendarDay,
): Promise<void> {
  if (charges.length === 0) return;
  await tx
    .insertInto("portal.late_charge")
    .values(
      charges.map(({ invoice, days, amount }) => ({
        invoice_id: invoice.id,
        contract_id: invoice.contract_id,
        principal: invoice.amount,
        days,
        amount,
        arose_on: day,
      })),
    )
    .execute();
}

/**
 * Gives plans back that owe nothing any more; the months of rest are not billed. A price that
 * came meanwhile and was not accepted is told by the next morning, and holds from the first 1st
 * that lies as far ahead as any change's (decision 51).
 *
 * @returns the ids of the contracts whose plan is back
 */
export async function endSuspensions(
  tx: PortalTransaction,
  contractIds: readonly string[],
  day: CalendarDay,
): Promise<ReadonlySet<string>> {
  const pricesFrom = firstBillingDay(addDays(day, changeNoticeDays));
  const { rows } = await sql<{ id: string }>`
    update portal.contract as contract
    set suspended_on = null, next_billing_on = ${firstBillingDay(day)}, prices_from = ${pricesFrom}
    where contract.id = any(${contractIds}::uuid[]) and contract.suspended_on is not null
      and not exists (
        select from portal.invoice as owed
        where owed.contract_id = contract.id and owed.kind = 'invoice'
          and owed.state in (${stateList(owedStates)})
      )
    returning contract.id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** What follows from charges that succeeded: invoices, books, late charges, plans and mails. */
export async function markPaid(
  context: PortalContext,
  tx: PortalTransaction,
  paid: readonly PaidInvoice[],
): Promise<void> {
  if (paid.length === 0) return;
  const now = context.clock.now();
  const day = calendarDay(now);
  const charged = paid.map(({ invoice, attempt }) => ({
    invoice,
    attempt,
    // Paid when it was charged: that an answer took its time is nobody's delay.
    paidOn: calendarDay(attempt.sent_at ?? now),
  }));
  await sql`
    update portal.invoice as invoice
    set state = 'paid', paid_on = given.paid_on, next_try_at = null, needs_holder = false
    from unnest(
      ${charged.map(({ invoice }) => invoice.id)}::uuid[],
      ${charged.map(({ paidOn }) => paidOn)}::date[]
    ) as given (id, paid_on)
    where invoice.id = given.id`.execute(tx);
  await post(
    tx,
    charged.map(({ invoice, attempt }) => ({
      kind: "paid",
      source: attempt.id,
      on: day,
      invoiceId: invoice.id,
      lines: paidLines(invoice.total),
    })),
    now,
  );
  const contractIds = charged.map(({ invoice }) => invoice.contract_id);
  const resumed = await endSuspensions(tx, contractIds, day);
  const contracts = await findPaidContracts(tx, contractIds);
  const ended = new Set(contracts.filter((one) => one.ended_on !== null).map(({ id }) => id));
  // What no later invoice can hold is waived, as the terms and the mail say.
  const rows = charged.map(({ invoice, attempt, paidOn }) => {
    const late = lateCharge(invoice.amount, invoice.due_on, paidOn);
    const isWaived = ended.has(invoice.contract_id);
    return { invoice, attempt, paidOn, late: isWaived ? { ...late, amount: 0 } : late };
  });
  const late = rows.flatMap(({ invoice, late: { days, amount } }) =>
    amount > 0 ? [{ invoice, days, amount }] : [],
  );
  await insertLateCharges(tx, late, day);
  await queueCopies(
    tx,
    rows.map(({ invoice }) => invoice),
  );
  // Behind the late charges: they are part of the next one.
  const plans = await plansAfterPayment(context, tx, contracts, resumed, day);
  await mailMembers(
    context,
    tx,
    rows.map(({ invoice, attempt, paidOn, late: { amount } }) => ({
      accountId: invoice.account_id,
      enclosures: [enclosureOf(invoice.id)],
      isBulk: true,
      write: (sender, locale) =>
        paymentReceivedMail(sender, locale, {
          number: shownNumber(invoice.number ?? 0),
          period: invoice.period,
          total: invoice.total,
          last4: attempt.card_last4,
          paidOn,
          lateCharge: amount,
          plan: plans.get(invoice.contract_id) ?? null,
        }),
    })),
  );
}
