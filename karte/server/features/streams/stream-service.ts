import type {
  streamEventsAsCef,
  streamEventsAsNdjson,
} from "@sekimori/karte-contract/endpoints/events";
import type { EndpointRequest } from "@sekimori/kit-contract/endpoint";
import { AppError } from "@sekimori/kit-server/errors";
import type { KarteContext } from "../../context.ts";
import { inScope } from "../../database/scope.ts";
import { cachedContract } from "../contract/contract-service.ts";
import type { Member } from "../principals/principals.ts";
import { eventsBehind } from "./event-rows.ts";
import { readPlace, writePlace } from "./stream-cursor.ts";
import { type StreamEvent, streamEvent } from "./stream-event.ts";

type Query = EndpointRequest<typeof streamEventsAsNdjson | typeof streamEventsAsCef>["query"];

/**
 * Events that a reader has not had, of the domains that it may see, as lines of one form.
 *
 * @returns the text, and the cursor for the next call, which is new even where no event is
 * @throws AppError PlanLimit, CursorExpired
 */
export async function eventLines(
  { db, clock, sealer, settings }: KarteContext,
  { scope, workspaceId }: Member,
  { cursor, size }: Pick<Query, "cursor" | "size">,
  line: (event: StreamEvent) => string,
): Promise<{ readonly text: string; readonly next: string }> {
  const now = clock.now();
  const place = cursor === undefined ? undefined : readPlace(sealer, workspaceId, cursor, now);
  const { rows, next } = await inScope(db, scope, async (tx) => {
    const { entitlements } = (await cachedContract(tx)).answer;
    if (!entitlements.streams)
      throw new AppError("PlanLimit", { data: { what: "streams", limit: 0 } });
    return eventsBehind(tx, place, { size, now });
  });
  return {
    text: rows.map((row) => `${line(streamEvent(row, settings.karteOrigin))}\n`).join(""),
    next: writePlace(sealer, workspaceId, { ...next, at: now.getTime() }),
  };
}
