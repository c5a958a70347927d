import type { EndpointInput } from "@sekimori/kit-contract/endpoint";
import { foldedText } from "@sekimori/kit-contract/search-text";
import type { InvoiceView, verifyInvoice } from "@sekimori/portal-contract/endpoints/invoice";
import type { SqlBool } from "kysely";
import type { PortalContext } from "../../context.ts";
import type { CalendarDay } from "../plan/plan-dates.ts";
import type { AttemptRow, InvoiceRow } from "./attempt-repository.ts";
import { type InvoiceSnapshot, openSnapshot, parseNumber } from "./invoice-snapshot.ts";
import { isOwed, owedStates, undecidedStates } from "./money-states.ts";

/** What documents are looked for by; what is left out does not matter. */
export interface InvoiceSearch {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Yen with tax. */
  readonly least?: number | undefined;
  readonly most?: number | undefined;
  /** A part of the recipient's or issuer's name, or of the number. */
  readonly text?: string | undefined;
}

/** Width and case do not matter: ＡＢＣ商事 is found by abc商事. */
function isAbout({ recipient, issuer, number }: InvoiceSnapshot, text: string): boolean {
  const names = [recipient.company ?? "", recipient.name, issuer.name.ja, issuer.name.en, number];
  return names.some((name) => foldedText(name).includes(foldedText(text)));
}

/** An invoice, why the last try to charge it failed, if it did, and whether one is under way. */
type TriedInvoice = InvoiceRow & Pick<AttemptRow, "failure"> & { readonly is_charged: SqlBool };

/** What its holder alone can do about an invoice that is unpaid. */
export function mendedBy(
  { state, needs_holder: needsHolder }: InvoiceRow,
  lastFailure: AttemptRow["failure"],
): InvoiceView["mendedBy"] {
  if (!needsHolder || !isOwed(state)) return null;
  return lastFailure === "authentication" ? "authentication" : "card";
}

/** An invoice as its holder, and the operator, see it. */
export function showInvoice(invoice: TriedInvoice, snapshot: InvoiceSnapshot): InvoiceView {
  return {
    id: invoice.id,
    kind: invoice.kind,
    number: snapshot.number,
    state: invoice.state === "draft" ? "open" : invoice.state,
    issuedOn: invoice.issued_on,
    dueOn: invoice.due_on,
    paidOn: invoice.paid_on,
    period: invoice.period,
    amount: invoice.amount,
    taxPercent: invoice.tax_percent,
    taxAmount: invoice.tax_amount,
    lateCharge: invoice.late_charge,
    lines: [...snapshot.lines],
    total: invoice.total,
    mendedBy: mendedBy(invoice, invoice.failure),
    canPay: invoice.first_failed_on !== null && isOwed(invoice.state),
    isBeingCharged: Boolean(invoice.is_charged),
    nextTryAt: invoice.next_try_at?.toISOString() ?? null,
    corrects: snapshot.corrects,
  };
}

/** Every document that is kept, narrowed down by what rows say openly. */
function issued({ db }: Pick<PortalContext, "db">, search: InvoiceSearch) {
  let query = db.selectFrom("portal.invoice").where("snapshot", "is not", null);
  if (search.from !== undefined) query = query.where("issued_on", ">=", search.from);
  if (search.to !== undefined) query = query.where("issued_on", "<=", search.to);
  if (search.least !== undefined) query = query.where("total", ">=", search.least);
  if (search.most !== undefined) query = query.where("total", "<=", search.most);
  return query;
}

export interface FoundInvoice<Row extends InvoiceRow = InvoiceRow> {
  readonly invoice: Row;
  readonly snapshot: InvoiceSnapshot;
}

