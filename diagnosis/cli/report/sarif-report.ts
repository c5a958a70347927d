import type { Finding, Severity, State } from "../../engine/finding.ts";
import { SCORE_VERSION } from "../../score/score-version.ts";
import type { Report } from "./report.ts";

const LEVELS: Readonly<Record<Severity, "error" | "warning" | "note">> = {
  critical: "error",
  high: "error",
  medium: "warning",
  low: "note",
  info: "note",
};

const KINDS: Readonly<Record<State, string>> = {
  fail: "fail",
  warn: "fail",
  info: "informational",
  pass: "pass",
  "not-applicable": "notApplicable",
  inconclusive: "open",
};

/** SARIF 2.1.0, for code hosts and security dashboards. */
export function sarifReport(reports: readonly Report[]): string {
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: reports.map(sarifRun),
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function sarifRun({ result, findings, catalogue }: Report) {
  const rules = [...catalogue.values()].map((entry) => ({
    id: entry.id,
    shortDescription: { text: entry.title.en },
    fullDescription: { text: entry.explanation.en },
    help: { text: entry.remedy.en },
    ...(entry.source[0] ? { helpUri: entry.source[0].url } : {}),
    properties: { category: entry.category, titleJa: entry.title.ja },
  }));
  const index = new Map(rules.map((rule, at) => [rule.id, at]));
  return {
    tool: {
      driver: {
        name: "Sekimori diagnosis",
        semanticVersion: `${SCORE_VERSION}.0`,
        rules,
      },
    },
    automationDetails: { id: `${result.target}/${result.scanId}` },
    invocations: [
      {
        executionSuccessful: result.status === "finished",
        startTimeUtc: result.startedAt,
        endTimeUtc: result.finishedAt,
      },
    ],
    results: findings.map((finding) => sarifResult(finding, index.get(finding.check))),
  };
}

function sarifResult(finding: Finding, ruleIndex: number | undefined) {
  const kind = KINDS[finding.state];
  return {
    ruleId: finding.check,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
    kind,
    // SARIF 2.1.0 §3.27.10: only failures have a level other than none.
    level: kind === "fail" ? LEVELS[finding.severity ?? "info"] : "none",
    message: { text: finding.summary.en },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: finding.place.url ?? `https://${finding.place.host}/` },
        },
        logicalLocations: [{ name: finding.place.host, kind: "resource" }],
      },
    ],
    partialFingerprints: { "findingKey/v1": finding.key },
    properties: {
      summaryJa: finding.summary.ja,
      unconfirmed: finding.unconfirmed,
      evidence: Object.fromEntries(finding.evidence.map(({ name, value }) => [name, value])),
    },
  };
}
