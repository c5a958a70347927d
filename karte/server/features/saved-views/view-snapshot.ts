import { listDomains } from "@sekimori/karte-contract/endpoints/domains";
import { listFindings } from "@sekimori/karte-contract/endpoints/findings";
import type { NarrowingList } from "@sekimori/karte-contract/lists";
import { parseQuery } from "@sekimori/karte-contract/query/parse";
import { pinned } from "@sekimori/karte-contract/query/pinned";
import type { Sealer } from "@sekimori/kit-server/sealing";
import type { RawBuilder, SqlBool } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { listCode } from "../../database/codes.ts";
import { every } from "../../database/pages.ts";
import { domainConditions, findDomains } from "../domains/domain-filters.ts";
import { hasWords } from "../findings/finding-search.ts";
import { askedFindings } from "../findings/query/asked-findings.ts";
import type { Member } from "../principals/principals.ts";

/** A view as a rule or a report keeps it for itself: the person's own may change or go. */
export interface ViewSnapshot {
  readonly list: NarrowingList;
  readonly name: string;
  /** As in a list's address. */
  readonly query: string;
}

/**
 * A member's view as a rule or a report of theirs keeps it: whoever has a look at it later, "me" in
 * its query is this member.
 */
export function snapshotFor(
  { person }: Pick<Member, "person">,
  { list, name, query }: ViewSnapshot,
): ViewSnapshot {
  const asked = new URLSearchParams(query);
  const text = list === "findings" ? asked.get("query") : null;
  if (text !== null) asked.set("query", pinned(parseQuery(text), person.id));
  return { list, name, query: asked.toString() };
}

/** The same in a row; all are null where there is no view. */
export interface ViewColumns {
  readonly view_list: number | null;
  readonly view_name: string | null;
  readonly view_query: string | null;
}

export function viewColumns(view: ViewSnapshot | null): ViewColumns {
  return {
    view_list: view && listCode.of(view.list),
    view_name: view?.name ?? null,
    view_query: view?.query ?? null,
  };
}

export function viewSnapshot(row: ViewColumns): ViewSnapshot | null {
  const { view_list: list, view_name: name, view_query: query } = row;
  if (list === null || name === null || query === null) return null;
  return { list: listCode.word(list) === "domains" ? "domains" : "findings", name, query };
}

/** What the view asks its list's call; which columns are seen is the screen's. */
function askedBy(query: string): Readonly<Record<string, string>> {
  const { columns: _seen, ...asked } = Object.fromEntries(new URLSearchParams(query));
  return asked;
}

/** Which domains a view of them shows, as a condition on `karte.domain d` that are not deleted. */
export async function domainsIn(
  tx: KarteTransaction,
  { query }: Pick<ViewSnapshot, "query">,
): Promise<RawBuilder<SqlBool>> {
  const filters = listDomains.query.parse(askedBy(query));
  return every(domainConditions(filters, await findDomains(tx, filters.q)));
}

/** Which findings a view of them shows, as conditions on `karte.finding f`. */
export async function findingsIn(
  tx: KarteTransaction,
  { query }: Pick<ViewSnapshot, "query">,
  { now, sealer }: { readonly now: Date; readonly sealer: Sealer },
): Promise<{
  readonly shown: RawBuilder<SqlBool>;
  /** Those that it would show, were they in one of its states. */
  readonly inAnyState: RawBuilder<SqlBool>;
}> {
  const filters = listFindings.query.parse(askedBy(query));
  // Who "me" is stands in the snapshot. It is asked for the workspace, not for a person.
  const asking = { now, sealer, groups: null };
  const shown = await askedFindings(tx, filters, asking);
  const anyhow = await askedFindings(tx, filters, asking, { inAnyState: true });
  const words = shown.found ? [hasWords(shown.found)] : [];
  return {
    shown: every([...shown.conditions, ...words]),
    inAnyState: every([...anyhow.conditions, ...words]),
  };
}
