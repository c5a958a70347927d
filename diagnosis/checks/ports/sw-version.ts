import { defineCheck, inconclusive, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NET_REASONS } from "../../engine/reasons.ts";
import type { LocalText } from "../../engine/text.ts";
import { BLOCKED } from "../page/reasons.ts";
import type { Software } from "./software/banners.ts";
import {
  type Hit,
  judgeSoftware,
  type Level,
  levelOf,
  type SoftwareVerdict,
} from "./software/judge.ts";
import type { FoundLibrary } from "./software/libraries.ts";
import { visibleSoftware } from "./software/visible-software.ts";

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
export const swVersion = defineCheck({
  id: "sw-version",
  category: "ports",
  scope: "address",
  title: { ja: "ソフトウェアのバージョン", en: "Unsupported software" },
  explanation: {
    ja: "サポートが終わった版や脆弱性が公表された版を使い続けると、公開された手順で攻撃されます。この項目は表示された版番号だけに基づくため、実際の影響は担当者による確認が必要です。",
    en: "Unsupported versions and versions with known vulnerabilities are attacked with publicly available exploits. This check relies on announced version numbers alone, so you need to confirm whether you are affected.",
  },
  remedy: {
    ja: "サポート中の最新版に更新してください。配布元が修正を適用済みの場合は、その旨を記録したうえで、版番号を表示しない設定にすることをお勧めします。",
    en: "Update to a supported release. If your vendor has already applied the fixes, record that, and consider not announcing version numbers.",
  },
  source: [
    { title: "CVSS v3.1 §5", url: "https://www.first.org/cvss/v3.1/specification-document" },
    {
      title: "CISA Known Exploited Vulnerabilities",
      url: "https://www.cisa.gov/known-exploited-vulnerabilities-catalog",
    },
    { title: "retire.js", url: "https://github.com/RetireJS/retire.js" },
  ],
  outcomes: {
    unremarkable: {
      state: "pass",
      severity: null,
      text: {
        ja: "問題のある版は見つかりませんでした（表示されている版：{software.versions}）。",
        en: "No problems are known for the announced versions ({software.versions}).",
      },
    },
    "nothing-announced": {
      state: "pass",
      severity: null,
      text: {
        ja: "ソフトウェアのバージョンは表示されていません。",
        en: "No software versions are announced.",
      },
    },
    "end-of-life": {
      state: "fail",
      severity: "high",
      text: {
        ja: "{subject}はサポートが終了しています（{software.endedOn}）。版番号に基づく判定で、未確認です。",
        en: "{subject} is past its end of life ({software.endedOn}). Based on the version number, not confirmed.",
      },
    },
    "perhaps-end-of-life": {
      state: "info",
      severity: "info",
      text: {
        ja: "{subject}は、発行元のサポートが終了した版です（{software.endedOn}）。{software.distribution}のパッケージであれば、配布元が修正を適用します。どちらかを確認してください。",
        en: "The publisher no longer supports {subject} (since {software.endedOn}). If it is the package of {software.distribution}, the distribution applies fixes. Check which it is.",
      },
    },
    "known-exploited": {
      state: "fail",
      severity: "critical",
      text: {
        ja: "{subject}には、実際に悪用されている脆弱性（{software.cves}）があります。版番号に基づく判定で、未確認です。",
        en: "{subject} has vulnerabilities that are being exploited ({software.cves}). Based on the version number, not confirmed.",
      },
    },
    "cve-high": vulnerable("high", "fail"),
    "cve-medium": vulnerable("medium", "fail"),
    "cve-low": vulnerable("low", "warn"),
    "library-high": vulnerable("high", "fail"),
    "library-medium": vulnerable("medium", "fail"),
    "library-low": vulnerable("low", "warn"),
    "package-high": packaged("high"),
    "package-medium": packaged("medium"),
    "package-low": packaged("low"),
    possible: possible("medium"),
    "possible-low": possible("low"),
    "distribution-end-of-life": {
      state: "warn",
      severity: "medium",
      text: {
        ja: "{subject}を提供するOS（{software.distribution}）はサポートが終了しています（{software.endedOn}）。表示に基づく判定で、未確認です。",
        en: "The distribution that ships {subject} ({software.distribution}) is past its end of life ({software.endedOn}). Based on the announcement, not confirmed.",
      },
    },
    "maintained-by-distribution": {
      state: "info",
      severity: "info",
      text: {
        ja: "{subject}は、配布元（{software.distribution}）の版です。番号は古くても、配布元が修正を適用します。",
        en: "{subject} is a build of {software.distribution}, which applies fixes without changing the version number.",
      },
    },
  },
  async run(context) {
    const { software, libraries, places, blocked } = await visibleSoftware(context);
    if (places === 0) return inconclusive(blocked ? BLOCKED : NET_REASONS.closed);
    const findings = [
      ...software.flatMap((one) => judgeServer(context, one)),
      ...libraries.flatMap(judgeLibrary),
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

function vulnerable<const L extends "critical" | "high" | "medium" | "low">(
  severity: L,
  state: "fail" | "warn",
) {
  return {
    state,
    severity,
    text: {
      ja: "{subject}には公表された脆弱性（{software.cves}）があります。版番号に基づく判定で、未確認です。",
      en: "{subject} has known vulnerabilities ({software.cves}). Based on the version number, not confirmed.",
    },
  };
}

function packaged<const L extends "high" | "medium" | "low">(severity: L) {
  return {
    state: severity === "low" ? "warn" : "fail",
    severity,
    text: {
      ja: "{subject}（{software.distribution}）には、配布元の情報によると未修正の脆弱性（{software.cves}）があります。版番号に基づく判定で、未確認です。",
      en: "According to the distribution's own data, {subject} ({software.distribution}) lacks fixes ({software.cves}). Based on the version number, not confirmed.",
    },
  } as const;
}

function possible<const L extends "medium" | "low">(severity: L) {
  return {
    state: "warn",
    severity,
    text: {
      ja: "{subject}には公表された脆弱性（{software.cves}）がありますが、配布元が修正済みの場合や、この環境に当てはまらない場合があります。確認してください。",
      en: "{subject} may be affected by known vulnerabilities ({software.cves}), unless the distribution has fixed them or they do not apply to this platform. Check whether you are affected.",
    },
  } as const;
}

function judgeServer(context: CheckContext, software: Software): Observation<Outcome>[] {
  const verdict = judgeSoftware(software, context.data, context.clock.now());
  const outcomes = [...lifeOutcomes(verdict), ...hitOutcomes(verdict.hits)];
  const name = `${software.product} ${software.version}`;
  const distribution = software.distribution ?? verdict.distributions.join(", ");
  return outcomes.map(({ outcome, hits }) => ({
    outcome,
    subject: name,
    unconfirmed: true,
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

/** The highest probability that was published; where nobody published one, there is none to show. */
function probability(hits: readonly Hit[]) {
  const known = hits.flatMap(({ vulnerability: { epss } }) => (epss === null ? [] : [epss]));
  return known.length === 0 ? [] : [{ name: "software.epss", value: Math.max(...known) }];
}

/** Said in place of `possible`'s sentence where one of the flaws is being exploited. */
const PERHAPS_EXPLOITED: LocalText = {
  ja: "{subject}には、実際に悪用されている脆弱性（{software.exploited}）がある可能性があります。配布元が修正済みの場合や、この環境に当てはまらない場合を除き影響を受けます。最初に確認してください。",
  en: "{subject} may have vulnerabilities that are being exploited ({software.exploited}), unless the distribution has fixed them or they do not apply to this platform. Check this one first.",
};

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
  const [upstream, tracked, maybe] = [of("upstream"), of("package"), of("possible")];
  const exploited = ({ vulnerability }: Hit) => vulnerability.knownExploited;
  const judged: Judged[] = [];
  if (upstream.hits.length > 0) {
    // Critical by its score alone says nothing of anybody using it: high.
    const level = upstream.level === "critical" ? "high" : upstream.level;
    const outcome = upstream.hits.some(exploited) ? "known-exploited" : (`cve-${level}` as const);
    judged.push({ outcome, hits: upstream.hits });
  }
  if (tracked.hits.length > 0) {
    const level = tracked.level === "critical" ? "high" : tracked.level;
    const outcome = tracked.hits.some(exploited)
      ? "known-exploited"
      : (`package-${level}` as const);
    judged.push({ outcome, hits: tracked.hits });
  }
  if (maybe.hits.length > 0)
    judged.push({ outcome: maybe.level === "low" ? "possible-low" : "possible", hits: maybe.hits });
  return judged;
}

function judgeLibrary({ library, version, severity, ids }: FoundLibrary): Observation<Outcome>[] {
  if (severity === null) return [];
  const facts = [
    { name: "software.library", value: library },
    { name: "software.libraryVersion", value: version },
    { name: "software.cves", value: ids },
  ];
  // Critical is what is known to be exploited, which this list does not say.
  const outcome: Outcome = `library-${severity === "critical" ? "high" : severity}`;
  return [{ outcome, subject: `${library} ${version}`, unconfirmed: true, facts }];
}

/** The facts by which the inventory names what runs on a host. */
function identity(software: Software | undefined) {
  if (software === undefined) return [];
  return [
    { name: "service.product", value: software.product },
    { name: "service.version", value: software.version },
  ];
}
