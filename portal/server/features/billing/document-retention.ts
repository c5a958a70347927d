import { transaction } from "@sekimori/kit-server/database";
import type { PurgeRule } from "@sekimori/kit-server/jobs";
import { sql } from "kysely";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { addMonths, type CalendarDay, calendarDay } from "../plan/plan-dates.ts";
import { openRefundStates, stateList } from "./money-states.ts";

const batch = 1_000;

/**
 * The law counts its years from two months after the end of the tax period in which a document was
 * issued. Nobody told us when that ends: it lasts a year at most.
 */
const monthsBeforeTheYearsBegin = 14;

/** Documents issued before this day need not be kept any more. */
export function keptSince(today: CalendarDay, years: number): CalendarDay {
  return addMonths(today, -(12 * years + monthsBeforeTheYearsBegin));
}

/**
 * Documents whose years are over. What is owed still stays until an operator makes it void, what is
 * being refunded or disputed until that is decided, and what was corrected as long as its correction.
 */
async function lockOutlived(tx: PortalTransaction, since: CalendarDay): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select invoice.id from portal.invoice as invoice
    where invoice.snapshot is not null and invoice.issued_on < ${since}
      and invoice.state in ('paid', 'void')
      and not exists (
        select from portal.invoice as note
        where note.corrects = invoice.id and note.issued_on >= ${since})
      and not exists (
        select from portal.refund as refund
        where refund.invoice_id = invoice.id and refund.state in (${stateList(openRefundStates)}))
      and not exists (
        select from portal.dispute as dispute
        join portal.charge_attempt as attempt on attempt.id = dispute.attempt_id
        where attempt.invoice_id = invoice.id and dispute.state = 'open')
    order by invoice.issued_on limit ${batch} for update of invoice skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/** What names people goes; numbers, days, amounts and the books stay. */
async function removeDocuments(
  tx: PortalTransaction,
  ids: readonly string[],
  today: CalendarDay,
): Promise<void> {
  await tx.deleteFrom("portal.invoice_document").where("invoice_id", "in", ids).execute();
  await tx
    .updateTable("portal.invoice")
    .set({ snapshot: null, document_removed_on: today })
    .where("id", "in", ids)
    .execute();
  await tx
    .updateTable("portal.charge_attempt")
    .set({ card_last4: "" })
    .where("invoice_id", "in", ids)
    .execute();
  // An operator's own words may name somebody.
  await tx
    .updateTable("portal.refund")
    .set({ reason: "" })
    .where("invoice_id", "in", ids)
    .execute();
}

/** Issued documents go when tax law wants them no more: after seven years, or ten as the setting says. */
export const outlivedDocuments = ({
  db,
  settings,
}: Pick<PortalContext, "db" | "settings">): PurgeRule => ({
  name: "issued documents",
  async remove(now) {
    const today = calendarDay(now);
    const since = keptSince(today, settings.documentRetentionYears);
    for (let removed = 0; ; ) {
      const gone = await transaction(db, async (tx) => {
        const ids = await lockOutlived(tx, since);
        if (ids.length > 0) await removeDocuments(tx, ids, today);
        return ids.length;
      });
      removed += gone;
      if (gone < batch) return removed;
    }
  },
});
