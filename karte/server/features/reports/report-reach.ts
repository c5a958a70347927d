import type { Sealer } from "@sekimori/kit-server/sealing";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { domainsIn, findingsIn, type ViewSnapshot } from "../saved-views/view-snapshot.ts";

/** What a report is about. */
export type Part =
  | { readonly kind: "all" }
  | { readonly kind: "group" | "domain"; readonly id: string }
  | { readonly kind: "view"; readonly view: ViewSnapshot };

type Condition = RawBuilder<SqlBool>;

/** What a report is about, as conditions. */
export interface Reach {
  /** Everything: then the workspace's own history is the report's. */
  readonly isAll: boolean;
  /** Which domains, for a column that holds their ids. */
  domains(column: string): Condition;
  /** Which findings are listed, of `karte.finding f`. */
  readonly listed: Condition;
  /** Which findings' coming and going is counted, of `karte.finding f`. */
  readonly found: Condition;
  /** The same of `karte.finding_event e`. */
  readonly events: Condition;
  /** Not all findings of its domains are meant, so that the sums which domains keep are too large. */
  readonly isNarrower: boolean;
}

function ofDomains(domains: Reach["domains"], isAll = false): Reach {
  return {
    isAll,
    domains,
    listed: sql<SqlBool>`f.is_open = 1 and ${domains("f.domain_id")}`,
    found: domains("f.domain_id"),
    events: domains("e.domain_id"),
    isNarrower: false,
  };
}

/**
 * What a part means when the report is made. A view of domains means the domains that it shows then; one of findings
 * means these findings, and the domains that have one of them.
 */
export async function reachOf(
  tx: KarteTransaction,
  part: Part,
  { madeAt: now, sealer }: { readonly madeAt: Date; readonly sealer: Sealer },
): Promise<Reach> {
  switch (part.kind) {
    case "all":
      return ofDomains(() => sql<SqlBool>`true`, true);
    case "domain":
      return ofDomains((column) => sql<SqlBool>`${sql.raw(column)} = ${part.id}`);
    case "group":
      return ofDomains(
        (column) => sql<SqlBool>`${sql.raw(column)} in (
          select m.domain_id from karte.group_member m where m.group_id = ${part.id})`,
      );
    case "view":
      return part.view.list === "domains"
        ? ofDomainView(await domainsIn(tx, part.view))
        : ofFindingView(await findingsIn(tx, part.view, { now, sealer }));
  }
}

const ofDomainView = (shown: Condition) =>
  ofDomains(
    (column) => sql<SqlBool>`${sql.raw(column)} in (
      select d.id from karte.domain d where d.deleted_at is null and ${shown})`,
  );

function ofFindingView({ shown, inAnyState }: Awaited<ReturnType<typeof findingsIn>>): Reach {
  return {
    isAll: false,
    domains: (column) => sql<SqlBool>`${sql.raw(column)} in (
      select f.domain_id from karte.finding f where ${shown})`,
    listed: shown,
    found: inAnyState,
    events: sql<SqlBool>`e.finding_id in (select f.id from karte.finding f where ${inAnyState})`,
    isNarrower: true,
  };
}
