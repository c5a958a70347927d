import { transaction } from "@sekimori/kit-server/database";
import type { PortalContext } from "../../context.ts";
import { type InvoiceSearch, issuedDocuments } from "../billing/invoice-service.ts";
import type { CalendarDay } from "../plan/plan-dates.ts";
import { type ActingOperator, recordAct } from "./operator-audit.ts";

/** A document as the operator finds it. */
export interface FoundDocument {
  readonly number: string;
  readonly kind: "invoice" | "credit-note";
  readonly state: string;
  readonly issuedOn: CalendarDay;
  readonly paidOn: CalendarDay | null;
  /** Yen with tax. */
  readonly total: number;
  readonly party: string;
  readonly account: string;
  readonly corrects: string | null;
}

/** More are not listed: whoever looks is told to narrow the search down. */
const mostFound = 1_000;

/**
 * Documents of all members by date, amount and counterparty, alone or combined, in the order of
 * their numbers: what the law wants found of the copies that an issuer keeps. Members who have left
 * are found as well.
 *
 * @returns at most 1,000, and whether there are more
 */
export async function findDocuments(
  context: PortalContext,
  acting: ActingOperator,
  search: InvoiceSearch,
): Promise<{ readonly documents: readonly FoundDocument[]; readonly more: boolean }> {
  const { text, ...open } = search;
  // Written down before anything is shown: names of members stand in it. The name looked for is not.
  await transaction(context.db, (tx) =>
    recordAct(tx, context, acting, "operator.documents-searched", {
      ...Object.fromEntries(Object.entries(open).filter(([, value]) => value !== undefined)),
      byName: text !== undefined,
    }),
  );
  const documents: FoundDocument[] = [];
  for await (const found of issuedDocuments(context, search, 500)) {
    for (const { invoice, snapshot } of found) {
      if (documents.length === mostFound) return { documents, more: true };
      documents.push({
        number: snapshot.number,
        kind: invoice.kind,
        state: invoice.state,
        issuedOn: invoice.issued_on,
        paidOn: invoice.paid_on,
        total: invoice.total,
        party: snapshot.recipient.company ?? snapshot.recipient.name,
        account: invoice.account_id,
        corrects: snapshot.corrects,
      });
    }
  }
  return { documents, more: false };
}
