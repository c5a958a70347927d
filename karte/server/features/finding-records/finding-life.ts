import type { FindingLife } from "@sekimori/karte-contract/finding-life";
import { acceptanceCode, findingStateCode, severityCode } from "../../database/codes.ts";

/** What of a finding's row its life is read from, and how it is recognised. */
export interface StoredFinding {
  readonly id: string;
  readonly key: string;
  readonly check_id: string;
  readonly host: string;
  readonly state: number;
  readonly severity: number;
  readonly evidence_digest: string;
  readonly unconfirmed_since: Date | null;
  readonly accepted_reason: number | null;
  readonly accepted_until: Date | null;
  readonly reopened: number;
}

/** A stored finding's life, as the contract's rules of it read it. */
export function lifeOf(row: Omit<StoredFinding, "id" | "key" | "check_id" | "host">): FindingLife {
  const { accepted_reason: reason, accepted_until: until } = row;
  return {
    state: findingStateCode.word(row.state),
    severity: severityCode.word(row.severity),
    evidence: row.evidence_digest,
    unconfirmedSince: row.unconfirmed_since?.getTime() ?? null,
    acceptance:
      reason === null || until === null
        ? null
        : { reason: acceptanceCode.word(reason), until: until.getTime() },
    reopened: row.reopened,
  };
}
