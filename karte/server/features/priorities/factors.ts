import type { Finding } from "@sekimori/diagnosis/finding";
import { type Exploitation, type Exposure, epssFloors } from "@sekimori/karte-contract/priority";
import type { Severity } from "@sekimori/karte-contract/words";

/** As much of the engine's report as its place in the order of work depends on. */
export type Reported = Pick<Finding, "check" | "outcome" | "evidence">;

type Outcomes = Readonly<Record<string, readonly string[]>>;

/** Outcomes that show, not infer, that a stranger reads, writes, claims or sends now. */
export const usableOutcomes: Outcomes = {
  "app-print": ["open-medium", "open-high"],
  "dns-axfr": ["open"],
  "dns-dangling": ["claimable"],
  "dns-lapsed": ["lapsed"],
  "dns-recursion": ["open"],
  "exp-files": ["critical", "high", "medium"],
  "http-cors": ["null-origin", "look-alike", "reflected"],
  "mail-spoof": ["passes-all", "signs-all", "open"],
  "port-data": ["unauthenticated"],
  "svc-plain": ["anonymous"],
};

/** Outcomes about what asks for a sign-in before it gives anything away. */
export const signInOutcomes: Outcomes = {
  "app-print": ["panel-low", "panel-medium"],
  "port-admin": ["open"],
  "port-data": ["open"],
  "svc-ssh": ["weak", "version-1"],
};

/** Checks about places that hold data. */
export const dataChecks: readonly string[] = ["port-data"];

/** First labels of hosts where customers order and pay. */
const paymentLabels = new Set([
  "shop",
  "store",
  "pay",
  "payment",
  "payments",
  "checkout",
  "cart",
  "order",
  "ec",
]);

const isAmong = (outcomes: Outcomes, { check, outcome }: Reported) =>
  outcomes[check]?.includes(outcome) === true;

function factOf({ evidence }: Reported, name: string) {
  return evidence.find((fact) => fact.name === name)?.value;
}

const hasEntries = (value: unknown) => Array.isArray(value) && value.length > 0;

/** What is known of anybody exploiting it; the gravest of what applies. */
export function exploitationOf(report: Reported, severity: Severity): Exploitation {
  if (hasEntries(factOf(report, "software.exploited"))) {
    // The engine calls critical what concerns exactly this build, and nothing that a number suggests.
    const isExact = report.outcome === "known-exploited" && severity === "critical";
    return isExact ? "exploited" : "perhaps-exploited";
  }
  if (isAmong(usableOutcomes, report)) return "usable";
  const epss = factOf(report, "software.epss");
  if (typeof epss === "number") {
    if (epss >= epssFloors.likely) return "likely";
    return epss >= epssFloors.possible ? "possible" : "none";
  }
  return hasEntries(factOf(report, "software.cves")) ? "unknown" : "none";
}

/** @param domain the name that the workspace manages, to which the host belongs */
export function exposureOf(report: Reported, host: string, domain: string): readonly Exposure[] {
  const isPaid = paymentLabels.has(host.split(".")[0] ?? "");
  const isMain = isPaid || host === domain || host === `www.${domain}`;
  const hasData = isPaid || dataChecks.includes(report.check);
  return [
    ...(isMain ? (["main-name"] as const) : []),
    ...(hasData ? (["data"] as const) : []),
    ...(isAmong(signInOutcomes, report) ? (["sign-in"] as const) : []),
  ];
}
