import type {
  checkActivity,
  exportActivity,
  listActivity,
} from "@sekimori/karte-contract/endpoints/activity";
import type { EndpointRequest, EndpointResult } from "@sekimori/kit-contract/endpoint";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import type { KarteContext } from "../../context.ts";
import { csvInPortions } from "../../database/csv-in-portions.ts";
import { after, cutPage, type Position, readCursor } from "../../database/pages.ts";
import { inScope } from "../../database/scope.ts";
import type { Member } from "../principals/principals.ts";
import { appendActivity } from "./activity.ts";
import {
  activityConditions,
  activityEntries,
  checkedActivity,
  countActivity,
  latestFirst,
} from "./activity-repository.ts";

/** Entries of one export, at most. */
const exportMost = 100_000;

/** One page of the log. @throws AppError InvalidInput for a cursor that is none of ours. */
export async function activityPage(
  { db, sealer }: KarteContext,
  { scope }: Member,
  query: EndpointRequest<typeof listActivity>["query"],
): Promise<EndpointResult<typeof listActivity>> {
  const conditions = activityConditions(query);
  const from = readCursor(query.cursor);
  return inScope(db, scope, async (tx) => {
    const where = [...conditions, after(latestFirst, from)];
    const found = await activityEntries(tx, sealer, where, query.size + 1);
    const { shown, next } = cutPage(found, query.size, ({ id }) => [String(id), String(id)]);
    return { entries: [...shown], next, count: await countActivity(tx, conditions) };
  });
}

/** Whether anything was taken out of the log, or changed in it. */
export function activityCheck(
  { db }: KarteContext,
  { scope }: Member,
): Promise<EndpointResult<typeof checkActivity>> {
  return inScope(db, scope, (tx) => checkedActivity(tx, scope.workspaceId));
}

/** The narrowed log as a table for spreadsheets. Taking it is an entry of the log, too. */
export function activityAsCsv(
  { db, clock, sealer }: KarteContext,
  { scope, person, ipAddress }: Member,
  query: EndpointRequest<typeof exportActivity>["query"],
): Promise<EndpointResult<typeof exportActivity>> {
  const now = clock.now();
  return inScope(db, scope, async (tx) => {
    const conditions = activityConditions(query);
    const columns = ["at", "action", "name", "email", "detail"];
    const read = async (last: Position | undefined, most: number) => {
      const found = await activityEntries(
        tx,
        sealer,
        [...conditions, after(latestFirst, last)],
        most,
      );
      const rows = found.map(({ at, action, by, detail }) => [
        at,
        action,
        by?.name ?? "",
        by?.email ?? "",
        JSON.stringify(detail),
      ]);
      const end = found.at(-1);
      const place: Position | undefined = end && [String(end.id), String(end.id)];
      return { rows, last: place };
    };
    const { text, count } = await csvInPortions(columns, exportMost, read);
    await appendActivity(tx, {
      at: now,
      action: "activity.exported",
      by: { id: person.id, ipAddress },
      detail: { count },
    });
    return { fileName: `activity-${tokyoDay(now)}.csv`, text };
  });
}
