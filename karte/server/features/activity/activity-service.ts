import type {
  checkActivity,
  exportActivity,
  listActivity,
} from "@sekimori/karte-contract/endpoints/activity";
import type { EndpointRequest, EndpointResult } from "@sekimori/kit-contract/endpoint";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { csvLines, csvText } from "@sekimori/kit-server/csv";
import type { KarteContext } from "../../context.ts";
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
/** Entries that are read and written together: the event loop has others to serve between two of them. */
const exportPortion = 500;

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
    const parts = [csvText([["at", "action", "name", "email", "detail"]])];
    let count = 0;
    let last: Position | undefined;
    do {
      const most = Math.min(exportPortion, exportMost - count);
      const where = [...conditions, after(latestFirst, last)];
      const found = await activityEntries(tx, sealer, where, most);
      const rows = found.map(({ at, action, by, detail }) => [
        at,
        action,
        by?.name ?? "",
        by?.email ?? "",
        JSON.stringify(detail),
      ]);
      parts.push(csvLines(rows));
      count += found.length;
      const end = found.length === most ? found.at(-1) : undefined;
      last = end && [String(end.id), String(end.id)];
    } while (last !== undefined && count < exportMost);
    await appendActivity(tx, {
      at: now,
      action: "activity.exported",
      by: { id: person.id, ipAddress },
      detail: { count },
    });
    return { fileName: `activity-${tokyoDay(now)}.csv`, text: parts.join("") };
  });
}
