import { productCause } from "../../engine/cause.ts";
import { defineCheck, inconclusive, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NET_REASONS } from "../../engine/reasons.ts";
import { BLOCKED } from "../page/reasons.texts.ts";
import type { Software } from "./software/banners.ts";
import {
  type Hit,
  judgeSoftware,
  type Level,
  levelOf,
  type SoftwareVerdict,
} from "./software/judge.ts";
import type { FoundLibrary } from "./software/libraries.ts";
import { identity, probability } from "./software/software-facts.ts";
import { visibleSoftware } from "./software/visible-software.ts";
import { PERHAPS_EXPLOITED, swVersionTexts } from "./sw-version.texts.ts";

type Outcome =
  | "unremarkable"
  | "nothing-announced"
  | "end-of-life"
  | "perhaps-end-of-life"
  | "known-exploited"
  | `cve-${Exclude<Level, "critical">}`
  | `library-${Exclude<Level, "critical">}`
  | `package-${Exclude<Level, "critical">}`
  | "possible"
  | "possible-low"
  | "distribution-end-of-life"
  | "maintained-by-distribution";

/**
 * Versions that servers and pages announce, looked up in the data sets: end of life, published
 * vulnerabilities (CVSS v3.1 §5 for the severity), JavaScript libraries by retire.js signatures. A number
 * proves nothing, so every finding says that it is unconfirmed. Critical is only what is being exploited,
 * in the publisher's own build, on the platform it concerns; what a distribution may have mended without
 * a new number is medium at most, unless its tracker says more.
 */
export const swVersion = defineCheck(swVersionTexts, {
  id: "sw-version",
  category: "ports",
  scope: "address",
  outcomes: {
    unremarkable: { state: "pass", severity: null },
    "nothing-announced": { state: "pass", severity: null },
    "end-of-life": { state: "fail", severity: "high" },
    "perhaps-end-of-life": { state: "info", severity: "info" },
    "known-exploited": { state: "fail", severity: "critical" },
    "cve-high": { state: "fail", severity: "high" },
    "cve-medium": { state: "fail", severity: "medium" },
    "cve-low": { state: "warn", severity: "low" },
    "library-high": { state: "fail", severity: "high" },
    "library-medium": { state: "fail", severity: "medium" },
    "library-low": { state: "warn", severity: "low" },
    "package-high": { state: "fail", severity: "high" },
    "package-medium": { state: "fail", severity: "medium" },
    "package-low": { state: "warn", severity: "low" },
    possible: { state: "warn", severity: "medium" },
    "possible-low": { state: "warn", severity: "low" },
    "distribution-end-of-life": { state: "warn", severity: "medium" },
    "maintained-by-distribution": { state: "info", severity: "info" },
  },
  async run(context) {
    const { software, libraries, places, blocked } = await visibleSoftware(context);
    if (places === 0) return inconclusive(blocked ? BLOCKED : NET_REASONS.closed);
    const findings = [
      ...software.flatMap((one) => judgeServer(context, one)),
      ...libraries.flatMap((one) => judgeLibrary(context, one)),
    ];
    if (findings.length > 0) return findings;
    const packaged = software.find(({ distribution }) => distribution !== null);
    if (packaged)
      return {
        outcome: "maintained-by-distribution",
        subject: `${packaged.product} ${packaged.version}`,
        facts: [
          ...identity(packaged),
          { name: "software.distribution", value: packaged.distribution ?? "" },
        ],
      };
    const versions = [
      ...software.map(({ product, version }) => `${product} ${version}`),
      ...libraries.map(({ library, version }) => `${library} ${version}`),
    ];
    if (versions.length === 0) return { outcome: "nothing-announced", facts: [] };
    const facts = [{ name: "software.versions", value: versions }];
    return { outcome: "unremarkable", facts: [...facts, ...identity(software[0])] };
  },
});

