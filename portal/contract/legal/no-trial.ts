import { formatDay } from "@sekimori/kit-contract/dates";
import type { Localized } from "@sekimori/kit-contract/locale";
import { formatYen } from "@sekimori/kit-contract/yen";

/** Why an application has no free trial: offer, final confirmation and its mail say it alike. */
export const noTrialReason: Readonly<Record<"account" | "card", Localized>> = {
  account: {
    ja: "今回のお申し込みには無料期間がありません（ご利用済みのため）。",
    en: "This order has no free trial, because you've already had one.",
  },
  card: {
    ja: "このカードでは、今回は無料期間がありません（ご利用済みのため）。",
    en: "This order has no free trial, because this card has already been used for one.",
  },
};

/** What is paid today, or when and how much instead. */
export const chargedToday = (
  { trialEndsOn, firstChargeOn }: { trialEndsOn: string | null; firstChargeOn: string },
  monthlyPrice: number,
): Localized => {
  const yen = { ja: formatYen(monthlyPrice, "ja"), en: formatYen(monthlyPrice, "en") };
  return trialEndsOn === null
    ? {
        ja: `お申し込みと同時に、本日${yen.ja}を請求します。`,
        en: `We charge ${yen.en} today, as soon as you order.`,
      }
    : {
        ja: `本日のお支払いは${formatYen(0, "ja")}です。${formatDay(firstChargeOn, "ja")}に${yen.ja}を請求します。`,
        en: `You pay ${formatYen(0, "en")} today. We charge ${yen.en} on ${formatDay(firstChargeOn, "en")}.`,
      };
};
