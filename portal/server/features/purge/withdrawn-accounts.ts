import { transaction } from "@sekimori/kit-server/database";
import { attemptEach, type PurgeRule } from "@sekimori/kit-server/jobs";
import type { PortalContext } from "../../context.ts";
import { leftMail } from "../../mails/leaving-mails.ts";
import { lockAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { hasUnpaid } from "../billing/has-unpaid.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import { eraseAccount } from "./erase-account.ts";

/**
 * Members who left: the day after their contract's last day the account and all that hangs on it
 * are deleted. Issued invoices stay, as tax law wants, in their sealed snapshots.
 */
export const withdrawnAccounts = (context: PortalContext): PurgeRule => ({
  name: "withdrawn accounts",
  async remove(now) {
    const { db } = context;
    const left = await db
      .selectFrom("portal.contract")
      .select(["account_id", "ends_on"])
      .where("end_reason", "=", "withdrawn")
      .where("ended_on", "is", null)
      .where("ends_on", "<", calendarDay(now))
      .execute();
    await attemptEach(left, ({ account_id: accountId, ends_on: endsOn }) =>
      transaction(db, async (tx) => {
        const account = await lockAccount(tx, accountId);
        if (!account) return;
        // Written before the address goes, and sent only if the deletion happens.
        const last = { endedOn: endsOn ?? calendarDay(now), owes: await hasUnpaid(tx, accountId) };
        await mailMember(context, tx, account, (sender, locale) => leftMail(sender, locale, last));
        await eraseAccount(tx, accountId, "withdrawn", now);
      }),
    );
    return left.length;
  },
});

/** Accounts that an operator closed: their data goes within one month of it (specification 9). */
export const closedAccounts = (
  { db }: PortalContext,
  { after }: { readonly after: number },
): PurgeRule => ({
  name: "closed accounts",
  async remove(now) {
    const closed = await db
      .selectFrom("portal.account")
      .select("id")
      .where("closed_at", "<=", new Date(now.getTime() - after))
      .execute();
    await attemptEach(closed, ({ id }) =>
      transaction(db, async (tx) => {
        const locked = await tx
          .selectFrom("portal.account")
          .select("id")
          .where("id", "=", id)
          .forUpdate()
          .executeTakeFirst();
        if (locked) await eraseAccount(tx, id, "closed", now);
      }),
    );
    return closed.length;
  },
});
