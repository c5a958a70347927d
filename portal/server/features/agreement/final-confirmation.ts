import type { EndpointResponse } from "@sekimori/kit-contract/endpoint";
import type { service } from "@sekimori/portal-contract/endpoints/sign-up";
import type { CardView } from "@sekimori/portal-contract/endpoints/views";
import type { PortalContext } from "../../context.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import { termsOf } from "../plan/plan-terms.ts";
import type { FlowRow } from "../sign-up/flow-repository.ts";
import { documentVersions } from "./documents.ts";

export type FinalConfirmation = NonNullable<EndpointResponse<typeof service>["agreement"]>;

/**
 * What the last step must show before the application (Specified Commercial Transactions Act,
 * article 12-6). The same object is stored with the agreement and mailed.
 */
export function finalConfirmation(
  context: PortalContext,
  flow: FlowRow,
  card: CardView | null,
  now: Date,
): FinalConfirmation {
  const { settings } = context;
  const terms = termsOf(flow.plan, calendarDay(now), {
    monthlyPrice: settings.planMonthlyPrice,
    taxPercent: settings.planTaxPercent,
    trialMonths: settings.planTrialMonths,
  });
  return {
    documents: documentVersions.map((document) => ({ ...document })),
    trialEndsOn: terms.freeUntil,
    firstChargeOn: terms.nextBillingOn,
    monthlyPrice: terms.monthlyPrice,
    taxPercent: terms.taxPercent,
    scansPerMonth: terms.scansPerMonth,
    card,
    providerName: { ja: settings.providerNameJa, en: settings.providerNameEn },
    contactEmail: settings.providerEmail,
    contactPhone: settings.providerPhone,
  };
}
