import { createHash } from "node:crypto";
import { pagePaths, queryNames } from "@sekimori/karte-contract/page-routes";
import type { Category, FindingState, Severity } from "@sekimori/karte-contract/words";
import { findingStateCode, severityCode } from "../../database/codes.ts";
import { titleOf } from "../findings/finding-rows.ts";
import type { EventRow } from "./event-rows.ts";

interface Words {
  readonly ja: string;
  readonly en: string;
}

/** An event as it is told to programs, whatever its form. */
export interface StreamEvent {
  /** The same whenever and by whomever it is read. */
  readonly id: string;
  readonly at: string;
  readonly type: "finding.state";
  readonly reason: string | null;
  readonly from: FindingState | null;
  readonly state: FindingState;
  readonly severity: Severity;
  readonly priority: number;
  readonly check: string;
  readonly category: Category;
  readonly title: Words;
  readonly summary: Words;
  readonly domain: { readonly id: string; readonly name: string };
  readonly host: string;
  readonly address: string | null;
  readonly port: number | null;
  readonly cve: readonly string[];
  readonly cause: string | null;
  readonly finding: string;
  readonly run: string | null;
  readonly url: string;
}

/** Of the event's number and its finding: by the number alone installations would tell how much they have. */
const nameOf = ({ finding_id: finding, id }: EventRow) =>
  createHash("sha256").update(`${finding}:${id}`).digest("hex").slice(0, 32);

export function streamEvent(row: EventRow, origin: string): StreamEvent {
  const { place, cves } = row;
  const url = new URL(pagePaths.inventoryResult, origin);
  url.searchParams.set(queryNames.id, row.finding_id);
  return {
    id: nameOf(row),
    at: row.at.toISOString(),
    type: "finding.state",
    reason: row.reason,
    from: row.from_state === null ? null : findingStateCode.word(row.from_state),
    state: findingStateCode.word(row.to_state),
    severity: severityCode.word(row.severity),
    priority: row.priority,
    check: row.check_id,
    category: row.category,
    title: titleOf(row.check_id),
    summary: row.summary,
    domain: { id: row.domain_id, name: row.domain },
    host: row.host,
    address: place.address ?? null,
    port: place.port ?? null,
    cve: Array.isArray(cves) ? cves.map(String) : [],
    cause: row.cause,
    finding: row.finding_id,
    run: row.run_id,
    url: url.href,
  };
}
