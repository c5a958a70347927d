import { transaction } from "@sekimori/kit-server/database";
import { attemptEach } from "@sekimori/kit-server/jobs";
import type { PortalContext } from "../../context.ts";
import { cardExpiresMail } from "../../mails/card-mails.ts";
import { lockAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { addDays, calendarDay } from "../plan/plan-dates.ts";
import { findCardsExpiring } from "./card-attempt-repository.ts";
import { dueWarning, lastDayOfCard } from "./expiry-warning.ts";

const farthestWarning = 60;

/**
 * Tells holders 60 and 30 days before their card's last day. May run any number of times a day.
 *
 * @returns how many were told
 */
export async function warnOfExpiry(context: PortalContext): Promise<number> {
  const { db, clock } = context;
  const today = calendarDay(clock.now());
  let told = 0;
  const expiring = await findCardsExpiring(db, today, addDays(today, farthestWarning));
  await attemptEach(expiring, async (card) => {
    const lastDay = lastDayOfCard(card.expiry_year, card.expiry_month);
    const due = dueWarning(lastDay, card.warned_days, today);
    if (due === null) return;
    await transaction(db, async (tx) => {
      const account = await lockAccount(tx, card.account_id);
      const { numUpdatedRows } = await tx
        .updateTable("portal.card")
        .set({ warned_days: due })
        .where("id", "=", card.id)
        .where("removed_at", "is", null)
        .where((row) => row.or([row("warned_days", "is", null), row("warned_days", ">", due)]))
        .executeTakeFirst();
      if (!account || numUpdatedRows === 0n) return;
      const { brand, last4 } = card;
      await mailMember(context, tx, account, (sender, locale) =>
        cardExpiresMail(sender, locale, { brand, last4, lastDay }),
      );
      told += 1;
    });
  });
  return told;
}
