import type { Query, Term } from "@sekimori/karte-contract/query/query";
import type { Sealer } from "@sekimori/kit-server/sealing";
import type { KarteContext } from "../../../context.ts";
import type { Scope } from "../../../database/scope.ts";
import type { Member } from "../../principals/principals.ts";
import type { FindingFilters } from "../finding-filters.ts";

/** Who asks, and when: names in a query are looked up for them. */
export interface Asking {
  readonly now: Date;
  readonly sealer: Sealer;
  /** The account; undefined where nobody asks by themselves. */
  readonly me?: string | undefined;
  /** Groups whose domains they see; null sees all. */
  readonly groups: readonly string[] | null;
}

/** A member asks, now. */
export const askedBy = (
  { clock, sealer }: Pick<KarteContext, "clock" | "sealer">,
  { person, groups }: Pick<Member, "person" | "groups">,
): Asking => ({ now: clock.now(), sealer, me: person.id, groups });

/** Nobody writes a query that others wait for: so long one of its statements may take. */
const statementMs = 2_000;

/** A set of ids is made of what a query names only where it is known to fit; it then takes a few MB. */
const workMem = "32MB";

/** What may be seen where filters are asked; a query that takes too long is given up. */
export const askingScope = (scope: Scope, { query }: Pick<FindingFilters, "query">): Scope =>
  query === undefined ? scope : { ...scope, statementMs, workMem };

/** What a query is put together from. */
export function leaves(
  query: Query,
): readonly (Term | { readonly kind: "text"; readonly text: string })[] {
  switch (query.kind) {
    case "and":
    case "or":
      return query.of.flatMap(leaves);
    case "not":
      return leaves(query.of);
    case "text":
    case "term":
      return [query];
  }
}

/** The terms of a query about one field, wherever they stand. */
export const termsOf = (query: Query, field: Term["field"]): readonly Term[] =>
  leaves(query).flatMap((leaf) => (leaf.kind === "term" && leaf.field === field ? [leaf] : []));
