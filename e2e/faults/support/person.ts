import { csrfHeader } from "@sekimori/kit-contract/csrf-header";
import type { AnyEndpoint, EndpointInput, EndpointResponse } from "@sekimori/kit-contract/endpoint";
import { type WireError, wireErrorSchema } from "@sekimori/kit-contract/wire-error";
import { requestFor, type TestRequest } from "@sekimori/kit-development/testing";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Uint8Array;
  /** Milliseconds from the call to the last byte. */
  readonly ms: number;
  json(): unknown;
  /** The answer as our error form. @throws z.ZodError when it is none. */
  error(): WireError["error"];
}

let networks = 0;

/** An address of the range kept for benchmarks (RFC 2544) that nobody in this run has. */
export function newNetwork(): string {
  networks += 1;
  return `198.18.${(networks >> 8) & 255}.${networks & 255}`;
}

interface PersonOptions {
  readonly network?: string;
  /** Shared with whoever gives them. */
  readonly cookies?: Map<string, string> | undefined;
}

/**
 * A person's browser over real sockets: keeps cookies, sends its origin, brings the CSRF token
 * back, and has a network of its own, which the balancer's X-Forwarded-For tells the product.
 */
export class Person {
  readonly origin: string;
  readonly network: string;
  readonly cookies: Map<string, string>;
  csrf: string | undefined;

  constructor(origin: string, { network, cookies }: PersonOptions = {}) {
    this.origin = origin;
    this.network = network ?? newNetwork();
    this.cookies = cookies ?? new Map();
  }

  /** Another tab of the same browser: the same cookies, and the token from the common storage. */
  tab(): Person {
    const tab = new Person(this.origin, { network: this.network, cookies: this.cookies });
    tab.csrf = this.csrf;
    return tab;
  }

  /** @throws TypeError when the connection fails. */
  async send(wanted: TestRequest): Promise<Answer> {
    const method = wanted.method ?? (wanted.body === undefined ? "GET" : "POST");
    const isUnsafe = method !== "GET" && method !== "HEAD";
    const began = performance.now();
    const response = await fetch(`${this.origin}${wanted.url}`, {
      method,
      redirect: "manual",
      headers: {
        "x-forwarded-for": this.network,
        ...(this.cookies.size === 0 ? {} : { cookie: this.#cookieHeader() }),
        ...(isUnsafe ? { origin: this.origin } : {}),
        ...(isUnsafe && this.csrf !== undefined ? { [csrfHeader]: this.csrf } : {}),
        ...(wanted.body === undefined ? {} : { "content-type": "application/json" }),
        ...wanted.headers,
      },
      ...(wanted.body === undefined ? {} : { body: JSON.stringify(wanted.body) }),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    const ms = performance.now() - began;
    this.#keep(response.headers);
    return {
      status: response.status,
      headers: response.headers,
      text,
      bytes,
      ms,
      json: () => JSON.parse(text) as unknown,
      error: () => wireErrorSchema.parse(JSON.parse(text)).error,
    };
  }

  /** Calls a declared endpoint; gives whatever it answers. */
  attempt<E extends AnyEndpoint>(endpoint: E, input: EndpointInput<E>): Promise<Answer> {
    return this.send(requestFor(endpoint, input));
  }

  /** Calls a declared endpoint. @throws Error with the answer unless it is 200. */
  async call<E extends AnyEndpoint>(
    endpoint: E,
    input: EndpointInput<E>,
  ): Promise<EndpointResponse<E>> {
    const answer = await this.attempt(endpoint, input);
    if (answer.status !== 200) throw new Refused(endpoint.name, answer);
    return endpoint.response.parse(answer.json()) as EndpointResponse<E>;
  }

  #cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  #keep(headers: Headers): void {
    this.csrf = headers.get(csrfHeader) ?? this.csrf;
    for (const line of headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/;\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

/** An endpoint answered something else than 200. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly answer: Answer;

  constructor(endpoint: string, answer: Answer) {
    super(`${endpoint} answered ${answer.status}: ${answer.text.slice(0, 500)}`);
    this.answer = answer;
  }

  /** Whether the product said no, as opposed to not being able to say anything. */
  get isDecided(): boolean {
    return this.answer.status < 500;
  }
}
