import { randomUUID } from "node:crypto";
import { transaction } from "@sekimori/kit-server/database";
import { type Selectable, sql } from "kysely";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import { isCardExpired } from "../account/card-view.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { type MonthPrice, monthPrice } from "../plan/month-price.ts";
import {
  addDays,
  type CalendarDay,
  firstBillingDay,
  firstOfMonth,
  lastOfMonth,
  tokyoMoment,
} from "../plan/plan-dates.ts";
import { findPrices, type PlanPrice } from "../plan/plan-prices.ts";
import { includedTax } from "./amounts.ts";
import { insertFirst } from "./attempt-repository.ts";
import {
  type InvoiceLine,
  type InvoiceSnapshot,
  issuerOf,
  recipientOf,
  sealSnapshot,
  shownNumber,
} from "./invoice-snapshot.ts";
import { issuedLines, post } from "./ledger.ts";
import { park } from "./parking.ts";

type Row<T extends keyof Tables> = Selectable<Tables[T]>;

/** Contracts in one transaction: few enough that the numbers' lock is short. */
const batchSize = 200;

interface DueContract {
  readonly id: string;
  readonly account_id: string;
  readonly plan: "detailed";
  readonly next_billing_on: CalendarDay;
  readonly started_on: CalendarDay;
  readonly monthly_price: number | null;
  readonly tax_percent: string;
  readonly may_catch_up: boolean;
  readonly personal: Buffer;
}

/** Whether rows that somebody else holds are left for later, or waited for. */
type Held = "skipped" | "waited for";

/** Where a pass over the contracts has come to. */
type Place = Pick<DueContract, "id" | "next_billing_on">;

/**
 * The next contracts that may be due on a day, with their holders, kept from other runs. The
 * account is locked before its contract, as everywhere: a change of a contract writes to its account.
 *
 * @param after where the batch before ended; undefined at the beginning of a pass
 */
async function lockNext(
  tx: PortalTransaction,
  day: CalendarDay,
  held: Held,
  after: Place | undefined,
): Promise<DueContract[]> {
  const { rows } = await sql<DueContract>`
    select c.id, c.account_id, c.plan, c.next_billing_on, c.started_on, c.monthly_price,
      c.tax_percent, c.may_catch_up, a.personal
    from portal.contract c join portal.account a on a.id = c.account_id
    where c.ended_on is null and c.plan = 'detailed' and c.suspended_on is null
      and c.next_billing_on <= ${day}
      and (c.next_billing_on, c.id)
        > (${after?.next_billing_on ?? "0001-01-01"}::date, ${after?.id ?? firstId}::uuid)
      and (c.ends_on is null or c.next_billing_on <= c.ends_on)
    order by c.next_billing_on, c.id limit ${batchSize}
    for update of a, c ${sql.raw(held === "skipped" ? "skip locked" : "")}`.execute(tx);
  return rows;
}

const firstId = "00000000-0000-0000-0000-000000000000";

/**
 * Leaves out what is parked and what has a document of this day: a contract gets at most one a
 * day, so that missed months are billed in order and one by one.
 */
async function stillDue(
  tx: PortalTransaction,
  contracts: readonly DueContract[],
  day: CalendarDay,
): Promise<DueContract[]> {
  const ids = contracts.map(({ id }) => id);
  const { rows } = await sql<{ contract_id: string }>`
    select contract_id from portal.parked_contract where contract_id = any(${ids}::uuid[])
    union all
    select contract_id from portal.invoice
    where contract_id = any(${ids}::uuid[]) and kind = 'invoice' and issued_on = ${day}`.execute(
    tx,
  );
  const leftOut = new Set(rows.map((row) => row.contract_id));
  return contracts.filter(({ id }) => !leftOut.has(id));
}

interface Month {
  readonly contract: DueContract;
  readonly price: MonthPrice & { readonly agreed: true };
  readonly lateCharges: readonly (Row<"portal.late_charge"> & { readonly number: string | null })[];
  readonly card: Row<"portal.card"> | undefined;
}

const groupBy = <T>(rows: readonly T[], key: (row: T) => string) => Map.groupBy(rows, key);