/** Names are sealed: they are compared after date and amount have narrowed the rows down. */
function opened<Row extends InvoiceRow>(
  sealer: PortalContext["sealer"],
  rows: readonly Row[],
  { text }: InvoiceSearch,
): FoundInvoice<Row>[] {
  return rows.flatMap((invoice) => {
    if (invoice.snapshot === null) return [];
    const snapshot = openSnapshot(sealer, invoice.id, invoice.snapshot);
    const isFound = text === undefined || text === "" || isAbout(snapshot, text);
    return isFound ? [{ invoice, snapshot }] : [];
  });
}

/** A member's documents by date, amount and counterparty, alone or combined, newest first. */
export async function findInvoices(
  context: Pick<PortalContext, "db" | "sealer">,
  accountId: string,
  search: InvoiceSearch,
): Promise<readonly FoundInvoice<TriedInvoice>[]> {
  const rows = await issued(context, search)
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom("portal.charge_attempt as attempt")
        .select("attempt.failure")
        .whereRef("attempt.invoice_id", "=", "portal.invoice.id")
        // Of the card on file: one for this once says nothing about it.
        .where("attempt.is_one_time", "=", false)
        .orderBy("attempt.attempt_number", "desc")
        .limit(1)
        .as("failure"),
    )
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("portal.charge_attempt as attempt")
          .select("attempt.id")
          .whereRef("attempt.invoice_id", "=", "portal.invoice.id")
          .where("attempt.state", "in", undecidedStates),
      ).as("is_charged"),
    )
    .where("account_id", "=", accountId)
    .orderBy("issued_on", "desc")
    .orderBy("number", "desc")
    .execute();
  return opened(context.sealer, rows, search);
}

/**
 * How many documents of all members were issued in a stretch of time, both days included: those that
 * went out, and those that do when they are paid.
 */
export async function countIssued(
  context: Pick<PortalContext, "db">,
  from: CalendarDay,
  to: CalendarDay,
): Promise<{ readonly out: number; readonly unpaid: number }> {
  const { out, unpaid } = await issued(context, { from, to })
    .select(({ fn }) => [
      fn.countAll<string>().filterWhere("state", "=", "paid").as("out"),
      fn.countAll<string>().filterWhere("state", "in", owedStates).as("unpaid"),
    ])
    .executeTakeFirstOrThrow();
  return { out: Number(out), unpaid: Number(unpaid) };
}

/** Documents of all members by number, so many rows at a time that memory stays small. */
export async function* issuedDocuments(
  context: Pick<PortalContext, "db" | "sealer">,
  search: InvoiceSearch,
  size: number,
): AsyncGenerator<readonly FoundInvoice[]> {
  for (let last: InvoiceRow["number"] = null; ; ) {
    let query = issued(context, search).selectAll().orderBy("number").limit(size);
    if (last !== null) query = query.where("number", ">", last);
    const rows = await query.execute();
    if (rows.length === 0) return;
    yield opened(context.sealer, rows, search);
    last = rows.at(-1)?.number ?? null;
  }
}

/** A document of this account that went out; undefined for another's, and for what is not kept any more. */
export function findDocument(
  { db }: Pick<PortalContext, "db">,
  accountId: string,
  id: string,
): Promise<InvoiceRow | undefined> {
  return db
    .selectFrom("portal.invoice")
    .selectAll()
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("state", "=", "paid")
    .where("snapshot", "is not", null)
    .executeTakeFirst();
}

type Verification = EndpointInput<typeof verifyInvoice>["body"];

/** Whether a document of this number with this hash was issued; by its printed hash or its file's. */
export async function isGenuine(
  { db }: Pick<PortalContext, "db">,
  { number, hash }: Verification,
): Promise<boolean> {
  const digits = parseNumber(number);
  if (digits === undefined) return false;
  const found = await db
    .selectFrom("portal.invoice")
    .leftJoin("portal.invoice_document as document", "document.invoice_id", "portal.invoice.id")
    .select("portal.invoice.id")
    .where("portal.invoice.number", "=", digits)
    .where((row) =>
      row.or([row("portal.invoice.snapshot_hash", "=", hash), row("document.sha256", "=", hash)]),
    )
    .executeTakeFirst();
  return found !== undefined;
}
