import type { Locale } from "@sekimori/kit-contract/locale";
import { changeNoticeDays } from "@sekimori/portal-contract/constants";
import type { PortalContext } from "../../context.ts";
import { priceChangeMail } from "../../mails/contract-notice-mails.ts";
import type { MailContent } from "../../mails/mail-layout.ts";
import { addDays, type CalendarDay, calendarDay, firstOfMonth } from "../plan/plan-dates.ts";
import { findPrices, priceOn } from "../plan/plan-prices.ts";
import { type AnnouncedPrice, listPrices, type NewPrice } from "./prices.ts";

/** What the paid plan costs, what it is to cost, and from when it could cost something else. */
export interface PriceStanding {
  readonly present: Pick<NewPrice, "monthlyPrice" | "taxPercent">;
  readonly earliest: CalendarDay;
  readonly prices: readonly AnnouncedPrice[];
}

/** The first 1st on which a price that is announced today can hold. */
function earliestFrom(today: CalendarDay): CalendarDay {
  const near = addDays(today, changeNoticeDays);
  // Thirty-one days after a 1st it is another month's, whichever month it is.
  return near === firstOfMonth(near) ? near : firstOfMonth(addDays(firstOfMonth(near), 31));
}

export async function priceStanding(context: PortalContext): Promise<PriceStanding> {
  const { db, settings, clock } = context;
  const today = calendarDay(clock.now());
  const { monthlyPrice, taxPercent } = priceOn(await findPrices(db, settings), "detailed", today);
  const prices = await listPrices(context);
  return { present: { monthlyPrice, taxPercent }, earliest: earliestFrom(today), prices };
}

/** What the holders of the paid plan would be mailed on the morning after a price is announced. */
export async function priceMail(
  { db, settings, mailSender }: PortalContext,
  { effectiveOn, monthlyPrice }: Pick<NewPrice, "effectiveOn" | "monthlyPrice">,
  locale: Locale,
): Promise<MailContent> {
  const answerBy = addDays(effectiveOn, -1);
  const former = priceOn(await findPrices(db, settings), "detailed", answerBy).monthlyPrice;
  return priceChangeMail(mailSender, locale, {
    effectiveOn,
    answerBy,
    monthlyPrice,
    former,
    isReminder: false,
  });
}
