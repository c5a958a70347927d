import type { DataSets, ReleaseCycle, Vulnerability } from "../../../data/data-sets.ts";
import { compareVersions, isAffected, isOfCycle } from "../../../data/version.ts";
import type { Software } from "./banners.ts";

/** What the data sets know about one version of a product. */
export interface SoftwareVerdict {
  /** ISO date on which support ended, null while it lasts or is not known. */
  readonly endedOn: string | null;
  readonly vulnerabilities: readonly Vulnerability[];
  /** The worst of them, by exploitation first and CVSS second; null without any. */
  readonly worst: "known-exploited" | "critical" | "high" | "medium" | "low" | null;
}

/** Looks a version up. `now` in milliseconds decides whether support is over. */
export function judgeSoftware(
  { product, version }: Software,
  data: Pick<DataSets, "releases" | "vulnerabilities">,
  now: number,
): SoftwareVerdict {
  const end = endOfLife(product, version, data.releases);
  const endedOn = end !== null && Date.parse(end) < now ? end : null;
  const vulnerabilities = data.vulnerabilities.filter(
    (entry) => entry.product === product && isAffected(version, entry.from, entry.before),
  );
  return { endedOn, vulnerabilities, worst: worstOf(vulnerabilities) };
}

/** The day support of a version's release line ends; what is older than all known lines ended before them. */
function endOfLife(product: string, version: string, all: readonly ReleaseCycle[]): string | null {
  const releases = all.filter((release) => release.product === product);
  // The most exact cycle counts: "10.1" before "10".
  const [exact] = releases
    .filter(({ cycle }) => isOfCycle(version, cycle))
    .toSorted((a, b) => b.cycle.length - a.cycle.length);
  if (exact !== undefined) return exact.endOfLife;
  const [oldest] = releases.toSorted((a, b) => compareVersions(a.cycle, b.cycle));
  const isOlder = oldest !== undefined && compareVersions(version, oldest.cycle) < 0;
  return isOlder ? oldest.endOfLife : null;
}

function worstOf(vulnerabilities: readonly Vulnerability[]): SoftwareVerdict["worst"] {
  if (vulnerabilities.length === 0) return null;
  if (vulnerabilities.some(({ knownExploited }) => knownExploited)) return "known-exploited";
  const cvss = Math.max(...vulnerabilities.map((entry) => entry.cvss));
  // The qualitative scale of CVSS v3.1 §5.
  if (cvss >= 9) return "critical";
  if (cvss >= 7) return "high";
  return cvss >= 4 ? "medium" : "low";
}
