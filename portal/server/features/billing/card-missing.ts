import type { PortalContext, PortalTransaction } from "../../context.ts";
import { cardMissingMail } from "../../mails/billing-mails.ts";
import { mailMembers } from "../account/mail-member.ts";
import { shownNumber } from "./invoice-snapshot.ts";

/**
 * Tells the holders of issued invoices that there is no card to charge: nothing was refused that
 * a mail about a failed charge would tell of, and nobody but them can mend it.
 */
export async function tellCardMissing(
  context: PortalContext,
  tx: PortalTransaction,
  invoiceIds: readonly string[],
): Promise<void> {
  if (invoiceIds.length === 0) return;
  const invoices = await tx
    .selectFrom("portal.invoice")
    .select(["account_id", "number", "period", "total"])
    .where("id", "in", invoiceIds)
    .execute();
  await mailMembers(
    context,
    tx,
    invoices.map(({ account_id: accountId, number, period, total }) => ({
      accountId,
      write: (sender, locale) =>
        cardMissingMail(sender, locale, { number: shownNumber(number ?? 0), period, total }),
    })),
  );
}
