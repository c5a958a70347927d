import type { Sealer } from "@sekimori/kit-server/sealing";
import type { Queryable } from "../../context.ts";
import { openSnapshot, shownNumber } from "../billing/invoice-snapshot.ts";
import type { LedgerLine } from "../billing/ledger.ts";
import { addMonths, type CalendarDay } from "../plan/plan-dates.ts";

/**
 * One thing that happened to a document, as bookkeeping sees it. Amounts are yen with tax; those of a
 * refund that a bank sent back are negative.
 */
export interface DocumentEvent {
  readonly kind: "issued" | "paid" | "refunded";
  readonly on: CalendarDay;
  readonly dueOn: CalendarDay;
  readonly number: string;
  readonly party: string;
  readonly amount: number;
  readonly taxAmount: number;
  readonly lateCharge: number;
  readonly taxPercent: number;
}

/** Yen that went from one account to another without a document: fees, payouts, disputes. */
export interface Movement {
  readonly kind: "moved";
  readonly on: CalendarDay;
  /** The payment company's name of it. */
  readonly source: string;
  readonly debit: LedgerLine[0];
  readonly credit: LedgerLine[0];
  readonly yen: number;
}

export type AccountingEvent = DocumentEvent | Movement;

interface Posting {
  readonly id: string;
  readonly kind: string;
  readonly source: string;
  readonly posted_on: CalendarDay;
  readonly account: LedgerLine[0];
  readonly amount: number;
  readonly invoice_id: string | null;
  readonly snapshot: Buffer | null;
  readonly invoice_number: string | null;
  readonly due_on: CalendarDay | null;
  readonly tax_percent: number | null;
}

function documentEvent(
  sealer: Sealer,
  lines: readonly Posting[],
  { snapshot: sealed, invoice_id: id, due_on: dueOn, tax_percent: taxPercent, ...first }: Posting,
): DocumentEvent | undefined {
  if (id === null || dueOn === null || taxPercent === null) return undefined;
  // Of a document that is not kept any more the books remain; nobody's name does.
  const recipient = sealed === null ? undefined : openSnapshot(sealer, id, sealed).recipient;
  const kind = first.kind as DocumentEvent["kind"];
  // Revenue stands on the credit side where it arises and on the debit side where it is given back.
  const sign = kind === "refunded" ? 1 : -1;
  const sum = (account: LedgerLine[0]) =>
    sign * (lines.find((line) => line.account === account)?.amount ?? 0);
  return {
    kind,
    on: first.posted_on,
    dueOn,
    number: shownNumber(first.invoice_number ?? ""),
    party: recipient?.company ?? recipient?.name ?? "",
    // The books say how much: the document is only asked for names.
    amount: kind === "paid" ? -sum("gateway") : sum("revenue") + sum("tax"),
    taxAmount: sum("tax"),
    lateCharge: sum("late-charge"),
    taxPercent,
  };
}

function movement(lines: readonly Posting[], first: Posting): Movement | undefined {
  const debit = lines.find(({ amount }) => amount > 0);
  const credit = lines.find(({ amount }) => amount < 0);
  if (!debit || !credit) return undefined;
  return {
    kind: "moved",
    on: first.posted_on,
    source: `${first.kind} ${first.source}`,
    debit: debit.account,
    credit: credit.account,
    yen: debit.amount,
  };
}

/** A month of the books, posting by posting, in the order of days and documents. */
export async function accountingEvents(
  { db, sealer }: { readonly db: Queryable; readonly sealer: Sealer },
  from: CalendarDay,
): Promise<AccountingEvent[]> {
  const postings: Posting[] = await db
    .selectFrom("portal.ledger_posting as posting")
    .innerJoin("portal.ledger_entry as entry", "entry.posting_id", "posting.id")
    .leftJoin("portal.invoice as invoice", "invoice.id", "entry.invoice_id")
    .select(["posting.id", "posting.kind", "posting.source", "posting.posted_on"])
    .select(["entry.account", "entry.amount", "entry.invoice_id"])
    .select(["invoice.snapshot", "invoice.number as invoice_number"])
    .select(["invoice.due_on", "invoice.tax_percent"])
    .where("posting.posted_on", ">=", from)
    .where("posting.posted_on", "<", addMonths(from, 1))
    .orderBy("posting.posted_on")
    .orderBy("invoice.number")
    .orderBy("entry.sequence")
    .execute();
  const ofDocuments = new Set(["issued", "paid", "refunded"]);
  return [...Map.groupBy(postings, ({ id }) => id).values()].flatMap((lines) => {
    const [first] = lines;
    if (first === undefined) return [];
    const event = ofDocuments.has(first.kind)
      ? documentEvent(sealer, lines, first)
      : movement(lines, first);
    return event === undefined ? [] : [event];
  });
}
