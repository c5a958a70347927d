import type { Localized } from "@sekimori/kit-contract/locale";
import { planEntitlements } from "./entitlements.ts";
import type { PlanId } from "./plans.ts";

const some = (count: number, one: string, several: string) =>
  `${count} ${count === 1 ? one : several}`;

/** How much a plan gives, in words that stand within a sentence or by themselves. */
export function planLimits(plan: PlanId): Localized {
  const { domains, users, manualRunsPerMonth: scans } = planEntitlements[plan];
  const people =
    users === null
      ? { ja: "利用者数の制限なし", en: "any number of people" }
      : { ja: `利用者${users}名`, en: some(users, "person", "people") };
  const runs =
    scans === null
      ? { ja: "手動診断の回数制限なし", en: "unlimited manual scans" }
      : {
          ja: `手動診断は月${scans}回`,
          en: `${some(scans, "manual scan", "manual scans")} per month`,
        };
  return {
    ja: `ドメイン${domains}件、${people.ja}、${runs.ja}`,
    en: `${some(domains, "domain", "domains")}, ${people.en}, ${runs.en}`,
  };
}
