import type { Act } from "@sekimori/karte-contract/rights";
import { type DomainAct, domainActs } from "@sekimori/karte-contract/words";

export type BulkKind = DomainAct;

/** What a bulk act needs the right to; the server's table decides again. */
export const bulkRights: Readonly<Record<BulkKind, Act>> = {
  "add-to-group": "manage-domains",
  "remove-from-group": "manage-domains",
  label: "manage-domains",
  schedule: "schedule",
  responsible: "manage-domains",
  diagnose: "run",
  delete: "manage-domains",
};

/** The acts that somebody with these rights may do. */
export const bulkKindsOf = (acts: readonly string[]): readonly BulkKind[] =>
  domainActs.filter((kind) => acts.includes(bulkRights[kind]));
