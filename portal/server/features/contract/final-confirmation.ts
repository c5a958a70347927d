import type { CardView } from "@sekimori/portal-contract/endpoints/card-view";
import type { FinalConfirmation } from "@sekimori/portal-contract/endpoints/final-confirmation";
import type { PlanId } from "@sekimori/portal-contract/plans";
import type { PortalContext, Queryable } from "../../context.ts";
import { documentVersions } from "../legal/documents.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import { findPrices } from "../plan/plan-prices.ts";
import { type PlanStart, startOf } from "../plan/plan-terms.ts";
import { findContracts, trialUser } from "./contract-repository.ts";

export interface Applicant {
  /** Null before the account exists. */
  readonly accountId: string | null;
  readonly plan: PlanId;
  readonly card: CardView | null;
  readonly cardDigest: string | null;
  /** One moment for all that is shown and kept, also when midnight comes in between. */
  readonly now: Date;
}

/** What a plan begins with for somebody today: a trial, free days, the first charge. */
export async function planStart(
  { settings }: Pick<PortalContext, "settings">,
  db: Queryable,
  { accountId, plan, cardDigest, now }: Omit<Applicant, "card">,
): Promise<PlanStart> {
  const former = accountId === null ? [] : await findContracts(db, accountId);
  const sameBefore = former.filter((contract) => contract.plan === plan);
  return startOf(plan, calendarDay(now), {
    prices: await findPrices(db, settings),
    trialMonths: settings.planTrialMonths,
    trialUsedBy: accountId === null ? null : await trialUser(db, accountId, cardDigest),
    hasFreeDays: sameBefore.every((contract) => contract.was_billed),
  });
}

/** What the last step of an application shows; the same object is stored and mailed. */
export function finalConfirmation(
  { settings }: Pick<PortalContext, "settings">,
  start: PlanStart,
  card: CardView | null,
): FinalConfirmation {
  return {
    documents: documentVersions.map((document) => ({ ...document })),
    trialEndsOn: start.freeUntil,
    hasTrial: start.hasTrial,
    trialUsedBy: start.trialUsedBy,
    firstChargeOn: start.firstBillingOn,
    monthlyPrice: start.monthlyPrice,
    taxPercent: start.taxPercent,
    announcedPrice: start.announcedPrice,
    scansPerMonth: start.scansPerMonth,
    card,
    providerName: { ja: settings.providerNameJa, en: settings.providerNameEn },
    contactEmail: settings.providerEmail,
    contactPhone: settings.providerPhone,
  };
}

/** What `nameOfShown` names: all that the screen shows, and of which plan. */
export const shownOf = (plan: PlanId, confirmation: FinalConfirmation) => ({
  plan,
  ...confirmation,
});
