import type { Localized } from "@sekimori/kit-contract/locale";

/** How much a plan gives; null is "without a count". */
export interface Limits {
  readonly domains: number;
  readonly users: number | null;
  readonly manualRunsPerMonth: number | null;
}

const some = (count: number, one: string, several: string) =>
  `${count} ${count === 1 ? one : several}`;

/** Limits in words that stand within a sentence or by themselves. */
export function limitsInWords({ domains, users, manualRunsPerMonth: scans }: Limits): Localized {
  const people =
    users === null
      ? { ja: "ユーザー数の制限なし", en: "any number of users" }
      : { ja: `ユーザー${users}名`, en: some(users, "user", "users") };
  const runs =
    scans === null
      ? { ja: "手動診断の回数制限なし", en: "unlimited manual scans" }
      : {
          ja: `手動診断は月${scans}回まで`,
          en: `${some(scans, "manual scan", "manual scans")} per month`,
        };
  return {
    ja: `ドメイン${domains}件、${people.ja}、${runs.ja}`,
    en: `${some(domains, "domain", "domains")}, ${people.en} and ${runs.en}`,
  };
}
