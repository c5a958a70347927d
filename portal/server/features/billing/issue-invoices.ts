import { transaction } from "@sekimori/kit-server/database";
import { breathe } from "@sekimori/kit-server/jobs";
import { sql } from "kysely";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { type CalendarDay, firstBillingDay, firstOfMonth } from "../plan/plan-dates.ts";
import { findPrices, type PlanPrice } from "../plan/plan-prices.ts";
import { insertFirst } from "./attempt-repository.ts";
import { tellCardMissing } from "./card-missing.ts";
import { type DueContract, type Held, lockNextDue, type Place, stillDue } from "./due-contracts.ts";
import {
  type InvoiceSnapshot,
  issuerOf,
  recipientOf,
  sealSnapshot,
  shownNumber,
} from "./invoice-snapshot.ts";
import { issuedLines, post } from "./ledger.ts";
import { park } from "./parking.ts";
import { type Draft, draftOf, isGood, type PricedMonths, priceMonths } from "./priced-months.ts";

async function insertDrafts(
  context: PortalContext,
  tx: PortalTransaction,
  drafts: readonly Draft[],
  day: CalendarDay,
): Promise<void> {
  const now = context.clock.now();
  await sql`
    insert into portal.invoice (id, kind, contract_id, account_id, period, state, issued_on, due_on,
      amount, tax_percent, tax_amount, late_charge, total, created_at)
    select given.id, 'invoice', given.contract, given.account, given.period, 'draft', ${day}, ${day},
      given.amount, given.tax_percent, given.tax, given.late, given.amount + given.late, ${now}
    from unnest(
      ${drafts.map(({ id }) => id)}::uuid[],
      ${drafts.map(({ month }) => month.contract.id)}::uuid[],
      ${drafts.map(({ month }) => month.contract.account_id)}::uuid[],
      ${drafts.map(({ month }) => firstOfMonth(month.contract.next_billing_on))}::date[],
      ${drafts.map(({ amount }) => amount)}::integer[],
      ${drafts.map(({ month }) => month.price.taxPercent)}::integer[],
      ${drafts.map(({ taxAmount }) => taxAmount)}::integer[],
      ${drafts.map(({ lateCharge }) => lateCharge)}::integer[]
    ) as given (id, contract, account, period, amount, tax_percent, tax, late)`.execute(tx);
  for (const { id, month } of drafts) {
    if (month.lateCharges.length === 0) continue;
    await tx
      .updateTable("portal.late_charge")
      .set({ billed_on_invoice: id })
      .where(
        "invoice_id",
        "in",
        month.lateCharges.map((late) => late.invoice_id),
      )
      .execute();
  }
  await post(
    tx,
    drafts.map((draft) => ({
      kind: "issued",
      source: draft.id,
      on: day,
      invoiceId: draft.id,
      lines: issuedLines(draft),
    })),
    now,
  );
  await sql`
    update portal.contract as contract
    set next_billing_on = given.next, was_billed = true, monthly_price = given.price,
      tax_percent = given.tax,
      -- The word to bill missed months is for those months, not for any later ones.
      may_catch_up = contract.may_catch_up and given.next <= ${day}
    from unnest(
      ${drafts.map(({ month }) => month.contract.id)}::uuid[],
      ${drafts.map(({ month }) => firstBillingDay(month.contract.next_billing_on))}::date[],
      ${drafts.map(({ month }) => month.price.monthlyPrice)}::integer[],
      ${drafts.map(({ month }) => month.price.taxPercent)}::numeric[]
    ) as given (id, next, price, tax)
    where contract.id = given.id`.execute(tx);
}

/**
 * What is charged at once: everything with a good card; the others' course begins without one.
 *
 * @returns the ids of those others
 */
async function insertFirstAttempts(
  context: PortalContext,
  tx: PortalTransaction,
  drafts: readonly Draft[],
  day: CalendarDay,
): Promise<readonly string[]> {
  const now = context.clock.now();
  const attempts = drafts.flatMap((draft) => {
    const { card } = draft.month;
    if (!isGood(card, now)) return [];
    return [
      {
        invoiceId: draft.id,
        amount: draft.amount + draft.lateCharge,
        card,
      },
    ];
  });
  await insertFirst(
    tx,
    attempts.filter(({ amount }) => amount > 0),
    now,
  );
  const without = drafts.filter(({ month }) => !isGood(month.card, now)).map(({ id }) => id);
  if (without.length > 0) {
    await tx
      .updateTable("portal.invoice")
      .set({ first_failed_on: day, needs_holder: true })
      .where("id", "in", without)
      .execute();
  }
  return without;
}

