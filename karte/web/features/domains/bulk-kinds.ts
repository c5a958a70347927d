import type { Act } from "@sekimori/karte-contract/rights";
import { type DomainAct, domainActs } from "@sekimori/karte-contract/words";
import { type ActKey, actKeys } from "../../app/search/key-of.ts";

/** Programs may also say all labels anew. */
export type BulkKind = Exclude<DomainAct, "label">;

/** What presses each; nothing deletes by a letter. */
export const bulkKeys: Readonly<Record<BulkKind, ActKey | undefined>> = {
  "add-to-group": actKeys["add-to-group"],
  "remove-from-group": actKeys["remove-from-group"],
  "add-labels": actKeys.label,
  "remove-labels": undefined,
  schedule: actKeys.schedule,
  responsible: actKeys.assign,
  diagnose: actKeys.scan,
  delete: undefined,
};

/** What a bulk act needs the right to; the server's table decides again. */
export const bulkRights: Readonly<Record<BulkKind, Act>> = {
  "add-to-group": "manage-domains",
  "remove-from-group": "manage-domains",
  "add-labels": "manage-domains",
  "remove-labels": "manage-domains",
  schedule: "schedule",
  responsible: "manage-domains",
  diagnose: "run",
  delete: "manage-domains",
};

/** The acts that somebody with these rights may do. */
export const bulkKindsOf = (acts: readonly string[]): readonly BulkKind[] =>
  domainActs.flatMap((kind) => (kind !== "label" && acts.includes(bulkRights[kind]) ? [kind] : []));
