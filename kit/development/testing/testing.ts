import { csrfHeader } from "@sekimori/kit-contract/csrf-header";
import type { AnyEndpoint, EndpointInput, EndpointResponse } from "@sekimori/kit-contract/endpoint";
import { type WireError, wireErrorSchema } from "@sekimori/kit-contract/wire-error";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { keepAnswer } from "./keep-answer.ts";

// biome-ignore lint/performance/noBarrelFile: this file is the entry of a subpath export.
export { createTestDatabase, type TestDatabase } from "./test-database.ts";

export interface TestRequest {
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: LightMyRequestResponse["headers"];
  readonly text: string;
  /** @throws SyntaxError when the answer is no JSON. */
  json(): unknown;
  /** The answer as our error form. @throws z.ZodError when it is none. */
  error(): WireError["error"];
}

/** A browser in miniature: keeps cookies, sends its origin, brings the CSRF token back. */
export interface TestClient {
  /** Name to value, as the browser would send them. Tests may change it. */
  readonly cookies: Map<string, string>;
  request(request: TestRequest): Promise<TestResponse>;
  /** Calls a declared endpoint. @throws Error with the answer unless it is 200 and fits. */
  call<E extends AnyEndpoint>(endpoint: E, input: EndpointInput<E>): Promise<EndpointResponse<E>>;
  /** Calls a declared endpoint that is expected to refuse; gives whatever it answers. */
  attempt<E extends AnyEndpoint>(endpoint: E, input: EndpointInput<E>): Promise<TestResponse>;
}

/** The request that the web client would send for an endpoint. */
export function requestFor<E extends AnyEndpoint>(
  endpoint: E,
  input: EndpointInput<E>,
): TestRequest {
  const { params, query, body } = input as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
  };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  const url = search.size > 0 ? `${path}?${search}` : path;
  return { method: endpoint.method, url, ...(body === undefined ? {} : { body }) };
}

/**
 * For the end of a test's server: what it refused although nobody declared it fails the test, too
 * where the person only met an error page.
 *
 * @throws Error that names each endpoint and error.
 */
export function failOnUndeclared(app: FastifyInstance): void {
  const undeclared = [...app.kit.undeclared];
  if (undeclared.length > 0) throw new Error(`Answered, not declared: ${undeclared.join(", ")}`);
}

function keepCookies(jar: Map<string, string>, header: string | string[] | undefined): void {
  for (const line of header === undefined ? [] : [header].flat()) {
    const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
    const separator = pair.indexOf("=");
    const name = pair.slice(0, separator);
    const isExpired = attributes.some((attribute) =>
      /^(max-age=0|expires=thu, 01 jan 1970)/i.test(attribute),
    );
    if (isExpired) jar.delete(name);
    else jar.set(name, decodeURIComponent(pair.slice(separator + 1)));
  }
}

/**
 * A client for `app` that needs no socket. Two clients are two browsers.
 *
 * @param address the client's IP address, for limits; 127.0.0.1 unless given.
 */
export function testClient(app: FastifyInstance, address?: string): TestClient {
  const cookies = new Map<string, string>();
  let csrf: string | undefined;

  const request = async (wanted: TestRequest): Promise<TestResponse> => {
    const method = wanted.method ?? (wanted.body === undefined ? "GET" : "POST");
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const isUnsafe = method !== "GET" && method !== "HEAD";
    const response = await app.inject({
      method,
      url: wanted.url,
      headers: {
        ...(cookie === "" ? {} : { cookie }),
        ...(isUnsafe ? { origin: app.kit.origin, "sec-fetch-site": "same-origin" } : {}),
        ...(isUnsafe && csrf !== undefined ? { [csrfHeader]: csrf } : {}),
        ...(wanted.body === undefined ? {} : { "content-type": "application/json" }),
        ...wanted.headers,
      },
      ...(wanted.body === undefined ? {} : { payload: JSON.stringify(wanted.body) }),
      ...(address === undefined ? {} : { remoteAddress: address }),
    });
    keepCookies(cookies, response.headers["set-cookie"]);
    const token = response.headers[csrfHeader];
    if (typeof token === "string") csrf = token;
    keepAnswer(
      app,
      { method, url: wanted.url, body: wanted.body },
      { status: response.statusCode, text: response.body },
    );
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      json: () => JSON.parse(response.body) as unknown,
      error: () => wireErrorSchema.parse(JSON.parse(response.body)).error,
    };
  };

  return {
    cookies,
    request,
    attempt: (endpoint, input) => request(requestFor(endpoint, input)),
    async call(endpoint, input) {
      const answer = await request(requestFor(endpoint, input));
      if (answer.status !== 200) {
        throw new Error(`${endpoint.name} answered ${answer.status}: ${answer.text}`);
      }
      return endpoint.response.parse(answer.json()) as EndpointResponse<typeof endpoint>;
    },
  };
}