/** Gives the drafts their numbers, late in the transaction: who numbers next waits for its end. */
async function number(
  context: PortalContext,
  tx: PortalTransaction,
  drafts: readonly Draft[],
  day: CalendarDay,
): Promise<void> {
  const { sealer, settings } = context;
  // Before the lock of the numbers is taken.
  const named: { draft: Draft; recipient: InvoiceSnapshot["recipient"] }[] = [];
  for (const draft of drafts) {
    await breathe(named.length);
    const { account_id: account, personal } = draft.month.contract;
    const { information } = openPersonalData(sealer, account, personal);
    named.push({ draft, recipient: recipientOf(information) });
  }
  const { last } = await tx
    .updateTable("portal.invoice_number")
    .set((row) => ({ last: row("last", "+", String(drafts.length)) }))
    .returning("last")
    .executeTakeFirstOrThrow();
  const first = Number(last) - drafts.length + 1;
  const rows: { id: string; number: number; sealed: Buffer; hash: string }[] = [];
  for (const [index, { draft, recipient }] of named.entries()) {
    await breathe(index);
    const { month, lines, amount, taxAmount, lateCharge } = draft;
    const snapshot: InvoiceSnapshot = {
      kind: "invoice",
      number: shownNumber(first + index),
      issuedOn: day,
      dueOn: day,
      issuer: issuerOf(settings),
      recipient,
      lines,
      taxPercent: month.price.taxPercent,
      amount,
      taxAmount,
      lateCharge,
      total: amount + lateCharge,
      corrects: null,
    };
    const sealed = sealSnapshot(sealer, draft.id, snapshot);
    rows.push({ id: draft.id, number: first + index, ...sealed });
  }
  await sql`
    update portal.invoice i
    set number = given.number, snapshot = given.sealed, snapshot_hash = given.hash, state = 'open'
    from unnest(
      ${rows.map(({ id }) => id)}::uuid[], ${rows.map((row) => row.number)}::bigint[],
      ${rows.map(({ sealed }) => sealed)}::bytea[], ${rows.map(({ hash }) => hash)}::text[]
    ) as given (id, number, sealed, hash)
    where i.id = given.id`.execute(tx);
}

/**
 * Ends the contracts whose holders refused a price, the day before it takes effect. Who asked for an
 * end themselves keeps theirs: nothing is charged until then, and who leaves is deleted as they were told.
 */
async function endRefused(tx: PortalTransaction, refused: PricedMonths["refused"]): Promise<void> {
  for (const { contract, lastDay } of refused) {
    await tx
      .updateTable("portal.contract")
      .set({ ends_on: lastDay, end_reason: "price-refused" })
      .where("id", "=", contract.id)
      .where("ends_on", "is", null)
      .execute();
  }
}

/** Writes what is to be done about a batch of contracts. Returns how many invoices were issued. */
async function issue(
  context: PortalContext,
  tx: PortalTransaction,
  due: readonly DueContract[],
  prices: readonly PlanPrice[],
  day: CalendarDay,
): Promise<number> {
  const { months, missed, refused } = await priceMonths(tx, due, prices, day);
  for (const { id, next_billing_on: since } of missed) {
    await park(context, tx, id, "missed-months", `not billed since ${since}`);
  }
  await endRefused(tx, refused);
  const drafts = months.map((month) => draftOf(context, month));
  if (drafts.length === 0) return 0;
  await insertDrafts(context, tx, drafts, day);
  const without = await insertFirstAttempts(context, tx, drafts, day);
  await number(context, tx, drafts, day);
  // A mail names the number of its invoice, so these few are written behind it.
  await tellCardMissing(context, tx, without);
  return drafts.length;
}

/**
 * Issues the invoices of a business date, in batches; each contract's month once, whoever else
 * runs and however often. The run is a function of the date and the contracts, never of "now".
 *
 * @param afterBatch told after each batch how many were issued so far
 * @returns how many were issued
 */
export async function issueInvoices(
  context: PortalContext,
  day: CalendarDay,
  afterBatch: (soFar: number) => Promise<void> = async () => undefined,
): Promise<number> {
  const { db, settings } = context;
  const prices = await findPrices(db, settings);
  let issued = 0;
  let held: Held = "skipped";
  let after: Place | undefined;
  for (;;) {
    const batch = await transaction(db, async (tx) => {
      const next = await lockNextDue(tx, day, after, held);
      const last = next.at(-1);
      const due = last === undefined ? [] : await stillDue(tx, next, day);
      return { issued: due.length === 0 ? 0 : await issue(context, tx, due, prices, day), last };
    });
    issued += batch.issued;
    if (batch.issued > 0) await afterBatch(issued);
    after = batch.last;
    if (after !== undefined) continue;
    // Whoever was at work on a contract just then is waited for at the end: nobody is left out.
    if (held === "waited for") return issued;
    held = "waited for";
  }
}