async function pricedMonths(
  context: PortalContext,
  tx: PortalTransaction,
  due: readonly DueContract[],
  prices: readonly PlanPrice[],
  day: CalendarDay,
): Promise<Month[]> {
  const ids = due.map(({ id }) => id);
  const answers = groupBy(
    await tx
      .selectFrom("portal.price_answer")
      .selectAll()
      .where(sql<boolean>`contract_id = any(${ids}::uuid[])`)
      .execute(),
    (row) => row.contract_id,
  );
  const late = groupBy(
    await tx
      .selectFrom("portal.late_charge as late")
      .innerJoin("portal.invoice as invoice", "invoice.id", "late.invoice_id")
      .selectAll("late")
      .select("invoice.number")
      .where(sql<boolean>`late.contract_id = any(${ids}::uuid[])`)
      .where("late.billed_on_invoice", "is", null)
      .orderBy("late.arose_on")
      .execute(),
    (row) => row.contract_id,
  );
  const cards = new Map(
    (
      await tx
        .selectFrom("portal.card")
        .selectAll()
        .where("removed_at", "is", null)
        .where(
          sql<boolean>`account_id = any(${due.map((contract) => contract.account_id)}::uuid[])`,
        )
        .execute()
    ).map((card) => [card.account_id, card]),
  );
  const months: Month[] = [];
  for (const contract of due) {
    const isMissed = firstOfMonth(contract.next_billing_on) < firstOfMonth(day);
    if (isMissed && !contract.may_catch_up) {
      const detail = `not billed since ${contract.next_billing_on}`;
      await park(context, tx, contract.id, "missed-months", detail);
      continue;
    }
    const given = answers.get(contract.id) ?? [];
    const price = monthPrice(
      contract,
      prices,
      contract.next_billing_on,
      (effectiveOn) => given.find((one) => one.effective_on === effectiveOn)?.accepted ?? null,
    );
    if (!price.agreed) {
      const last = addDays(price.effectiveOn, -1);
      await tx
        .updateTable("portal.contract")
        .set({ ends_on: last, end_reason: "price-refused" })
        .where("id", "=", contract.id)
        .execute();
      continue;
    }
    const card = cards.get(contract.account_id);
    months.push({ contract, price, lateCharges: late.get(contract.id) ?? [], card });
  }
  return months;
}

interface Draft {
  readonly id: string;
  readonly month: Month;
  readonly lines: readonly InvoiceLine[];
  readonly amount: number;
  readonly taxAmount: number;
  readonly lateCharge: number;
}

function draftOf({ settings }: PortalContext, month: Month): Draft {
  const { contract, price, lateCharges } = month;
  const { monthlyPrice: amount, taxPercent } = price;
  const from = contract.next_billing_on;
  return {
    id: randomUUID(),
    month,
    amount,
    taxAmount: includedTax(amount, taxPercent, settings.taxRounding),
    lateCharge: lateCharges.reduce((sum, late) => sum + late.amount, 0),
    lines: [
      { kind: "plan", plan: contract.plan, from, to: lastOfMonth(from), amount },
      ...lateCharges.map((late) => ({
        kind: "late-charge" as const,
        number: shownNumber(late.number ?? 0),
        principal: late.principal,
        days: late.days,
        amount: late.amount,
      })),
    ],
  };
}

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

/** Whether there is a card that can be charged. */
const isGood = (card: Month["card"], now: Date): card is NonNullable<Month["card"]> =>
  card !== undefined && !isCardExpired(card.expiry_year, card.expiry_month, now);

/** What is charged at once: everything with a good card; the others' course begins without one. */
async function insertFirstAttempts(
  context: PortalContext,
  tx: PortalTransaction,
  drafts: readonly Draft[],
  day: CalendarDay,
): Promise<void> {
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
}

