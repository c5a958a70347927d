import { viewsMost } from "@sekimori/karte-contract/constants";
import { listDomains } from "@sekimori/karte-contract/endpoints/domains";
import { listFindings } from "@sekimori/karte-contract/endpoints/findings";
import { listAssets } from "@sekimori/karte-contract/endpoints/inventory";
import type {
  chooseColumns,
  listViews,
  SavedView,
  saveView,
} from "@sekimori/karte-contract/endpoints/saved-views";
import type { EndpointRequest, EndpointResult } from "@sekimori/kit-contract/endpoint";
import { AppError } from "@sekimori/kit-server/errors";
import type { KarteContext } from "../../context.ts";
import { inScope } from "../../database/scope.ts";
import type { Member } from "../principals/principals.ts";
import {
  columnsOf,
  forgetView,
  keepColumns,
  keepView,
  lockViews,
  type ViewRecord,
  viewsOf,
} from "./saved-view-repository.ts";

const paths = {
  domains: listDomains.path,
  findings: listFindings.path,
  assets: listAssets.path,
} as const;

function shown({ id, list, name, query }: ViewRecord): SavedView {
  const asked = new URLSearchParams(query);
  const parts = Object.fromEntries(asked);
  // What is seen of each entry is the screen's; programs get all of it.
  asked.delete("columns");
  return { id, list, name, query: parts, call: `${paths[list]}?${asked}` };
}

/** The views and columns that a person keeps in the present workspace. */
export function savedViews(
  { db }: KarteContext,
  member: Member,
): Promise<EndpointResult<typeof listViews>> {
  return inScope(db, member.scope, async (tx) => {
    const columns = await columnsOf(tx, member);
    return {
      views: (await viewsOf(tx, member)).map(shown),
      columns: {
        domains: columns.get("domains") ?? null,
        findings: columns.get("findings") ?? null,
        assets: columns.get("assets") ?? null,
      },
    };
  });
}

/** Keeps a view; one of the same name is replaced. @throws AppError PlanLimit. */
export function saveOne(
  { db, clock }: KarteContext,
  member: Member,
  { list, name, query }: EndpointRequest<typeof saveView>["body"],
): Promise<EndpointResult<typeof saveView>> {
  return inScope(db, member.scope, async (tx) => {
    await lockViews(tx, member);
    const kept = await viewsOf(tx, member);
    const isNew = !kept.some((view) => view.list === list && view.name === name);
    if (isNew && kept.length >= viewsMost) {
      throw new AppError("PlanLimit", { data: { what: "views", limit: viewsMost } });
    }
    const text = new URLSearchParams(query).toString();
    return { id: await keepView(tx, member, { list, name, query: text }, clock.now()) };
  });
}

/** @throws AppError NotFound. */
export async function removeOne({ db }: KarteContext, member: Member, id: string): Promise<void> {
  const isGone = await inScope(db, member.scope, (tx) => forgetView(tx, member, id));
  if (!isGone) throw new AppError("NotFound");
}

/** Keeps which columns of a list a person sees; null forgets the choice. */
export async function choose(
  { db }: KarteContext,
  member: Member,
  { list, columns }: EndpointRequest<typeof chooseColumns>["body"],
): Promise<void> {
  await inScope(db, member.scope, (tx) => keepColumns(tx, member, list, columns));
}
