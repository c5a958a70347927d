import { streamEventsAsCef, streamEventsAsNdjson } from "@sekimori/karte-contract/endpoints/events";
import { cursorHeader } from "@sekimori/kit-contract/cursor-header";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { cefLine } from "./cef.ts";
import { eventLines } from "./stream-service.ts";

/** Events for programs that watch (SIEM), in two forms. */
export function bindEventStreams(bind: Bind, context: KarteContext, principals: Principals): void {
  bind(streamEventsAsNdjson, async ({ request, reply, query }) => {
    const member = principals.member(request);
    const { text, next } = await eventLines(context, member, query, (event) =>
      JSON.stringify(event),
    );
    reply.header(cursorHeader, next);
    return text;
  });

  bind(streamEventsAsCef, async ({ request, reply, query }) => {
    const { language, ...page } = query;
    const member = principals.member(request);
    const { text, next } = await eventLines(context, member, page, (event) =>
      cefLine(event, language),
    );
    reply.header(cursorHeader, next);
    return text;
  });
}
