import { formatDay } from "@sekimori/kit-contract/dates";
import type { Localized } from "@sekimori/kit-contract/locale";

// What somebody is told of leaving a plan, on the final confirmation and in the mail of the
// application (Specified Commercial Transactions Act, art. 12-6): the same words, because the mail says
// what was agreed to.

/** Of the free plan. */
export const leavingRule: Localized = {
  ja: "いつでも退会できます。",
  en: "You can close your account at any time.",
};

export const cancellationRule: Localized = {
  ja: "マイページからいつでも解約できます。解約は手続きをした月の末日に効力を生じ、それまではご利用いただけます。",
  en: "Cancel at any time on My Page. Your cancellation takes effect at the end of the month, and you can use the service until then.",
};

/**
 * Until when cancelling costs nothing, which is the first charge and not the end of a trial: the
 * final confirmation names its day, the legal notice cannot.
 */
export const freeUntilCharged = (firstChargeOn: string | null): Localized => ({
  ja: `${firstChargeOn === null ? "初回のご請求日" : formatDay(firstChargeOn, "ja")}の前日までに解約された場合、料金は発生しません。`,
  en: `Cancel before ${firstChargeOn === null ? "your first charge" : formatDay(firstChargeOn, "en")} and you won't be charged.`,
});

export const refundRule: Localized = {
  ja: "お支払い後の返金は、当社の責めに帰すべき事由による場合を除き、お受けしていません。",
  en: "We don't refund fees you've paid, except where we're at fault.",
};