function judgeServer(context: CheckContext, software: Software): Observation<Outcome>[] {
  const verdict = judgeSoftware(software, context.data, context.clock.now());
  const outcomes = [...lifeOutcomes(verdict), ...hitOutcomes(verdict.hits)];
  const name = `${software.product} ${software.version}`;
  const distribution = software.distribution ?? verdict.distributions.join(", ");
  return outcomes.map(({ outcome, hits }) => ({
    outcome,
    subject: name,
    unconfirmed: true,
    cause: productCause(context.target.host, software.product),
    ...(outcome === "possible" && hits.some(({ vulnerability }) => vulnerability.knownExploited)
      ? { text: PERHAPS_EXPLOITED }
      : {}),
    facts: [
      ...identity(software),
      { name: "software.cves", value: hits.map(({ vulnerability }) => vulnerability.id) },
      {
        name: "software.exploited",
        value: hits.flatMap(({ vulnerability: { knownExploited, id } }) =>
          knownExploited ? [id] : [],
        ),
      },
      {
        name: "software.cvss",
        value: Math.max(0, ...hits.map(({ vulnerability }) => vulnerability.cvss)),
      },
      ...probability(hits),
      { name: "software.distribution", value: distribution },
      {
        name: "software.endedOn",
        value: verdict.endedOn ?? verdict.perhapsEndedOn ?? verdict.distributionEnded?.on ?? "",
      },
    ],
  }));
}

const rank = ({ vulnerability }: Hit) => (vulnerability.knownExploited ? 0 : 1);

interface Judged {
  readonly outcome: Outcome;
  readonly hits: readonly Hit[];
}

function lifeOutcomes(verdict: SoftwareVerdict): readonly Judged[] {
  const { endedOn, perhapsEndedOn, distributionEnded } = verdict;
  const ended: Outcome[] = [];
  if (endedOn !== null) ended.push("end-of-life");
  if (perhapsEndedOn !== null) ended.push("perhaps-end-of-life");
  if (distributionEnded !== null) ended.push("distribution-end-of-life");
  return ended.map((outcome) => ({ outcome, hits: [] }));
}

/** One outcome for each certainty, at its worst. */
function hitOutcomes(all: readonly Hit[]): readonly Judged[] {
  const of = (certainty: Hit["certainty"]) => {
    // What is being exploited comes first, in the sentence as in the list.
    const hits = all
      .filter((hit) => hit.certainty === certainty)
      .toSorted((a, b) => rank(a) - rank(b));
    return { hits, level: levelOf(Math.max(0, ...hits.map((hit) => hit.vulnerability.cvss))) };
  };
  const judged: Judged[] = [];
  for (const [certainty, kind] of [
    ["upstream", "cve"],
    ["package", "package"],
  ] as const) {
    const { hits, level } = of(certainty);
    // Critical by its score alone says nothing of anybody using it: high.
    const outcome = `${kind}-${level === "critical" ? "high" : level}` as const;
    const isExploited = hits.some(({ vulnerability }) => vulnerability.knownExploited);
    if (hits.length > 0) judged.push({ outcome: isExploited ? "known-exploited" : outcome, hits });
  }
  const maybe = of("possible");
  if (maybe.hits.length > 0)
    judged.push({ outcome: maybe.level === "low" ? "possible-low" : "possible", hits: maybe.hits });
  return judged;
}

function judgeLibrary(
  { target }: CheckContext,
  { library, version, severity, ids }: FoundLibrary,
): Observation<Outcome>[] {
  if (severity === null) return [];
  const facts = [
    { name: "software.library", value: library },
    { name: "software.libraryVersion", value: version },
    { name: "software.cves", value: ids },
  ];
  // Critical is what is known to be exploited, which this list does not say.
  const outcome: Outcome = `library-${severity === "critical" ? "high" : severity}`;
  const cause = productCause(target.host, library);
  return [{ outcome, subject: `${library} ${version}`, unconfirmed: true, facts, cause }];
}
