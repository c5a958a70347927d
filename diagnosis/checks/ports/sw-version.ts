import { defineCheck, inconclusive, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NET_REASONS } from "../../engine/reasons.ts";
import type { Software } from "./software/banners.ts";
import { judgeSoftware } from "./software/judge.ts";
import type { FoundLibrary } from "./software/libraries.ts";
import { visibleSoftware } from "./software/visible-software.ts";

type Outcome =
  | "unremarkable"
  | "end-of-life"
  | "known-exploited"
  | `cve-${"critical" | "high" | "medium" | "low"}`
  | `library-${"critical" | "high" | "medium" | "low"}`
  | "maintained-by-distribution";

/**
 * Versions that servers and pages announce, looked up in the data sets: end of life, published
 * vulnerabilities (CVSS v3.1 §5 for the severity, exploited ones always critical), JavaScript libraries by
 * retire.js signatures. A number proves nothing, so every finding says that it is unconfirmed; a package
 * of a distribution, which gets fixes without a new number, is only mentioned.
 */
export const swVersion = defineCheck({
  id: "sw-version",
  category: "ports",
  scope: "address",
  title: { ja: "ソフトウェアの版", en: "Software versions" },
  explanation: {
    ja: "サポートが終わった版や脆弱性が公表された版を使い続けると、公開された手順で攻撃されます。この項目は表示された版番号だけに基づくため、実際の影響は担当者による確認が必要です。",
    en: "Versions past their support or with published vulnerabilities are attacked by published recipes. This item rests on announced version numbers alone, so whether you are affected needs confirming.",
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
        ja: "問題のある版は見つかりませんでした(表示されている版: {software.versions})。",
        en: "No version is known to be a problem (announced: {software.versions}).",
      },
    },
    "end-of-life": {
      state: "fail",
      severity: "high",
      text: {
        ja: "{subject}はサポートが終了しています({software.endedOn})。版番号に基づく判定で、未確認です。",
        en: "{subject} is past its end of life ({software.endedOn}). Version-based, unconfirmed.",
      },
    },
    "known-exploited": {
      state: "fail",
      severity: "critical",
      text: {
        ja: "{subject}には、実際に悪用されている脆弱性({software.cves})があります。版番号に基づく判定で、未確認です。",
        en: "{subject} has vulnerabilities that are being exploited ({software.cves}). Version-based, unconfirmed.",
      },
    },
    "cve-critical": vulnerable("critical", "fail"),
    "cve-high": vulnerable("high", "fail"),
    "cve-medium": vulnerable("medium", "fail"),
    "cve-low": vulnerable("low", "warn"),
    "library-critical": vulnerable("critical", "fail"),
    "library-high": vulnerable("high", "fail"),
    "library-medium": vulnerable("medium", "fail"),
    "library-low": vulnerable("low", "warn"),
    "maintained-by-distribution": {
      state: "info",
      severity: "info",
      text: {
        ja: "{subject}は版番号だけを見ると古い版ですが、OSの配布元が修正を適用している可能性があります({software.cves})。",
        en: "{subject} looks outdated by its number, but the distribution may have applied the fixes ({software.cves}).",
      },
    },
  },
  async run(context) {
    const { software, libraries, places } = await visibleSoftware(context);
    if (places === 0) return inconclusive(NET_REASONS.closed);
    const findings = [
      ...software.flatMap((one) => judgeServer(context, one)),
      ...libraries.flatMap(judgeLibrary),
    ];
    if (findings.length > 0) return findings;
    const versions = [
      ...software.map(({ product, version }) => `${product} ${version}`),
      ...libraries.map(({ library, version }) => `${library} ${version}`),
    ];
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
      ja: "{subject}には公表された脆弱性({software.cves})があります。版番号に基づく判定で、未確認です。",
      en: "{subject} has published vulnerabilities ({software.cves}). Version-based, unconfirmed.",
    },
  };
}

function judgeServer(context: CheckContext, software: Software): Observation<Outcome>[] {
  const verdict = judgeSoftware(software, context.data, context.clock.now());
  const { endedOn, worst } = verdict;
  const cves = [...new Set(verdict.vulnerabilities.map(({ id }) => id))];
  const about = {
    subject: `${software.product} ${software.version}`,
    unconfirmed: true,
    facts: [
      ...identity(software),
      { name: "software.cves", value: cves },
      { name: "software.endedOn", value: endedOn ?? "" },
    ],
  };
  if (endedOn === null && worst === null) return [];
  if (software.maintainedByDistribution)
    return [{ ...about, outcome: "maintained-by-distribution" }];
  const findings: Observation<Outcome>[] = [];
  if (endedOn !== null) findings.push({ ...about, outcome: "end-of-life" });
  if (worst === "known-exploited") findings.push({ ...about, outcome: worst });
  else if (worst !== null) findings.push({ ...about, outcome: `cve-${worst}` });
  return findings;
}

function judgeLibrary({ library, version, severity, ids }: FoundLibrary): Observation<Outcome>[] {
  if (severity === null) return [];
  const facts = [
    { name: "software.library", value: library },
    { name: "software.libraryVersion", value: version },
    { name: "software.cves", value: ids },
  ];
  const outcome: Outcome = `library-${severity}`;
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