/** Gives the drafts their numbers, the very last thing before the commit. */
async function number(
  context: PortalContext,
  tx: PortalTransaction,
  drafts: readonly Draft[],
  day: CalendarDay,
): Promise<void> {
  const { sealer, settings } = context;
  const { last } = await tx
    .updateTable("portal.invoice_number")
    .set((row) => ({ last: row("last", "+", String(drafts.length)) }))
    .returning("last")
    .executeTakeFirstOrThrow();
  const first = Number(last) - drafts.length + 1;
  const rows = drafts.map((draft, index) => {
    const { month, lines, amount, taxAmount, lateCharge } = draft;
    const { contract, price } = month;
    const { information } = openPersonalData(sealer, contract.account_id, contract.personal);
    const snapshot: InvoiceSnapshot = {
      kind: "invoice",
      number: shownNumber(first + index),
      issuedOn: day,
      dueOn: day,
      issuer: issuerOf(settings),
      recipient: recipientOf(information),
      lines,
      taxPercent: price.taxPercent,
      amount,
      taxAmount,
      lateCharge,
      total: amount + lateCharge,
      corrects: null,
    };
    return { id: draft.id, number: first + index, ...sealSnapshot(sealer, draft.id, snapshot) };
  });
  await sql`
    update portal.invoice i
    set number = given.number, snapshot = given.sealed, snapshot_hash = given.hash, state = 'open'
    from unnest(
      ${rows.map(({ id }) => id)}::uuid[], ${rows.map((row) => row.number)}::bigint[],
      ${rows.map(({ sealed }) => sealed)}::bytea[], ${rows.map(({ hash }) => hash)}::text[]
    ) as given (id, number, sealed, hash)
    where i.id = given.id`.execute(tx);
}

/** What an invoice would say. */
export interface PreviewedInvoice {
  readonly contract: string;
  readonly period: CalendarDay;
  readonly amount: number;
  readonly lateCharge: number;
  /** Whether there is a card that can be charged. */
  readonly hasCard: boolean;
}

/** Ends a transaction that only looked. */
class TakenBack extends Error {}

/** What the run of a business date would issue, and which contracts it would park; changes nothing. */
export async function previewInvoices(
  context: PortalContext,
  day: CalendarDay,
): Promise<{ readonly invoices: readonly PreviewedInvoice[]; readonly parked: readonly string[] }> {
  const { db, settings, clock } = context;
  const prices = await findPrices(db, settings);
  // A card that is good today may have expired by then.
  const at = new Date(Math.max(clock.now().getTime(), tokyoMoment(day, 0).getTime()));
  const invoices: PreviewedInvoice[] = [];
  let parked: readonly string[] = [];
  const parkedNow = async (tx: PortalTransaction) =>
    (await tx.selectFrom("portal.parked_contract").select("contract_id").execute()).map(
      (row) => row.contract_id,
    );
  try {
    await transaction(db, async (tx) => {
      const before = new Set(await parkedNow(tx));
      let after: Place | undefined;
      for (;;) {
        const next = await lockNext(tx, day, "skipped", after);
        if (next.length === 0) break;
        after = next.at(-1);
        const due = await stillDue(tx, next, day);
        if (due.length === 0) continue;
        const months = await pricedMonths(context, tx, due, prices, day);
        const drafts = months.map((month) => draftOf(context, month));
        if (drafts.length > 0) await insertDrafts(context, tx, drafts, day);
        for (const { month, amount, lateCharge } of drafts) {
          const { id: contract, next_billing_on: on } = month.contract;
          const period = firstOfMonth(on);
          invoices.push({
            contract,
            period,
            amount,
            lateCharge,
            hasCard: isGood(month.card, at),
          });
        }
      }
      parked = (await parkedNow(tx)).filter((id) => !before.has(id));
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
  return { invoices, parked };
}

/**
 * Issues the invoices of a business date, in batches; each contract's month once, whoever else
 * runs and however often. The run is a function of the date and the contracts, never of "now".
 *
 * @returns how many were issued
 */
export async function issueInvoices(context: PortalContext, day: CalendarDay): Promise<number> {
  const { db, settings } = context;
  const prices = await findPrices(db, settings);
  let issued = 0;
  let held: Held = "skipped";
  let after: Place | undefined;
  for (;;) {
    const batch = await transaction(db, async (tx) => {
      const next = await lockNext(tx, day, held, after);
      const last = next.at(-1);
      const due = last === undefined ? [] : await stillDue(tx, next, day);
      const months = due.length === 0 ? [] : await pricedMonths(context, tx, due, prices, day);
      const drafts = months.map((month) => draftOf(context, month));
      if (drafts.length > 0) {
        await insertDrafts(context, tx, drafts, day);
        await insertFirstAttempts(context, tx, drafts, day);
        await number(context, tx, drafts, day);
      }
      return { issued: drafts.length, last };
    });
    issued += batch.issued;
    after = batch.last;
    if (after !== undefined) continue;
    // Whoever was at work on a contract just then is waited for at the end: nobody is left out.
    if (held === "waited for") return issued;
    held = "waited for";
  }
}
