import type { Finding } from "../../engine/finding.ts";
import { HEADER_CHECKS } from "../../pages/recipes/header-block.ts";
import { recipesFor } from "../../pages/recipes.ts";
import type { ExaminedState } from "../examine-states.ts";
import type { LabState } from "../state.ts";

/** What an owner copied for one state: into the web server's site, and into the zone. */
export type Applied = { readonly web: readonly string[]; readonly zone: readonly string[] };

/** By the name of the state. */
export type AllApplied = Readonly<Record<string, Applied>>;

/** Whose recipe fits the server of a state. */
const PRODUCTS: Readonly<Record<string, string>> = { nginx: "nginx", apache: "Apache" };

/** Checks whose recipes are lines of a site, and those whose recipes are records of a zone. */
const WEB =
  /^(?:http-(?:hsts|csp|frame|nosniff|referrer|redirect|leak)|exp-files|tls-(?:ssl|old|new|null|weak|aead|fs))$/;
const ZONE = /^(?:mail-(?:spf|dmarc|spoof|tlsrpt)|dns-caa)$/;

/** Whether a finding is one that a recipe of this lab is applied for. */
export const isTried = ({ check, outcome, severity }: Finding): boolean =>
  severity !== null &&
  severity !== "info" &&
  (WEB.test(check) || ZONE.test(check)) &&
  // A key that can be broken is made anew by whoever signs.
  outcome !== "signs-all";

/** The recipe of a finding that its owner would take, null where none is for the servers that are there. */
export function recipeOf(
  state: LabState,
  finding: Finding,
  all: readonly Finding[],
): string | null {
  const here = all.filter(
    ({ place, severity }) => severity !== null && place.host === finding.place.host,
  );
  const recipes = recipesFor(finding, {
    domain: `${state.name}.jp`,
    openChecks: new Set(here.map(({ check }) => check)),
    assets: [],
  });
  const product = ZONE.test(finding.check) ? "BIND" : PRODUCTS[state.web?.server ?? ""];
  // The zone's owner signs with what serves it; only the lab's own host is at hand.
  if (finding.place.host !== `${state.name}.jp`) return null;
  return recipes.find((one) => one.product === product)?.text ?? null;
}

/** What the owners of these states copy after the first scan; nothing for those who have nothing to mend. */
export function appliedOf(examined: readonly ExaminedState[]): AllApplied {
  return Object.fromEntries(
    examined.flatMap(({ state, findings }) => {
      const texts = (checks: RegExp) => [
        ...new Set(
          oneBlock(findings)
            .filter((finding) => isTried(finding) && checks.test(finding.check))
            .flatMap((finding) => recipeOf(state, finding, findings) ?? []),
        ),
      ];
      const applied = { web: texts(WEB), zone: texts(ZONE) };
      return applied.web.length + applied.zone.length > 0 ? [[state.name, applied]] : [];
    }),
  );
}

/** Headers that are missing at a host are one cause and one block: of its findings the policy's has all. */
function oneBlock(findings: readonly Finding[]): readonly Finding[] {
  const isHeader = ({ check }: Finding) => HEADER_CHECKS.some((one) => one === check);
  const missing = findings.filter((one) => isTried(one) && isHeader(one));
  const [first] = missing.toSorted(
    (left, right) => Number(right.check === "http-csp") - Number(left.check === "http-csp"),
  );
  return findings.filter((one) => !missing.includes(one) || one === first);
}

/** The states as they are after their owners have copied what they were given. */
export function mended(states: readonly LabState[], applied: AllApplied): readonly LabState[] {
  return states.flatMap((state) => {
    const own = applied[state.name];
    if (own === undefined) return [];
    return [
      {
        ...state,
        zone: { ...state.zone, applied: own.zone },
        ...(state.web === undefined ? {} : { web: { ...state.web, applied: own.web } }),
      },
    ];
  });
}
