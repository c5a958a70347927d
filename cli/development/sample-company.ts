import type { ContractAnswer } from "@sekimori/karte-server/contracts";
import type { SampleWorkspace } from "@sekimori/karte-server/sample";
import { planEntitlements } from "@sekimori/portal-contract/entitlements";
import type { SeededPeople } from "@sekimori/portal-server/seed";
import { sampleDomains } from "@sekimori/sandbox/company";
import { sampleToken } from "@sekimori/sandbox/company/domains";
import { pastRuns } from "@sekimori/sandbox/company/history";

/** Groups of the demo workspace; the viewer sees the second. */
const groups = { corporate: "本社", customers: "お客さま向け", others: "研究・海外" } as const;

const groupOf: Readonly<Record<string, string>> = {
  "seki-shoji.example": groups.corporate,
  "seki-holdings.example": groups.corporate,
  "seki-shop.example": groups.customers,
  "seki-recruit.example": groups.customers,
  "seki-parts.example": groups.customers,
  "seki-campaign.example": groups.customers,
  "seki-lab.example": groups.others,
  "seki-overseas.example": groups.others,
};

/** What the demo organisation's workspace consists of, its past moved to end on the day before `now`. */
export async function sampleWorkspace(
  people: SeededPeople,
  portalOrigin: string,
  now: Date,
): Promise<SampleWorkspace> {
  const runs = await pastRuns(now);
  const proved = new Set(runs.map(({ domain }) => domain));
  const contract: ContractAnswer = {
    plan: "detailed",
    state: "paid",
    freeUntil: null,
    nextBillingOn: null,
    entitlements: planEntitlements.detailed,
    manageUrl: portalOrigin,
  };
  return {
    name: people.organisation,
    owner: people.owner,
    viewer: { ...people.viewer, group: groups.customers },
    guestEmail: people.guest.email,
    contract,
    domains: sampleDomains.flatMap(({ name, note, hosts = [] }) => {
      const group = groupOf[name];
      if (group === undefined) return [];
      const label = note.ja.split("。")[0] ?? "";
      return [{ name, label, group, token: sampleToken(name), isProved: proved.has(name), hosts }];
    }),
    runs,
  };
}
