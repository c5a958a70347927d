import type { Sealer } from "@sekimori/kit-server/sealing";
import { sql } from "kysely";
import type { PortalDatabase, PortalTransaction } from "../../context.ts";
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

/** How many postings are held at a time. */
const portionSize = 1000;

interface Posting {
  readonly id: string;
  readonly kind: string;
  readonly source: string;
  readonly posted_on: CalendarDay;
  readonly invoice_id: string | null;
}

interface Line {
  readonly posting_id: string;
  readonly account: LedgerLine[0];
  readonly amount: number;
}

interface Invoice {
  readonly id: string;
  readonly snapshot: Buffer | null;
  readonly number: string | null;
  readonly due_on: CalendarDay;
  readonly tax_percent: number;
}

function documentEvent(
  sealer: Sealer,
  first: Posting,
  lines: readonly Line[],
  { id, snapshot: sealed, number, due_on: dueOn, tax_percent: taxPercent }: Invoice,
): DocumentEvent {
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
    number: shownNumber(number ?? ""),
    party: recipient?.company ?? recipient?.name ?? "",
    // The books say how much: the document is only asked for names.
    amount: kind === "paid" ? -sum("gateway") : sum("revenue") + sum("tax"),
    taxAmount: sum("tax"),
    lateCharge: sum("late-charge"),
    taxPercent,
  };
}

function movement(first: Posting, lines: readonly Line[]): Movement | undefined {
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

const ofDocuments: ReadonlySet<string> = new Set(["issued", "paid", "refunded"]);

/** A portion's events; lines and documents are read for it alone, each once. */
async function eventsOf(
  tx: PortalTransaction,
  sealer: Sealer,
  postings: readonly Posting[],
): Promise<AccountingEvent[]> {
  const ids = postings.map(({ id }) => id);
  const { rows: lines } = await sql<Line>`
    select posting_id, account, amount from portal.ledger_entry
    where posting_id = any(${ids}::uuid[]) order by sequence`.execute(tx);
  const linesOf = Map.groupBy(lines, (line) => line.posting_id);
  const documents = postings.flatMap(({ invoice_id: id }) => (id === null ? [] : [id]));
  const { rows: invoices } = await sql<Invoice>`
    select id, snapshot, number, due_on, tax_percent from portal.invoice
    where id = any(${[...new Set(documents)]}::uuid[])`.execute(tx);
  const invoiceOf = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  return postings.flatMap((posting) => {
    const own = linesOf.get(posting.id) ?? [];
    const invoice = invoiceOf.get(posting.invoice_id ?? "");
    const event = ofDocuments.has(posting.kind)
      ? invoice && documentEvent(sealer, posting, own, invoice)
      : movement(posting, own);
    return event === undefined ? [] : [event];
  });
}

/**
 * A month of the books, posting by posting, in the order of days and documents, handed on in
 * portions: memory does not grow with the month. The database puts ids in order once and keeps its
 * place with a cursor, whose transaction sees one state of the books.
 */
export async function accountingEvents(
  { db, sealer }: { readonly db: PortalDatabase; readonly sealer: Sealer },
  from: CalendarDay,
  take: (portion: readonly AccountingEvent[]) => void,
): Promise<void> {
  const reading = db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
  await reading.execute(async (tx) => {
    await sql`
      declare month_of_the_books no scroll cursor for
      select posting.id, posting.kind, posting.source, posting.posted_on, entry.invoice_id
      from portal.ledger_posting posting
      -- All lines of a posting are of one document.
      join portal.ledger_entry entry on entry.posting_id = posting.id and not exists (
        select from portal.ledger_entry former
        where former.posting_id = entry.posting_id and former.sequence < entry.sequence
      )
      left join portal.invoice invoice on invoice.id = entry.invoice_id
      where posting.posted_on >= ${from} and posting.posted_on < ${addMonths(from, 1)}
      order by posting.posted_on, invoice.number, entry.sequence`.execute(tx);
    const next = sql<Posting>`fetch ${sql.lit(portionSize)} from month_of_the_books`;
    for (;;) {
      const { rows } = await next.execute(tx);
      if (rows.length === 0) return;
      take(await eventsOf(tx, sealer, rows));
    }
  });
}
