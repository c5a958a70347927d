import { createHmac, timingSafeEqual } from "node:crypto";
import { cursorHeader } from "@sekimori/kit-contract/cursor-header";
import type { AnyEndpoint, EndpointResult } from "@sekimori/kit-contract/endpoint";
import type { FastifyReply } from "fastify";
import { invalidField } from "../errors/errors.ts";
import type { Bind, EndpointCall, EndpointHandler } from "../http/http.ts";

const tagBytes = 16;

type Values = Readonly<Record<string, unknown>>;

/** The same for the same values, in any order of their names. */
const ordered = (values: Values) =>
  JSON.stringify(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)));

function tagOf(secret: string, list: string, position: string): string {
  const text = `${list}\n${position}`;
  const full = createHmac("sha256", secret).update(text).digest();
  return full.subarray(0, tagBytes).toString("base64url");
}

/**
 * Lets the lists that `bind` binds answer with cursors that are good for the same list alone: the same
 * call of the same path with the same filters and order, however many entries a page has. A list reads
 * in its query, and answers as `next`, what it likes; nothing reaches it that it did not write for this
 * very list. So a cursor that was made up, cut, or taken from another list never becomes a statement.
 *
 * @param secret keys the cursors' tags.
 * @returns a `bind` that does so for each call whose query has a `cursor`.
 */
export function bindCursors(bind: Bind, secret: string): Bind {
  return (endpoint, handler, options) => {
    const shape = (endpoint.query as { readonly shape?: object } | undefined)?.shape ?? {};
    bind(endpoint, "cursor" in shape ? turning(endpoint, handler, secret) : handler, options);
  };
}

function turning<E extends AnyEndpoint>(
  endpoint: E,
  handler: EndpointHandler<E>,
  secret: string,
): EndpointHandler<E> {
  return async (call) => {
    const asked = call as { readonly params?: Values; readonly query?: Values };
    const { cursor, size, ...filters } = asked.query ?? {};
    const list = `${endpoint.name}\n${ordered(asked.params ?? {})}\n${ordered(filters)}`;
    const opened = typeof cursor === "string" ? { cursor: open(secret, list, cursor) } : {};
    const query = { ...filters, ...(size === undefined ? {} : { size }), ...opened };
    const answer = (await handler({ ...call, query } as unknown as EndpointCall<E>)) as object;
    if (endpoint.mediaType !== undefined) {
      signHeader(call.reply, secret, list);
      return answer as EndpointResult<E>;
    }
    const { next } = answer as { readonly next?: unknown };
    const sent =
      typeof next === "string"
        ? { ...answer, next: `${next}.${tagOf(secret, list, next)}` }
        : answer;
    return sent as EndpointResult<E>;
  };
}

/** An answer that is no JSON has its cursor in a header. */
function signHeader(reply: FastifyReply, secret: string, list: string): void {
  const next = reply.getHeader(cursorHeader);
  if (typeof next === "string") {
    reply.header(cursorHeader, `${next}.${tagOf(secret, list, next)}`);
  }
}

/** @throws AppError InvalidInput naming the cursor. */
function open(secret: string, list: string, cursor: string): string {
  const end = cursor.lastIndexOf(".");
  const position = cursor.slice(0, Math.max(0, end));
  const given = Buffer.from(cursor.slice(end + 1));
  const expected = Buffer.from(tagOf(secret, list, position));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw invalidField("cursor", "invalid");
  }
  return position;
}
