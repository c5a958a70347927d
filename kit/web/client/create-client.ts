import { csrfHeader } from "@sekimori/kit-contract/csrf-header";
import type { AnyEndpoint, EndpointInput, EndpointResponse } from "@sekimori/kit-contract/endpoint";
import { ApiError, type FailedCall, type TransportErrorType } from "./api-error.ts";
import type { CsrfStorage } from "./csrf-storage.ts";
import { readError } from "./read-error.ts";
import { requestUrl } from "./request-url.ts";

export interface ClientOptions {
  /** Origin of the API without a slash at its end; empty for the page's own origin. */
  readonly baseUrl: string;
  /** Where the CSRF token is kept that every answer brings and every call sends back. */
  readonly csrf: CsrfStorage;
  /**
   * Asked before a call that changes something where no token is kept: a wiped browser may still
   * hold the cookie of a session, and any answer brings a token.
   */
  readonly firstCall?: AnyEndpoint;
  /** Milliseconds after which a call is given up. */
  readonly timeout: number;
  /** Language of the page; the server writes its mails in it. */
  readonly locale?: () => string;
  /**
   * Called for each 401 before the call rejects. `begunAt` is when the call began, on the clock of
   * performance.now(): answers to calls made together arrive one after the other.
   */
  readonly onUnauthorised?: (error: ApiError, endpoint: AnyEndpoint, begunAt: number) => void;
  /** Called for each 403 before the call rejects. */
  readonly onForbidden?: (error: ApiError, endpoint: AnyEndpoint) => void;
  readonly fetch?: typeof fetch;
  /** The browser's own idea of its connection. */
  readonly isOnline?: () => boolean;
}

/** What a call passes: the endpoint's parts, and a signal when the caller may give up. */
export type CallInput<E extends AnyEndpoint> = EndpointInput<E> & { readonly signal?: AbortSignal };

type CallArguments<E extends AnyEndpoint> =
  Record<never, never> extends EndpointInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

export interface Client {
  /**
   * Calls one endpoint and returns its checked answer.
   *
   * @throws ApiError for every failure except the caller's own abort, which rejects with the
   * signal's reason.
   */
  call<E extends AnyEndpoint>(endpoint: E, ...args: CallArguments<E>): Promise<EndpointResponse<E>>;
}

/** What the transport reads of a call's input, whatever its endpoint's types are. */
interface LooseInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/**
 * The one way to an API: typed by its endpoints, with cookies, a time limit, the CSRF token saved
 * from every answer and sent back (specification 7), and one kind of error whatever went wrong.
 */
export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args));
  const isOnline = options.isOnline ?? (() => navigator.onLine);

  function transportError(call: FailedCall, type: TransportErrorType, cause: unknown): ApiError {
    return new ApiError({ type, status: 0, message: `No answer: ${type}.`, call, cause });
  }

  async function exchange(endpoint: AnyEndpoint, input: LooseInput): Promise<unknown> {
    const expiry = AbortSignal.timeout(options.timeout);
    const signal = input.signal ? AbortSignal.any([input.signal, expiry]) : expiry;
    const headers = new Headers({ accept: "application/json" });
    const token = options.csrf.read();
    if (token !== undefined) headers.set(csrfHeader, token);
    if (options.locale) headers.set("accept-language", options.locale());
    if (input.body !== undefined) headers.set("content-type", "application/json");
    const url = requestUrl(options.baseUrl, endpoint.path, input.params, input.query);
    let status: number;
    let text: string;
    let requestId: string | undefined;
    try {
      const response = await send(url, {
        method: endpoint.method,
        headers,
        credentials: "include",
        cache: "no-store",
        signal,
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      });
      const fresh = response.headers.get(csrfHeader);
      if (fresh) options.csrf.save(fresh);
      requestId = response.headers.get("x-request-id") ?? undefined;
      status = response.status;
      text = await response.text();
    } catch (cause) {
      input.signal?.throwIfAborted();
      if (expiry.aborted) throw transportError(endpoint, "Timeout", cause);
      throw transportError(endpoint, isOnline() ? "Network" : "Offline", cause);
    }
    const body = parseJson(text);
    if (status < 200 || status > 299) throw readError(endpoint, status, body, requestId);
    return checked(endpoint, body, status, requestId);
  }

  async function bringToken(): Promise<void> {
    if (!options.firstCall || options.csrf.read() !== undefined) return;
    // If this fails, so does the call itself, and tells why.
    await exchange(options.firstCall, {}).catch(() => undefined);
  }

  return {
    async call(endpoint, ...[input]) {
      const begunAt = performance.now();
      try {
        if (endpoint.method !== "GET") await bringToken();
        // `exchange` has checked the body against the endpoint's own schema.
        return (await exchange(endpoint, input ?? {})) as EndpointResponse<typeof endpoint>;
      } catch (error) {
        if (error instanceof ApiError) {
          if (error.status === 401) options.onUnauthorised?.(error, endpoint, begunAt);
          // Whoever shows what is closed listens; most pages load nothing for it.
          if (error.data.maintenance) dispatchEvent(new Event("maintenance"));
          if (error.status === 403) options.onForbidden?.(error, endpoint);
        }
        throw error;
      }
    },
  };
}

/** Undefined for what is not JSON, an empty body for one. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Checks an answer against its schema. Built pages carry endpoints without schemas (see
 * endpoint-plugin.ts): there only a body that is no JSON at all is refused, and the server, which
 * checks each answer before sending it, is trusted for the rest.
 */
function checked(
  endpoint: AnyEndpoint,
  body: unknown,
  status: number,
  requestId: string | undefined,
): unknown {
  const schema: AnyEndpoint["response"] | undefined = endpoint.response;
  const result = schema?.safeParse(body) ?? { success: body !== undefined, data: body };
  if (result.success) return result.data;
  throw new ApiError({
    type: "Unexpected",
    status,
    message: `${endpoint.name} answered something its contract does not allow.`,
    call: endpoint,
    ...(requestId === undefined ? {} : { requestId }),
    ...("error" in result ? { cause: result.error } : {}),
  });
}
