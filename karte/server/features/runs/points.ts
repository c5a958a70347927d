import type { Finding } from "@sekimori/diagnosis/finding";
import type { Grade } from "@sekimori/diagnosis/grades";
import { organisationScore } from "@sekimori/diagnosis/organisation-score";
import { severities } from "@sekimori/karte-contract/words";
import { isReported, type Reported } from "./findings-after.ts";
import { scoresOf } from "./standing.ts";

/** What mending a finding's cause does to its domain. */
export interface Worth {
  /** Points that the domain's score gains. */
  readonly points: number;
  /** The domain's grade then. */
  readonly grade: Grade | null;
  /** Where the cause is one of those that have to be mended for the next better grade; null where it is not. */
  readonly next: NextGrade | null;
}

/** A better grade, and how many causes have to be mended together for it. */
export interface NextGrade {
  readonly grade: Grade;
  readonly causes: number;
}

/**
 * What each finding is worth, by its key: what becomes of the domain if its cause is mended, and with it all
 * findings of that cause, while everything else stays as it is. Findings of one cause are worth the same, and
 * only once.
 *
 * @param causeOf the key of a finding's cause
 */
export function worthOf(
  hosts: readonly string[],
  standing: readonly Finding[],
  causeOf: (finding: Finding) => string,
): ReadonlyMap<string, Worth> {
  const domain = new Mendable(hosts, standing, causeOf);
  const now = domain.without(new Set());
  const worth = new Map<string, Worth>();
  if (now.exact === null) return worth;
  const next = nextGrade(domain, now.grade);
  for (const [cause, own] of domain.causes) {
    const { exact, grade } = domain.without(new Set([cause]));
    const gain = Math.max(0, (exact ?? now.exact) - now.exact);
    const points = Math.round(gain * 100) / 100;
    const together = next?.causes.has(cause)
      ? { grade: next.grade, causes: next.causes.size }
      : null;
    for (const { key } of own) worth.set(key, { points, grade, next: together });
  }
  return worth;
}

/** A grade that is further away than so many causes is nothing to work towards by name. */
const mostTogether = 30;

/**
 * The causes that together hold the domain at its grade: the worst are taken until the grade is better, and
 * those without which it would be as good are left out. None of them can stay.
 */
function nextGrade(domain: Mendable, now: Grade | null) {
  const order = domain.worstFirst().slice(0, mostTogether);
  const isBetter = (causes: readonly string[]) => {
    const { grade } = domain.without(new Set(causes));
    return now !== null && grade !== null && grade < now;
  };
  if (!isBetter(order)) return null;
  // Mending more never makes a grade worse: the fewest of the worst are found by halves.
  let [few, enough] = [0, order.length];
  while (enough - few > 1) {
    const half = Math.floor((few + enough) / 2);
    if (isBetter(order.slice(0, half))) enough = half;
    else few = half;
  }
  let needed = order.slice(0, enough);
  for (const cause of needed.toReversed()) {
    const others = needed.filter((one) => one !== cause);
    if (isBetter(others)) needed = others;
  }
  const { grade } = domain.without(new Set(needed));
  return grade === null ? null : { grade, causes: new Set(needed) };
}

/** A domain's findings, and what its score is without some of their causes. */
class Mendable {
  /** What is reported, by cause. */
  readonly causes: ReadonlyMap<string, readonly Reported[]>;
  readonly #byHost: ReadonlyMap<string, readonly Finding[]>;
  readonly #scores: ReadonlyMap<string, ReturnType<typeof scoresOf>[number]>;
  readonly #causeOf: (finding: Finding) => string;

  constructor(
    hosts: readonly string[],
    standing: readonly Finding[],
    causeOf: (finding: Finding) => string,
  ) {
    this.#causeOf = causeOf;
    this.#scores = new Map(scoresOf(hosts, standing).map((one) => [one.host, one]));
    this.#byHost = Map.groupBy(standing, ({ place }) => place.host);
    this.causes = Map.groupBy(standing.filter(isReported), causeOf);
  }

  /** What holds the grade down comes first: by severity, of the same one what limits the grade. */
  worstFirst(): readonly string[] {
    const weight = (own: readonly Reported[]) =>
      Math.min(
        ...own.map(({ severity, cap }) => severities.indexOf(severity) - (cap === null ? 0 : 0.5)),
      );
    return [...this.causes]
      .map(([cause, own]) => ({ cause, weight: weight(own) }))
      .sort((left, right) => left.weight - right.weight)
      .map(({ cause }) => cause);
  }

  /** Only hosts that the causes touch are scored anew. */
  without(causes: ReadonlySet<string>) {
    const findings = [...causes].flatMap((cause) => this.causes.get(cause) ?? []);
    const touched = [...new Set(findings.map(({ place }) => place.host))].filter((host) =>
      this.#scores.has(host),
    );
    const mended = touched.flatMap((host) =>
      (this.#byHost.get(host) ?? []).map(
        (one): Finding =>
          isReported(one) && causes.has(this.#causeOf(one))
            ? { ...one, state: "pass", severity: null, cap: null, unconfirmed: false }
            : one,
      ),
    );
    const better = new Map(scoresOf(touched, mended).map((one) => [one.host, one]));
    return organisationScore([...this.#scores.values()].map((one) => better.get(one.host) ?? one));
  }
}
