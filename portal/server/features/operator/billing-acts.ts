import { transaction } from "@sekimori/kit-server/database";
import { enqueue } from "@sekimori/kit-server/jobs";
import { sql } from "kysely";
import type { PortalTransaction, Queryable } from "../../context.ts";
import {
  type InvoiceRow,
  insertNextAttempt,
  lockInvoice,
  lockRestingAccounts,
} from "../billing/attempt-repository.ts";
import { billDay, chargeNow, compareDay, tellResumed } from "../billing/billing-jobs.ts";
import { failUnknownAttempts } from "../billing/charge-attempts.ts";
import { parseNumber, shownNumber } from "../billing/invoice-snapshot.ts";
import { post, voidedLines } from "../billing/ledger.ts";
import { endSuspensions } from "../billing/mark-paid.ts";
import { isOwed, undecidedStates } from "../billing/money-states.ts";
import type { ParkingReason } from "../billing/parking.ts";
import {
  claimRefund,
  givenAlone,
  isRefundedSince,
  leftToRefund,
  RefundRefused,
  refundOfKey,
} from "../billing/refund-service.ts";
import { releaseUnknownRefunds } from "../billing/unknown-refunds.ts";
import { type CalendarDay, calendarDay } from "../plan/plan-dates.ts";
import {
  type ActingOperator,
  OperatorRefused,
  type OperatorTables,
  recordAct,
  recordActOn,
} from "./operator-audit.ts";
import { requireReason } from "./reason.ts";

/** @throws OperatorRefused when no invoice has the number. */
async function invoiceOf(db: Queryable, number: string): Promise<InvoiceRow> {
  const digits = parseNumber(number);
  const invoice =
    digits === undefined
      ? undefined
      : await db
          .selectFrom("portal.invoice")
          .selectAll()
          .where("number", "=", digits)
          .where("kind", "=", "invoice")
          .executeTakeFirst();
  if (!invoice) throw new OperatorRefused(`No invoice has the number ${number}.`);
  return invoice;
}

/** What was asked for, and of which document. */
export interface InvoiceAct {
  readonly invoice: string;
  readonly amount: number;
}

/** Why something is done, for the audit log: a ticket. Commands may leave it out. */
const why = (reason: string | undefined): { readonly reason?: string } =>
  reason === undefined ? {} : { reason: requireReason(reason) };

/** More is given back of one invoice than one person may give back alone. */
export class SecondPersonNeeded extends OperatorRefused {}

/** How much one person of the staff gives back without another. */
export interface RefundAlone {
  /** The most that may have been given back of the invoice after it, and by this person that day. */
  readonly upTo: number;
  /** Of the person; nobody gives money back to themselves. */
  readonly account: string;
  /** Of the form: sent again, it is the same refund. */
  readonly key: string;
}

/** The form has given something else back before. */
export class RefundKeyUsed extends OperatorRefused {}

/** What is to be given back. */
export interface RefundAsked {
  readonly number: string;
  /** Yen with tax; all that was paid for the service and is left unless given. */
  readonly amount?: number;
  /** Stands on the credit note. */
  readonly reason: string;
  /** For the audit log, where the console asks for one. */
  readonly why?: string;
  /** Where one person of the staff asks and nobody confirms it. */
  readonly alone?: RefundAlone;
  /** When it was asked for, where another confirms it: nothing of the invoice was given back since. */
  readonly since?: Date;
}

/**
 * Asks for a refund; a worker makes it within a minute, and the credit note where one is due.
 *
 * @throws OperatorRefused when it is not paid, or less is left of it; SecondPersonNeeded, RefundKeyUsed
 */
export function askRefund(
  tables: OperatorTables,
  acting: ActingOperator,
  asked: RefundAsked,
): Promise<InvoiceAct> {
  return transaction(tables.db, (tx) => askRefundIn(tx, tables, acting, asked));
}

