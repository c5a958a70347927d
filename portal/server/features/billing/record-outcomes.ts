import { transaction } from "@sekimori/kit-server/database";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { paymentFailedMail } from "../../mails/payment-failed-mail.ts";
import { hasPayLink } from "../../mails/unpaid-words.ts";
import type { Charge } from "../../ports/payment-gateway.ts";
import { mailMembers, type WriteMail } from "../account/mail-member.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import {
  type AttemptRow,
  decideAttempt,
  decideSucceeded,
  type InvoiceRow,
  insertNextAttempt,
  isCardReplaced,
  lockInvoices,
  lockRestingAccounts,
} from "./attempt-repository.ts";
import { afterFailure, dunningEnd } from "./dunning.ts";
import { shownNumber } from "./invoice-snapshot.ts";
import { markPaid } from "./mark-paid.ts";
import { type ChargeResult, chargeCounter } from "./money-figures.ts";
import { brokenBooks, park } from "./parking.ts";
import { newPayLink } from "./pay-link.ts";
import { endedStanding, findStandings, isSuspendedNext } from "./unpaid-standing.ts";

/** What a charge that failed leaves behind: when it is tried again, and the mail that says so. */
async function markFailed(
  context: PortalContext,
  tx: PortalTransaction,
  invoice: InvoiceRow,
  { attempt_number: number }: AttemptRow,
  failure: NonNullable<AttemptRow["failure"]>,
): Promise<void> {
  const { clock } = context;
  const now = clock.now();
  const today = calendarDay(now);
  const firstFailedOn = invoice.first_failed_on ?? today;
  const step = afterFailure(failure, firstFailedOn, now);
  await tx
    .updateTable("portal.invoice")
    .set({
      first_failed_on: firstFailedOn,
      next_try_at: step.nextTryAt,
      needs_holder: step.needsHolder,
    })
    .where("id", "=", invoice.id)
    .execute();
  const standings = await findStandings(tx, [invoice.contract_id], now);
  const standing = standings.get(invoice.contract_id) ?? endedStanding;
  // The mail about the suspension tells of this failure, and a minute later.
  if (isSuspendedNext(firstFailedOn, standing, now)) return;
  const token = hasPayLink(failure) ? await newPayLink(tx, invoice.id, now) : null;
  const write: WriteMail = (sender, locale) =>
    paymentFailedMail(sender, locale, {
      number: shownNumber(invoice.number ?? 0),
      period: invoice.period,
      total: invoice.total,
      failure,
      attempt: { number, on: today },
      next: step.nextTryAt && {
        at: step.nextTryAt,
        on: calendarDay(step.nextTryAt),
        isLast: step.nextTryAt >= dunningEnd(firstFailedOn),
      },
      standing,
      token,
    });
  await mailMembers(context, tx, [{ accountId: invoice.account_id, write }]);
}

/** The charge failed while its holder was giving another card: that one is asked, not he. */
async function tryNewCard(tx: PortalTransaction, invoice: InvoiceRow, now: Date): Promise<void> {
  await insertNextAttempt(tx, invoice, now);
  await tx
    .updateTable("portal.invoice")
    .set({
      first_failed_on: invoice.first_failed_on ?? calendarDay(now),
      next_try_at: null,
      needs_holder: false,
    })
    .where("id", "=", invoice.id)
    .execute();
}

/** The last attempt with a card that was on file. */
function lastOnFile(tx: PortalTransaction, invoiceId: string): Promise<AttemptRow | undefined> {
  return tx
    .selectFrom("portal.charge_attempt")
    .selectAll()
    .where("invoice_id", "=", invoiceId)
    .where("is_one_time", "=", false)
    .orderBy("attempt_number", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** What the payment company said about an attempt. */
export interface Outcome {
  readonly attempt: Pick<AttemptRow, "id" | "invoice_id">;
  readonly charge: Charge;
}

/**
 * Whatever did not succeed: that it is open still, or that it failed and what follows.
 *
 * @returns why it failed, where this decided it
 */
async function settleUnpaid(
  context: PortalContext,
  tx: PortalTransaction,
  invoice: InvoiceRow,
  { attempt, charge }: Outcome,
): Promise<AttemptRow["failure"]> {
  const now = context.clock.now();
  if (charge.state === "succeeded") return null;
  if (charge.state === "pending" || charge.state === "requires_action") {
    await decideAttempt(tx, attempt.id, { state: "unknown", gateway_charge: charge.id });
    return null;
  }
  const decided = await decideAttempt(tx, attempt.id, {
    state: charge.state,
    gateway_charge: charge.id,
    finished_at: now,
    failure: charge.failure,
    failure_code: charge.code.slice(0, 100),
    one_time_token: null,
  });
  if (!decided) return null;
  // The card on file was not asked: whoever entered this one sees what came of it, and all else stays.
  const onFile = decided.is_one_time ? await lastOnFile(tx, invoice.id) : decided;
  if (onFile && (await isCardReplaced(tx, onFile))) await tryNewCard(tx, invoice, now);
  else if (!decided.is_one_time) await markFailed(context, tx, invoice, decided, charge.failure);
  return charge.failure;
}

/**
 * Writes down what the payment company said about attempts, each of an invoice of its own: the
 * attempts, the invoices, the books, the plans and the mails, all or nothing. What succeeded takes
 * a fixed number of statements, however many there are. Safe to call any number of times with the
 * same word.
 */
export async function recordOutcomes(
  context: PortalContext,
  outcomes: readonly Outcome[],
): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const results = await transaction(db, async (tx) => {
    const ids = outcomes.map(({ attempt }) => attempt.invoice_id);
    await lockRestingAccounts(tx, ids);
    const invoices = await lockInvoices(tx, ids);
    const succeeded = outcomes.flatMap(({ attempt, charge }) =>
      charge.state === "succeeded" ? [{ id: attempt.id, charge: charge.id }] : [],
    );
    const paid = (succeeded.length === 0 ? [] : await decideSucceeded(tx, succeeded, now)).flatMap(
      (attempt) => {
        const invoice = invoices.get(attempt.invoice_id);
        return invoice ? [{ invoice, attempt }] : [];
      },
    );
    await markPaid(context, tx, paid);
    const decided = paid.map(({ invoice }) => invoice.id);
    const ended = paid.map((): ChargeResult => "succeeded");
    for (const outcome of outcomes) {
      const invoice = invoices.get(outcome.attempt.invoice_id);
      const failure = invoice && (await settleUnpaid(context, tx, invoice, outcome));
      if (!failure) continue;
      decided.push(invoice.id);
      ended.push(failure);
    }
    if (decided.length === 0) return [];
    for (const { contractId, rule } of await brokenBooks(tx, decided)) {
      await park(context, tx, contractId, "broken-books", rule);
    }
    return ended;
  });
  const charges = chargeCounter(context);
  for (const result of results) charges.inc({ result });
}

/** The same for one attempt. */
export function recordOutcome(
  context: PortalContext,
  attempt: Outcome["attempt"],
  charge: Charge,
): Promise<void> {
  return recordOutcomes(context, [{ attempt, charge }]);
}
