import { streamEventsAsCef, streamEventsAsNdjson } from "@sekimori/karte-contract/endpoints/events";
import { cursorHeader } from "@sekimori/kit-contract/cursor-header";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { cefLine } from "./cef.ts";
import type { StreamEvent } from "./stream-event.ts";
import { eventLines } from "./stream-service.ts";

/** Line ends by Unicode that JSON may hold as they are, and at which some readers of lines would cut. */
const lineEnds = /[\u0085\u2028\u2029]/g;

const ndjsonLine = (event: StreamEvent) =>
  JSON.stringify(event).replace(
    lineEnds,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Events for programs that watch (SIEM), in two forms. */
export function bindEventStreams(bind: Bind, context: KarteContext, principals: Principals): void {
  bind(streamEventsAsNdjson, async ({ request, reply, query }) => {
    const member = principals.member(request);
    const { text, next } = await eventLines(context, member, query, ndjsonLine);
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
