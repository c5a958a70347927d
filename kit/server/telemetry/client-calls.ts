import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage } from "node:http";
import { kindOf, type SdkTracing } from "./sdk-tracing.ts";

type Call = NonNullable<ReturnType<SdkTracing["call"]>>;

interface UndiciRequest {
  readonly origin: string | URL;
  readonly method: string;
  addHeader(name: string, value: string): void;
}

/**
 * Follows each call of another server, by fetch (undici) and by Node's own client, which payment and
 * storage libraries use: both tell of them on channels, so no library is changed. The path is left
 * out: it may hold what a person gave. So may the server's name, where a customer named it: told are
 * those that the operator did.
 *
 * @param ours origins that are told which trace a call belongs to; nobody else is.
 * @param named further origins whose names a trace may hold.
 * @returns ends it.
 */
export function followClientCalls(
  sdk: SdkTracing,
  { ours, named }: { readonly ours: readonly string[]; readonly named: readonly string[] },
): () => void {
  const known = new Set([...ours, ...named]);
  const calls = new WeakMap<object, { readonly call: Call; status?: number }>();

  function begin(key: object, method: string, url: URL, say: (traceparent: string) => void): void {
    const { hostname, port, protocol, origin } = url;
    const isKnown = known.has(origin);
    const server = {
      "server.address": hostname,
      "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
    };
    const facts = { "http.request.method": method, ...(isKnown ? server : {}) };
    const call = sdk.call({ name: isKnown ? `${method} ${hostname}` : method, facts });
    if (call === undefined) return;
    calls.set(key, { call });
    if (ours.includes(origin)) say(call.traceparent);
  }

  function end(key: object, error?: unknown): void {
    const begun = calls.get(key);
    if (begun === undefined) return;
    calls.delete(key);
    const { call, status } = begun;
    const facts = status === undefined ? {} : { "http.response.status_code": status };
    const refused = status !== undefined && status >= 400 ? String(status) : undefined;
    call.end(facts, error === undefined ? refused : kindOf(error));
  }

  function answered(key: object, status: number | undefined): void {
    const begun = calls.get(key);
    if (begun !== undefined && status !== undefined) begun.status = status;
  }

  const listeners: Readonly<Record<string, (message: never) => void>> = {
    "undici:request:create": ({ request }: { readonly request: UndiciRequest }) =>
      begin(request, request.method, new URL(request.origin), (traceparent) =>
        request.addHeader("traceparent", traceparent),
      ),
    "undici:request:headers": (message: {
      readonly request: object;
      readonly response: { readonly statusCode: number };
    }) => answered(message.request, message.response.statusCode),
    "undici:request:trailers": ({ request }: { readonly request: object }) => end(request),
    "undici:request:error": (message: { readonly request: object; readonly error: unknown }) =>
      end(message.request, message.error),
    "http.client.request.created": ({ request }: { readonly request: ClientRequest }) => {
      const { protocol, host, method } = request;
      const named = String(request.getHeader("host") ?? host);
      begin(request, method, new URL(`${protocol}//${named}`), (traceparent) =>
        request.setHeader("traceparent", traceparent),
      );
    },
    "http.client.response.finish": (message: {
      readonly request: ClientRequest;
      readonly response: IncomingMessage;
    }) => {
      answered(message.request, message.response.statusCode);
      end(message.request);
    },
    "http.client.request.error": (message: {
      readonly request: ClientRequest;
      readonly error: unknown;
    }) => end(message.request, message.error),
  };
  for (const [name, listen] of Object.entries(listeners)) {
    subscribe(name, listen as (message: unknown) => void);
  }
  return () => {
    for (const [name, listen] of Object.entries(listeners)) {
      unsubscribe(name, listen as (message: unknown) => void);
    }
  };
}
