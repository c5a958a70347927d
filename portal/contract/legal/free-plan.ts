import type { Localized } from "@sekimori/kit-contract/locale";
import { freeDomains, freeScansPerMonth, freeUsers } from "../constants.ts";

const counted = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? one : many}`;

/**
 * What the free plan is limited to, as the plans' choice, the legal notice and the question before
 * a cancellation say it.
 */
export const freePlanLimits: Localized = {
  ja: `ドメイン${freeDomains}件、利用者${freeUsers}名、手動診断は毎月${freeScansPerMonth}回まで`,
  en: `up to ${counted(freeDomains, "domain", "domains")}, ${counted(freeUsers, "person", "people")} and ${counted(freeScansPerMonth, "manual scan", "manual scans")} per month`,
};
