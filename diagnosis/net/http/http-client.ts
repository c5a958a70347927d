import type { Client } from "undici";
import { WEB_PORTS } from "../allowed-ports.ts";
import type { HttpClient, HttpHop, HttpRequest, HttpResponse } from "../clients.ts";
import type { HostBook } from "../host-book.ts";
import type { LoadGovernor } from "../load-governor.ts";
import { NetError } from "../net-error.ts";
import type { TargetSession } from "../target-session.ts";
import { toHttpError } from "./http-errors.ts";
import { defaultPort, type HttpPool, type Origin } from "./http-pool.ts";
import { makeResponse } from "./http-response.ts";
import { type Answer, send } from "./send.ts";

/** Who we are and how far we may go. */
export interface HttpRules {
  readonly userAgent: string;
  /** Hosts that a redirect may lead to; all others are recorded and not visited. */
  readonly inScope: (host: string) => boolean;
}

interface HttpClientParts {
  readonly pool: HttpPool;
  readonly governor: LoadGovernor;
  readonly book: HostBook;
  readonly host: string;
  readonly rules: HttpRules;
}

/** HTTP/1.1 over guarded sockets: no cookies, no caches, no writes, redirects by hand. */
export class GuardedHttpClient implements HttpClient {
  readonly #session: TargetSession;
  readonly #pool: HttpPool;
  readonly #governor: LoadGovernor;
  readonly #book: HostBook;
  readonly #host: string;
  readonly #rules: HttpRules;

  constructor(session: TargetSession, { pool, governor, book, host, rules }: HttpClientParts) {
    this.#session = session;
    this.#pool = pool;
    this.#governor = governor;
    this.#book = book;
    this.#host = host;
    this.#rules = rules;
  }

  fetch(url: string, request: HttpRequest = {}): Promise<HttpResponse> {
    const key = `http ${this.#book.label} ${url} ${JSON.stringify(Object.entries(request).sort())}`;
    return this.#session.once(key, () => this.#follow(url, request));
  }

  root(): Promise<HttpResponse> {
    return this.#session.once(`root ${this.#book.label}`, async () => {
      const redirects = this.#session.limits.redirects;
      try {
        return await this.fetch(`https://${this.#host}/`, { redirects });
      } catch (error) {
        const noTls =
          error instanceof NetError && ["closed", "reset", "timeout", "tls"].includes(error.code);
        if (!noTls) throw error;
        return await this.fetch(`http://${this.#host}/`, { redirects });
      }
    });
  }

  async #follow(start: string, request: HttpRequest): Promise<HttpResponse> {
    const most = Math.min(request.redirects ?? 0, this.#session.limits.redirects);
    const hops: HttpHop[] = [];
    let url = webUrl(start, `https://${this.#host}/`);
    for (;;) {
      const step = await this.#step(url, request);
      const location = step.headers.find(([name]) => name === "location")?.[1];
      const isRedirect = step.status >= 301 && step.status <= 308 && location !== undefined;
      if (!isRedirect || hops.length >= most)
        return makeResponse({ ...step, url: url.href, hops, leftFor: null });
      hops.push({ url: url.href, status: step.status, location });
      const next = webUrl(location, url.href);
      if (next.hostname !== url.hostname && !this.#rules.inScope(next.hostname))
        return makeResponse({ ...step, url: url.href, hops, leftFor: next.hostname });
      url = next;
    }
  }

  async #step(url: URL, request: HttpRequest): Promise<Answer> {
    const protocol = url.protocol === "https:" ? "https:" : "http:";
    const port = url.port === "" ? defaultPort(protocol) : Number(url.port);
    if (!WEB_PORTS.includes(port)) throw new NetError("refused", `HTTP on port ${port}`);
    const endpoint = await this.#book.endpoint({ host: url.hostname, port });
    const origin: Origin = { ...endpoint, protocol, verify: request.verify ?? false };
    const path = `${url.pathname}${url.search}`;
    try {
      const step = await this.#pool.inTurn(origin, () => this.#withRetry(origin, path, request));
      if (step.status === 429 || step.status === 503) {
        const wait = Number(step.headers.find(([name]) => name === "retry-after")?.[1] ?? 0);
        this.#governor.distress(endpoint.address, Number.isFinite(wait) ? wait * 1000 : 0);
      } else this.#governor.ease(endpoint.address);
      return step;
    } catch (error) {
      if (this.#session.signal.aborted) throw this.#session.signal.reason;
      throw toHttpError(error);
    }
  }

  /** A kept connection may have been closed by the server meanwhile: that is tried once more. */
  async #withRetry(origin: Origin, path: string, request: HttpRequest): Promise<Answer> {
    const kept = this.#pool.client(origin).stats.connected;
    try {
      return await this.#paced(origin, path, request);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : "";
      if (!kept || code !== "UND_ERR_SOCKET" || this.#session.signal.aborted) throw error;
      return await this.#paced(origin, path, request);
    }
  }

  /**
   * Connects first and waits for the address's next slot then: a request that had its slot but not its
   * connection would leave together with the ones after it.
   */
  async #paced(origin: Origin, path: string, request: HttpRequest): Promise<Answer> {
    await this.#pool.prepare(origin);
    await this.#governor.request(origin.address, this.#session.signal);
    return await this.#send(this.#pool.client(origin), path, request);
  }

  async #send(client: Client, path: string, request: HttpRequest): Promise<Answer> {
    const headers = {
      "user-agent": this.#rules.userAgent,
      accept: "*/*",
      "accept-encoding": "gzip, deflate, br",
      ...request.headers,
    };
    const method = request.method ?? "GET";
    return await send(client, { path, method, headers }, this.#session.limits);
  }
}

/** An http(s) URL without credentials. Throws `refused` for everything else. */
function webUrl(text: string, base: string): URL {
  // A whole URL needs no base, whose parsing costs as much again.
  const url = URL.parse(text, /^https?:\/\//i.test(text) ? undefined : base);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:"))
    throw new NetError("refused", "not an http URL");
  if (url.username !== "" || url.password !== "")
    throw new NetError("refused", "a URL with credentials");
  return url;
}
