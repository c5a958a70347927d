import type { Finding } from "../engine/finding.ts";
import type { AppliedCap } from "../engine/grades.ts";

/** The protections that a page's headers give, and the outcomes that say that one is not there at all. */
const ABSENT: ReadonlyMap<string, readonly string[]> = new Map([
  ["http-csp", ["absent"]],
  ["http-hsts", ["absent"]],
  ["http-frame", ["open"]],
  ["http-nosniff", ["missing"]],
  ["http-referrer", ["absent"]],
]);

/** HSTS does not apply where there is no HTTPS; the other four always do where there is a page. */
const LEAST = 4;

const REASON = {
  ja: "HSTS、CSP、フレームの制限、nosniff、リファラーの方針がどれもありません",
  en: "None of HSTS, CSP, frame restrictions, nosniff and a referrer policy is there",
};

/**
 * A web host with none of these protections is C at most, whatever else is there: each weighs little alone,
 * and a mean would hide that nobody looked after the site. What is undecided counts as there; the lower end
 * of the score asks again with what fails in its place.
 */
export function bareSiteLimits(findings: readonly Finding[]): readonly AppliedCap[] {
  const own = findings.filter(
    ({ check, state }) => ABSENT.has(check) && state !== "not-applicable",
  );
  const sites = Map.groupBy(own, ({ place }) => `${place.host} ${place.address ?? ""}`);
  return [...sites.values()].flatMap((page) => {
    const checks = new Set(page.map(({ check }) => check));
    const [first] = page.toSorted((left, right) => left.key.localeCompare(right.key));
    if (checks.size < LEAST || first === undefined || !page.every(isAbsent)) return [];
    return [{ grade: "C" as const, finding: first.key, reason: REASON }];
  });
}

/** A finding that only stands in for one that is undecided has that outcome's name still. */
function isAbsent({ check, outcome, state }: Finding): boolean {
  if (state !== "fail" && state !== "warn") return false;
  return outcome === "inconclusive" || (ABSENT.get(check) ?? []).includes(outcome);
}
