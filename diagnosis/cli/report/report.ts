import type { Asset } from "../../engine/asset.ts";
import type { Finding, Severity } from "../../engine/finding.ts";
import type { LocalText } from "../../engine/text.ts";
import type { CatalogueEntry } from "../../pages/catalogue.ts";
import type { ScanEvent, ScanResult } from "../../scan/events.ts";
import { asWritten } from "../sentences.ts";

/** A finished scan as the report writers take it. */
export interface Report {
  readonly result: ScanResult;
  /** Worst first. */
  readonly findings: readonly Finding[];
  readonly assets: readonly Asset[];
  readonly catalogue: ReadonlyMap<string, CatalogueEntry>;
  /** Some of the checks only: it has findings, and neither score nor grade. */
  readonly partial: boolean;
}

/**
 * The report of a run of some checks. A part is not the whole: what was looked at says nothing about the rest,
 * so scores, grades and their limits are taken away.
 */
export function ofSomeChecks(report: Report): Report {
  const none = { score: null, grade: null, atMost: false, caps: [] } as const;
  const { result } = report;
  const nothing = { ...none, ends: null, lowestLimit: null, coverage: null, categories: [] };
  const hosts = result.hosts.map((host) => ({ ...host, ...nothing }));
  const organisation = { ...result.organisation, ...none, exact: null, least: null };
  return { ...report, partial: true, result: { ...result, hosts, organisation } };
}

/** Said at the top of a report whose scan did not come to its end. */
export const STOPPED: LocalText = {
  ja: "診断は途中で停止されました。この結果は一部です。",
  en: "The diagnosis was stopped before its end. This result is incomplete.",
};

const ORDER: Readonly<Record<Severity, number>> = {
  critical: 0,
  high: 1,
  medium: 2,
  low: 3,
  info: 4,
};

/** Gathers the events of one scan; of an asset that was told twice, the last word counts. */
export class ReportBuilder {
  readonly #findings: Finding[] = [];
  readonly #assets = new Map<string, Asset>();
  #result: ScanResult | null = null;

  add(event: ScanEvent): void {
    if (event.type === "finding") this.#findings.push(event.finding);
    else if (event.type === "asset") this.#assets.set(event.asset.id, event.asset);
    else if (event.type === "result") this.#result = event.result;
  }

  /** Throws when the scan has not ended yet. */
  build(catalogue: ReadonlyMap<string, CatalogueEntry>): Report {
    if (!this.#result) throw new Error("the scan has no result yet");
    const findings = this.#findings.toSorted((left, right) => rank(left) - rank(right));
    const assets = [...this.#assets.values()];
    return { result: this.#result, findings, assets, catalogue, partial: false };
  }
}

/** True for what somebody has to deal with. */
export function isProblem(finding: Finding): boolean {
  return finding.state === "fail" || finding.state === "warn";
}

/** Findings that say the very same, and where each of them was seen. */
export interface FindingGroup {
  readonly finding: Finding;
  readonly places: readonly string[];
  /** One of each host: what mends it there may differ. */
  readonly ofHosts: readonly Finding[];
}

/** Equal findings once, in the order of their first: ten hosts with one mistake are one thing to read. */
export function grouped(findings: readonly Finding[]): readonly FindingGroup[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const id = [finding.check, finding.outcome, finding.subject, finding.summary.en].join("|");
    groups.set(id, [...(groups.get(id) ?? []), finding]);
  }
  return [...groups.values()].flatMap((all) => {
    const [finding] = all;
    if (finding === undefined) return [];
    const ofHosts = [...Map.groupBy(all, ({ place }) => place.host).values()].flatMap(
      ([first]) => first ?? [],
    );
    return [{ finding, places: [...new Set(all.map(placeOf))], ofHosts }];
  });
}

/** Its name as people write it. */
function placeOf({ place: { host, address, port, url } }: Finding): string {
  if (url !== undefined) return asWritten(url);
  return [asWritten(host), address, port].filter((part) => part !== undefined).join(" ");
}

function rank(finding: Finding): number {
  if (isProblem(finding)) return finding.severity === null ? 5 : ORDER[finding.severity];
  return { info: 6, inconclusive: 7, pass: 8, "not-applicable": 9, fail: 5, warn: 5 }[
    finding.state
  ];
}
