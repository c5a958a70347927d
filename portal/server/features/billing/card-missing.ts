import type { PortalContext, PortalTransaction } from "../../context.ts";
import { cardMissingMail } from "../../mails/card-missing-mail.ts";
import { mailMembers, type WriteMail } from "../account/mail-member.ts";
import { shownNumber } from "./invoice-snapshot.ts";
import { endedStanding, findStandings, isSuspendedNext } from "./unpaid-standing.ts";

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
  const now = context.clock.now();
  const invoices = await tx
    .selectFrom("portal.invoice")
    .select(["account_id", "contract_id", "number", "period", "total", "first_failed_on"])
    .where("id", "in", invoiceIds)
    .execute();
  const standings = await findStandings(
    tx,
    invoices.map(({ contract_id: contract }) => contract),
    now,
  );
  await mailMembers(
    context,
    tx,
    invoices.flatMap(
      ({ account_id: accountId, contract_id: contract, first_failed_on: failedOn, ...invoice }) => {
        const standing = standings.get(contract) ?? endedStanding;
        // The mail about the suspension says it, a minute later.
        if (failedOn !== null && isSuspendedNext(failedOn, standing, now)) return [];
        const number = shownNumber(invoice.number ?? 0);
        const write: WriteMail = (sender, locale) =>
          cardMissingMail(sender, locale, { ...invoice, number, standing });
        return [{ accountId, write }];
      },
    ),
  );
}
