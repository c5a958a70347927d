import type { DataSetInfo } from "../data/data-sets.ts";
import type { Asset } from "../engine/asset.ts";
import type { Finding, Severity, State } from "../engine/finding.ts";
import type { LocalText } from "../engine/text.ts";
import type { HostScore } from "../score/host-score.ts";
import type { OrganisationScore } from "../score/organisation-score.ts";
import type { ConsentRecord } from "./consent.ts";
import type { OwnershipProof } from "./ownership.ts";

/**
 * Work done so far, in units of the time that a check takes at the pace that is kept: a check of half a
 * minute weighs more than one of a second. `total` may grow while hosts are still being resolved.
 */
export interface ProgressEvent {
  readonly type: "progress";
  readonly done: number;
  readonly total: number;
  readonly host: string;
  /** The check that just ended; null for discovery. */
  readonly check: string | null;
}

export interface AssetEvent {
  readonly type: "asset";
  readonly asset: Asset;
}

export interface FindingEvent {
  readonly type: "finding";
  readonly finding: Finding;
}

export interface ResultEvent {
  readonly type: "result";
  readonly result: ScanResult;
}

export type ScanEvent = ProgressEvent | AssetEvent | FindingEvent | ResultEvent;

/** The end of a scan: everything but the findings and assets, which were streamed before. */
export interface ScanResult {
  readonly scanId: string;
  readonly target: string;
  /** On what the scan rests: the consent as recorded, and the proof found right before it. */
  readonly authorisation: {
    readonly consent: ConsentRecord;
    readonly proof: OwnershipProof | null;
  };
  /** ISO 8601. */
  readonly startedAt: string;
  readonly finishedAt: string;
  /** `stopped` by the caller's signal; the scores cover what was seen until then. */
  readonly status: "finished" | "stopped";
  readonly hosts: readonly HostScore[];
  readonly organisation: OrganisationScore;
  readonly states: Readonly<Record<State, number>>;
  readonly severities: Readonly<Record<Severity, number>>;
  readonly connections: number;
  /** By which rules the findings were turned into scores; results of two versions do not compare. */
  readonly scoreVersion: string;
  /** Newest date of the data sets and a digest of them all: changes whenever any of them does. */
  readonly dataVersion: string;
  readonly dataSets: readonly DataSetInfo[];
  /** What this kind of examination cannot see; shown with every result. */
  readonly notVisible: readonly LocalText[];
}
