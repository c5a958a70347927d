import type { Locale } from "@sekimori/kit-contract/locale";
import { transaction } from "@sekimori/kit-server/database";
import { goesOut } from "@sekimori/portal-contract/invoice-document";
import type { PortalContext } from "../../context.ts";
import { documentsZip } from "../billing/documents-zip.ts";
import { countIssued, issuedDocuments } from "../billing/invoice-service.ts";
import { addDays, addMonths, type CalendarDay } from "../plan/plan-dates.ts";
import { type ActingOperator, OperatorRefused, recordAct } from "./operator-audit.ts";

/** Documents in one file: some 30 MB of memory, and far below what a ZIP can hold. */
export const mostInFile = 500;

/**
 * A month's documents of all members, issued in that month and gone out, as ZIP files in the order of
 * their numbers: each PDF named by its date, amount and recipient, each file with an index of its own.
 *
 * @param month its 1st
 * @param inFile most documents in one file, those left out that have not gone out
 * @returns the number of documents, that of invoices which are unpaid and have none yet, and the files,
 *   each made when it is asked for
 * @throws OperatorRefused when none was issued; DryRun
 */
export async function monthDocuments(
  context: PortalContext,
  acting: ActingOperator,
  month: CalendarDay,
  locale: Locale,
  inFile = mostInFile,
): Promise<{
  readonly count: number;
  readonly unpaid: number;
  readonly files: AsyncIterable<Buffer>;
}> {
  const end = addDays(addMonths(month, 1), -1);
  const { out: count, unpaid } = await countIssued(context, month, end);
  if (count === 0) {
    const named = month.slice(0, 7);
    throw new OperatorRefused(
      unpaid > 0 ? `No invoice of ${named} is paid yet.` : `No document was issued in ${named}.`,
    );
  }
  // Written down before anything leaves the house: names of members stand in it.
  await transaction(context.db, (tx) =>
    recordAct(tx, context, acting, "operator.documents-exported", {
      month: month.slice(0, 7),
      count,
      language: locale,
    }),
  );
  async function* files() {
    for await (const found of issuedDocuments(context, { from: month, to: end }, inFile)) {
      const out = found.filter(({ invoice }) => goesOut(invoice));
      if (out.length === 0) continue;
      yield await documentsZip(
        context,
        out,
        locale,
        ({ recipient }) => recipient.company ?? recipient.name,
      );
    }
  }
  return { count, unpaid, files: files() };
}