/** The same within a transaction, of which it is the last statement. */
export async function askRefundIn(
  tx: PortalTransaction,
  tables: Pick<OperatorTables, "clock">,
  acting: ActingOperator,
  asked: RefundAsked,
): Promise<InvoiceAct> {
  const { alone } = asked;
  const { id } = await invoiceOf(tx, asked.number);
  // What one person gives back alone comes one after the other, whatever it is of.
  if (alone !== undefined) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`refund-alone:${alone.account}`}, 0))`.execute(
      tx,
    );
  }
  // Two who ask at once see what the other gives back.
  const invoice = await lockInvoice(tx, id);
  if (!invoice) throw new OperatorRefused(`No invoice has the number ${asked.number}.`);
  if (asked.since !== undefined && (await isRefundedSince(tx, id, asked.since))) {
    throw new OperatorRefused("Something of it was given back since this was asked for.");
  }
  const number = shownNumber(invoice.number ?? 0);
  const before = alone && (await refundOfKey(tx, alone.key));
  if (before) {
    const { invoice_id: of, amount, alone_by: account } = before;
    if (of === id && amount === asked.amount && account === alone.account) {
      return { invoice: number, amount };
    }
    throw new RefundKeyUsed("This form has given something else back before.");
  }
  const left = await leftToRefund(tx, invoice);
  const amount = asked.amount ?? left;
  const { operator } = acting;
  const now = tables.clock.now();
  try {
    const request = { invoiceId: invoice.id, amount, reason: asked.reason, operator };
    await claimRefund(tx, { ...request, ...(alone === undefined ? {} : { alone }) }, now);
  } catch (error) {
    if (error instanceof RefundRefused) throw new OperatorRefused(error.message);
    throw error;
  }
  if (alone !== undefined) {
    if (alone.account === invoice.account_id) {
      throw new SecondPersonNeeded("It is of the account of whoever asks.");
    }
    const ofInvoice = invoice.amount - left + amount;
    const ofDay = await givenAlone(tx, alone.account, now);
    if (Math.max(ofInvoice, ofDay) > alone.upTo) {
      throw new SecondPersonNeeded(
        `More than ${alone.upTo} yen of an invoice, or in a day, need a second person.`,
      );
    }
  }
  await recordActOn(tx, tables, acting, {
    accountId: invoice.account_id,
    action: "operator.refund-asked",
    detail: { invoice: number, amount, ...why(asked.why) },
  });
  return { invoice: number, amount };
}

/**
 * Whether so much of an invoice could be given back now.
 *
 * @returns the account that it is of
 * @throws OperatorRefused when it is not paid, or less is left of it
 */
export async function checkRefund(
  tx: PortalTransaction,
  { number, amount }: Pick<Required<RefundAsked>, "number" | "amount">,
): Promise<string> {
  const invoice = await invoiceOf(tx, number);
  const left = invoice.state === "paid" ? await leftToRefund(tx, invoice) : 0;
  if (amount > left) throw new OperatorRefused(`Not more than ${left} yen can be refunded.`);
  return invoice.account_id;
}

/**
 * Tries an unpaid invoice once more now, on the card on file.
 *
 * @throws OperatorRefused without a card, when it is paid, or while a charge is under way.
 */
export async function retryCharge(
  tables: OperatorTables,
  acting: ActingOperator,
  number: string,
  reason?: string,
): Promise<InvoiceAct> {
  const { db, clock } = tables;
  return transaction(db, async (tx) => {
    const { id, number: digits, account_id: accountId } = await invoiceOf(tx, number);
    const invoice = await lockInvoice(tx, id);
    const attempt = invoice && (await insertNextAttempt(tx, invoice, clock.now()));
    if (!attempt) {
      throw new OperatorRefused(
        "It is paid, or it has no card, or a charge of it has no answer yet.",
      );
    }
    await enqueue(tx, chargeNow, {});
    const action = "operator.charge-retried";
    // Not as it was typed: who looks for what was done with an invoice finds it by its one number.
    const shown = shownNumber(digits ?? 0);
    const detail = { invoice: shown, ...why(reason) };
    await recordActOn(tx, tables, acting, { accountId, action, detail });
    return { invoice: shown, amount: attempt.amount };
  });
}

/**
 * Gives an unpaid invoice up as uncollectible: nothing tries it again by itself. It can still be
 * paid, and stays owed in the books.
 */
export async function giveUpInvoice(
  tables: OperatorTables,
  acting: ActingOperator,
  number: string,
  reason?: string,
): Promise<InvoiceAct> {
  return transaction(tables.db, async (tx) => {
    const { id, number: digits, total, account_id: accountId } = await invoiceOf(tx, number);
    const changed = await tx
      .updateTable("portal.invoice")
      .set({ state: "uncollectible", next_try_at: null })
      .where("id", "=", id)
      .where("state", "=", "open")
      .where("first_failed_on", "is not", null)
      .returning("id")
      .executeTakeFirst();
    if (!changed) throw new OperatorRefused("Only an unpaid invoice that has failed is given up.");
    const action = "operator.invoice-given-up";
    const shown = shownNumber(digits ?? 0);
    const detail = { invoice: shown, ...why(reason) };
    await recordActOn(tx, tables, acting, { accountId, action, detail });
    return { invoice: shown, amount: total };
  });
}

/**
 * Makes an unpaid invoice void: its posting is taken back, nothing of it is owed, its links to pay
 * are over, and a plan that rested for it alone runs again. Its number and month stay taken; it has
 * been no receipt yet, so no document corrects it. Late charges that stood on it are waived.
 *
 * @throws OperatorRefused when it is paid or void, or a charge of it has no answer yet
 */
export async function voidInvoice(
  tables: OperatorTables,
  acting: ActingOperator,
  asked: { readonly number: string; readonly reason: string },
): Promise<InvoiceAct> {
  const now = tables.clock.now();
  return transaction(tables.db, async (tx) => {
    const { id } = await invoiceOf(tx, asked.number);
    await lockRestingAccounts(tx, [id]);
    const invoice = await lockInvoice(tx, id);
    if (!invoice || !isOwed(invoice.state)) {
      throw new OperatorRefused("Only an unpaid invoice is made void; a paid one is refunded.");
    }
    const pending = await tx
      .selectFrom("portal.charge_attempt")
      .select("id")
      .where("invoice_id", "=", id)
      .where("state", "in", undecidedStates)
      .executeTakeFirst();
    if (pending) throw new OperatorRefused("A charge of it has no answer yet.");
    await tx
      .updateTable("portal.invoice")
      .set({ state: "void", next_try_at: null, needs_holder: false })
      .where("id", "=", id)
      .execute();
    await tx
      .updateTable("portal.pay_link")
      .set({ expires_at: now })
      .where("invoice_id", "=", id)
      .where("expires_at", ">", now)
      .execute();
    const day = calendarDay(now);
    const { amount, tax_amount: taxAmount, late_charge: lateCharge, total } = invoice;
    const lines = voidedLines({ amount, taxAmount, lateCharge });
    // The books know what was issued; its own taking back is the same event with its sides changed.
    const posting = { kind: "issued", source: `${id}:void`, on: day, invoiceId: id } as const;
    await post(tx, [{ ...posting, lines }], now);
    const number = shownNumber(invoice.number ?? 0);
    for (const contract of await endSuspensions(tx, [invoice.contract_id], day)) {
      await enqueue(tx, tellResumed, { contract, invoice: number });
    }
    const { reason } = asked;
    const action = "operator.invoice-voided";
    const detail = { invoice: number, reason };
    await recordActOn(tx, tables, acting, { accountId: invoice.account_id, action, detail });
    return { invoice: number, amount: total };
  });
}

/** Lets the run leave one contract alone. @throws OperatorRefused when there is no such contract. */
export async function parkContract(
  tables: OperatorTables,
  acting: ActingOperator,
  asked: { readonly contract: string; readonly reason: string },
): Promise<void> {
  const { db, clock } = tables;
  await transaction(db, async (tx) => {
    const found = await tx
      .selectFrom("portal.contract")
      .select("account_id")
      .where("id", "=", asked.contract)
      .where("ended_on", "is", null)
      .executeTakeFirst();
    if (!found) throw new OperatorRefused(`No running contract has the id ${asked.contract}.`);
    const parked = await tx
      .insertInto("portal.parked_contract")
      .values({
        contract_id: asked.contract,
        reason: "operator",
        detail: asked.reason,
        parked_at: clock.now(),
      })
      .onConflict((conflict) => conflict.column("contract_id").doNothing())
      .returning("contract_id")
      .executeTakeFirst();
    if (!parked) throw new OperatorRefused("It is parked already.");
    const { contract, reason } = asked;
    const action = "operator.contract-parked";
    const detail = { contract, reason };
    await recordActOn(tx, tables, acting, { accountId: found.account_id, action, detail });
  });
}

/**
 * Lets the run bill a parked contract again. Where months were missed this is the word that they
 * may be billed, in order and one a day; where a charge was unknown, that the company never made it,
 * so that it may be made anew; where a refund was, the same, so that it is given up.
 *
 * @param asked.parkedFor what the operator was shown: parked for something else by now, it stays so
 */
export async function releaseContract(
  tables: OperatorTables,
  acting: ActingOperator,
  contract: string,
  asked: { readonly reason?: string; readonly parkedFor?: ParkingReason } = {},
): Promise<{ readonly reason: ParkingReason }> {
  return transaction(tables.db, async (tx) => {
    const parked = await tx
      .selectFrom("portal.parked_contract")
      .select("reason")
      .where("contract_id", "=", contract)
      .executeTakeFirst();
    if (parked && asked.parkedFor !== undefined && parked.reason !== asked.parkedFor) {
      throw new OperatorRefused(`It is parked for another reason by now: ${parked.reason}.`);
    }
    const now = tables.clock.now();
    // Before its contract, as whoever parks it does.
    if (parked?.reason === "unknown-refund") await releaseUnknownRefunds(tx, contract, now);
    const released = await tx
      .deleteFrom("portal.parked_contract")
      .where("contract_id", "=", contract)
      .where("reason", "=", parked?.reason ?? "operator")
      .returning("reason")
      .executeTakeFirst();
    if (!released) throw new OperatorRefused(`No parked contract has the id ${contract}.`);
    if (released.reason === "missed-months") {
      await tx
        .updateTable("portal.contract")
        .set({ may_catch_up: true })
        .where("id", "=", contract)
        .execute();
    }
    const { reason } = released;
    if (reason === "unknown-charge") {
      await failUnknownAttempts(tx, contract, now);
    }
    const { account_id: accountId } = await tx
      .selectFrom("portal.contract")
      .select("account_id")
      .where("id", "=", contract)
      .executeTakeFirstOrThrow();
    const detail = { contract, parkedFor: reason, ...why(asked.reason) };
    const action = "operator.contract-released";
    await recordActOn(tx, tables, acting, { accountId, action, detail });
    return { reason };
  });
}

/**
 * Has a worker bill a business date; any number of times bills it once.
 *
 * @throws OperatorRefused when the day is still to come: everybody due until then would be charged now
 */
export async function askBilling(
  tables: OperatorTables,
  acting: ActingOperator,
  day: CalendarDay,
): Promise<void> {
  const today = calendarDay(tables.clock.now());
  if (day > today) {
    throw new OperatorRefused(
      `${day} is still to come; today is ${today}, and nobody is billed early.`,
    );
  }
  await transaction(tables.db, async (tx) => {
    await enqueue(tx, billDay, { day });
    await recordAct(tx, tables, acting, "operator.billing-asked", { day });
  });
}

/**
 * Has a worker compare a day with the payment company's ledger again.
 *
 * @throws OperatorRefused when the day is not over
 */
export async function askComparison(
  tables: OperatorTables,
  acting: ActingOperator,
  day: CalendarDay,
): Promise<void> {
  if (day >= calendarDay(tables.clock.now())) {
    throw new OperatorRefused(`${day} is not over; a day is compared from the next one on.`);
  }
  await transaction(tables.db, async (tx) => {
    await enqueue(tx, compareDay, { day });
    await recordAct(tx, tables, acting, "operator.comparison-asked", { day });
  });
}
