import type {
  DataSets,
  DistributionBuild,
  ReleaseCycle,
  TrackedPackage,
  Vulnerability,
} from "../../../data/data-sets.ts";
import { comparePackages } from "../../../data/package-version.ts";
import { compareVersions, isAffected, isOfCycle } from "../../../data/version.ts";
import type { Software } from "./banners.ts";

/** How sure it is that a published weakness concerns this very build. */
export type Certainty =
  /** The publisher's own build of an affected version, on a platform that it concerns. */
  | "upstream"
  /** The distribution's tracker says that this package version is affected. */
  | "package"
  /** A distribution may have mended it, or the platform it concerns is not known. */
  | "possible";

/** A published weakness that may concern a server. */
export interface Hit {
  readonly vulnerability: Vulnerability;
  readonly certainty: Certainty;
}

/** What the data sets know about one version of a product. */
export interface SoftwareVerdict {
  /** ISO date on which the publisher's support ended, where the publisher's support is what counts. */
  readonly endedOn: string | null;
  /** The same, where only the number says that it may be a distribution's build, which is maintained. */
  readonly perhapsEndedOn: string | null;
  /** The distribution release whose own support is over, and since when. */
  readonly distributionEnded: { readonly name: string; readonly on: string } | null;
  readonly hits: readonly Hit[];
  /** Distributions that ship exactly this version, or whose mark it carries. */
  readonly distributions: readonly string[];
}

type Data = Pick<DataSets, "releases" | "vulnerabilities" | "distributions" | "tracker">;

/**
 * Looks a version up. A number proves the publisher's string, not the patch level: what carries a
 * distribution's mark, or has a number that a distribution ships, is compared with that
 * distribution's tracker where its data were imported, and otherwise counts as possible only. An application
 * shows no mark at all, and its publisher's copy has the same number: where a distribution ships it, all
 * that is known of it is possible only. `now` in milliseconds decides whether support is over.
 */
export function judgeSoftware(software: Software, data: Data, now: number): SoftwareVerdict {
  const distributions = distributionsOf(software, data);
  const affected = data.vulnerabilities.filter(
    (entry) =>
      entry.product === software.product &&
      entry.side === "server" &&
      isAffected(unported(software.version, entry), bounds(entry)) &&
      (entry.platform === null ||
        software.platform === null ||
        entry.platform === software.platform),
  );
  const hits = affected.flatMap((vulnerability): Hit[] => {
    const certainty = certaintyOf(vulnerability, software, distributions, data.tracker);
    return certainty === null ? [] : [{ vulnerability, certainty }];
  });
  const isOver = (date: string | null) => date !== null && Date.parse(date) < now;
  const end = endOfLife(software.product, software.version, data.releases);
  const endedOn = isOver(end) ? end : null;
  return {
    endedOn: distributions.length === 0 ? endedOn : null,
    perhapsEndedOn: distributions.length > 0 && software.distribution === null ? endedOn : null,
    distributionEnded: endedDistribution(software, data.releases, now),
    hits,
    distributions,
  };
}

const PORTABLE = /p1$/;

/** OpenSSH's portable releases add "p1", which some builds leave out: 9.8 and 9.8p1 are one release. */
const unported = (version: string, { product }: Vulnerability) =>
  product === "openssh" ? version.replace(PORTABLE, "") : version;

function bounds(entry: Vulnerability): Vulnerability {
  const { from, after, before, through } = entry;
  const plain = (bound: string | null) => (bound === null ? null : unported(bound, entry));
  return {
    ...entry,
    from: plain(from),
    after: plain(after),
    before: plain(before),
    through: plain(through),
  };
}

/** Updates of Windows mend it and leave its number. */
const MENDED_IN_PLACE = ["iis"];

/** null when it does not concern this build after all. */
function certaintyOf(
  { id, platform }: Vulnerability,
  { product, platform: known, packageVersion, isApplication }: Software,
  distributions: readonly string[],
  tracker: readonly TrackedPackage[],
): Certainty | null {
  if (distributions.length === 0)
    return (platform !== null && known === null) || MENDED_IN_PLACE.includes(product)
      ? "possible"
      : "upstream";
  if (isApplication) return "possible";
  const entries = tracker.filter(
    (entry) => entry.id === id && distributions.includes(entry.distribution),
  );
  if (entries.length === 0) return "possible";
  const verdicts = new Set(entries.map((entry) => trackedVerdict(entry, packageVersion)));
  const [only] = verdicts;
  return verdicts.size === 1 && only !== undefined ? only : "possible";
}

function trackedVerdict(entry: TrackedPackage, packageVersion: string | null): Certainty | null {
  if (entry.status === "not-affected" || (entry.status === "open" && entry.minor)) return null;
  if (entry.status === "open" || entry.fixedIn === null) return "package";
  if (packageVersion === null) return "possible";
  return comparePackages(packageVersion, entry.fixedIn) < 0 ? "package" : null;
}

function distributionsOf({ product, version, distribution, platform }: Software, data: Data) {
  // Distributions build for Linux: for Windows it is the publisher's own build, whatever its number.
  if (platform === "windows" && distribution === null) return [];
  const builds = data.distributions.filter(
    (entry) => entry.product === product && isBuild(version, entry),
  );
  const shipped = builds.flatMap((build) => build.distributions);
  if (distribution === null) return shipped;
  // A mark without a release is completed by the number, where that is shipped once only.
  const releases = shipped.filter((name) => name.startsWith(`${distribution} `));
  return distribution.includes(" ") || releases.length === 0 ? [distribution] : releases;
}

function isBuild(version: string, { version: first, line, through }: DistributionBuild): boolean {
  if (line === null && through === null) return version === first;
  if (line !== null && !isOfCycle(version, line)) return false;
  if (through !== null && compareVersions(version, through) > 0) return false;
  return compareVersions(version, first) >= 0;
}

/** Only what the banner itself names: a number alone does not tell which distribution it is. */
function endedDistribution(
  { distribution }: Software,
  releases: readonly ReleaseCycle[],
  now: number,
) {
  const [product = "", cycle] = distribution?.split(" ") ?? [];
  const release = releases.find((entry) => entry.product === product && entry.cycle === cycle);
  const on = release?.endOfLife ?? null;
  return on !== null && Date.parse(on) < now ? { name: distribution ?? "", on } : null;
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

export type Level = "critical" | "high" | "medium" | "low";

/** The qualitative scale of CVSS v3.1 §5. */
export function levelOf(cvss: number): Level {
  if (cvss >= 9) return "critical";
  if (cvss >= 7) return "high";
  return cvss >= 4 ? "medium" : "low";
}
