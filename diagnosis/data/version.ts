/**
 * Compares version numbers as products write them ("2.4.49", "9.3p2", "1.0.1g", "3.0.0-beta1"):
 * numbers by size, letters by alphabet, a pre-release before its release. Negative when `left` is
 * older.
 */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [parts(left), parts(right)];
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = rank(a[index]) - rank(b[index]);
    if (difference !== 0) return difference;
    const [x, y] = [a[index] ?? "", b[index] ?? ""];
    if (x === y) continue;
    if (/^\d/.test(x)) {
      if (Number(x) !== Number(y)) return Number(x) - Number(y);
    } else return x < y ? -1 : 1;
  }
  return 0;
}

/** Affected versions; null ends are open. */
export interface VersionRange {
  /** Inclusive. */
  readonly from?: string | null;
  /** Exclusive. */
  readonly after?: string | null;
  /** Exclusive. */
  readonly before?: string | null;
  /** Inclusive. */
  readonly through?: string | null | undefined;
}

/** True when a version lies in a range. */
export function isAffected(version: string, range: VersionRange): boolean {
  const { from = null, after = null, before = null, through = null } = range;
  return (
    (from === null || compareVersions(version, from) >= 0) &&
    (after === null || compareVersions(version, after) > 0) &&
    (before === null || compareVersions(version, before) < 0) &&
    (through === null || compareVersions(version, through) <= 0)
  );
}

/**
 * True when a version belongs to a release line: "1.22" holds 1.22 and 1.22.4, not 1.220. Letters go on
 * behind a number: "1.0.2" holds 1.0.2zg.
 */
export function isOfCycle(version: string, cycle: string): boolean {
  const rest = version.slice(cycle.length);
  const goesOn = /\d$/.test(cycle) ? /^\d/ : /^[0-9a-z]/i;
  return version.startsWith(cycle) && !goesOn.test(rest);
}

function parts(version: string): readonly string[] {
  const plain = version.toLowerCase().replace(/^v/, "");
  // "1.9.0b1" is a beta, "1.0.1b" a later patch of 1.0.1.
  return plain.replace(/(?<=\d)b(?=\d)/, "beta").match(/\d+|[a-z]+/g) ?? [];
}

/** Pre-release words come before the end of a version, everything else after it. */
function rank(part: string | undefined): number {
  if (part === undefined) return 1;
  if (/^(alpha|beta|rc|pre|preview|dev|snapshot)$/.test(part)) return 0;
  return /^[a-z]/.test(part) ? 2 : part === "0" || /^0+$/.test(part) ? 1 : 3;
}
