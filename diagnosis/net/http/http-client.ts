import type { Readable } from "node:stream";
import type { Client } from "undici";
import { WEB_PORTS } from "../allowed-ports.ts";
import type { HttpClient, HttpHop, HttpRequest, HttpResponse } from "../clients.ts";
import type { HostBook } from "../host-book.ts";
import type { LoadGovernor } from "../load-governor.ts";
import { NetError } from "../net-error.ts";
import type { TargetSession } from "../target-session.ts";
import { readBody } from "./http-body.ts";
import { toHttpError } from "./http-errors.ts";
import { defaultPort, type HttpPool, type Origin } from "./http-pool.ts";
import { type HeaderList, makeResponse, readHeaders } from "./http-response.ts";

/** Who we are and how far we may go. */
export interface HttpRules {
  readonly userAgent: string;
  /** Hosts that a redirect may lead to; all others are recorded and not visited. */
  readonly inScope: (host: string) => boolean;
}

interface Step {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  readonly truncated: boolean;
}

/** HTTP/1.1 over guarded sockets: no cookies, no caches, no writes, redirects by hand. */
export class GuardedHttpClient implements HttpClient {
  readonly #session: TargetSession;
  readonly #pool: HttpPool;
  readonly #governor: LoadGovernor;
  readonly #book: HostBook;
  readonly #host: string;
  readonly #rules: HttpRules;

  constructor(
    session: TargetSession,
    pool: HttpPool,
    governor: LoadGovernor,
    book: HostBook,
    host: string,
    rules: HttpRules,
  ) {
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

  async #step(url: URL, request: HttpRequest): Promise<Step> {
    const protocol = url.protocol === "https:" ? "https:" : "http:";
    const port = url.port === "" ? defaultPort(protocol) : Number(url.port);
    if (!WEB_PORTS.includes(port)) throw new NetError("refused", `HTTP on port ${port}`);
    const endpoint = await this.#book.endpoint({ host: url.hostname, port });
    const origin: Origin = { ...endpoint, protocol, verify: request.verify ?? false };
    await this.#governor.request(endpoint.address, this.#session.signal);
    const path = `${url.pathname}${url.search}`;
    try {
      const step = await this.#withRetry(origin, path, request);
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
  async #withRetry(origin: Origin, path: string, request: HttpRequest): Promise<Step> {
    const client = this.#pool.client(origin);
    const kept = client.stats.connected;
    try {
      return await this.#send(client, path, request);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : "";
      if (!kept || code !== "UND_ERR_SOCKET" || this.#session.signal.aborted) throw error;
      return await this.#send(this.#pool.client(origin), path, request);
    }
  }

  async #send(client: Client, path: string, request: HttpRequest): Promise<Step> {
    const deadline = new AbortController();
    const timer = setTimeout(
      () => deadline.abort(new NetError("timeout", "HTTP answer")),
      this.#session.limits.responseMs,
    );
    try {
      const response = await client.request({
        path,
        method: request.method ?? "GET",
        headers: {
          "user-agent": this.#rules.userAgent,
          accept: "*/*",
          "accept-encoding": "gzip, deflate, br",
          ...request.headers,
        },
        signal: deadline.signal,
        responseHeaders: "raw",
      });
      const headers = readHeaders(response.headers);
      const coding = headers.find(([name]) => name === "content-encoding")?.[1] ?? null;
      const bare = request.method === "HEAD" || response.statusCode === 204;
      const source: Readable = response.body;
      const body = await readBody(source, bare ? null : coding, this.#session.limits.bodyBytes);
      return { status: response.statusCode, headers, body: body.bytes, truncated: body.truncated };
    } catch (error) {
      throw deadline.signal.aborted ? deadline.signal.reason : error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** An http(s) URL without credentials. Throws `refused` for everything else. */
function webUrl(text: string, base: string): URL {
  const url = URL.parse(text, base);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:"))
    throw new NetError("refused", "not an http URL");
  if (url.username !== "" || url.password !== "")
    throw new NetError("refused", "a URL with credentials");
  return url;
}
