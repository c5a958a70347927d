import type { Socket } from "node:net";
import { Client } from "undici";
import type { Connector } from "../connector.ts";
import type { FullEndpoint } from "../host-book.ts";
import type { HttpsConnections } from "../https-connections.ts";
import { NetError } from "../net-error.ts";
import { toNetError } from "../socket-errors.ts";
import type { TargetSession } from "../target-session.ts";
import type { TlsHandshaker } from "../tls-session.ts";

/** One origin at one pinned address. */
export interface Origin extends FullEndpoint {
  readonly protocol: "http:" | "https:";
  readonly verify: boolean;
}

/**
 * Keeps one connection per origin for the life of a target. undici never resolves or connects by
 * itself: its connector is ours, which hands it a socket that went through the guard. (A lookup
 * hook would not do: it is not called for an IP literal.)
 */
export class HttpPool {
  readonly #session: TargetSession;
  readonly #connector: Connector;
  readonly #tls: TlsHandshaker;
  readonly #https: HttpsConnections;
  readonly #clients = new Map<string, Client>();
  readonly #turns = new Map<string, Promise<void>>();
  /** Connected sockets that wait for their client's first request. */
  readonly #prepared = new Map<string, Socket>();

  constructor(
    session: TargetSession,
    connector: Connector,
    tls: TlsHandshaker,
    https: HttpsConnections,
  ) {
    this.#session = session;
    this.#connector = connector;
    this.#tls = tls;
    this.#https = https;
  }

  /** The client of an origin, made on first use. */
  client(origin: Origin): Client {
    const key = keyOf(origin);
    const known = this.#clients.get(key);
    if (known && !known.destroyed) return known;
    const authority = origin.port === defaultPort(origin.protocol) ? "" : `:${origin.port}`;
    const client = new Client(`${origin.protocol}//${origin.host}${authority}`, {
      connect: (_options, callback) => {
        this.#connect(origin).then(
          (socket) => callback(null, socket),
          (error: unknown) => callback(toNetError(error), null),
        );
      },
      pipelining: 1,
      maxHeaderSize: this.#session.limits.headerBytes,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 10_000,
      strictContentLength: false,
    });
    this.#clients.set(key, client);
    this.#session.track({ destroy: () => void client.destroy(OVER) });
    return client;
  }

  /** Runs one request of an origin after the other: a connection carries one at a time. */
  async inTurn<T>(origin: Origin, send: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(keyOf(origin));
    const turn = (before ?? Promise.resolve()).then(send);
    this.#turns.set(
      keyOf(origin),
      turn.then(
        () => undefined,
        () => undefined,
      ),
    );
    return await turn;
  }

  /**
   * Opens the connection that the next request needs, if it needs one, so that the request leaves at
   * the moment it is given to the client. Throws what connecting throws.
   */
  async prepare(origin: Origin): Promise<void> {
    if (this.client(origin).stats.connected || this.#prepared.has(keyOf(origin))) return;
    const socket = await this.#open(origin);
    socket.once("close", () => this.#prepared.delete(keyOf(origin)));
    this.#prepared.set(keyOf(origin), socket);
  }

  async #connect(origin: Origin): Promise<Socket> {
    const prepared = this.#prepared.get(keyOf(origin));
    this.#prepared.delete(keyOf(origin));
    return prepared && !prepared.destroyed ? prepared : await this.#open(origin);
  }

  async #open(origin: Origin): Promise<Socket> {
    if (origin.protocol === "https:" && !origin.verify) return await this.#https.take(origin);
    const socket = await this.#connector.tcp(this.#session, origin.address, origin.port);
    socket.setNoDelay(true);
    if (origin.protocol === "http:") return socket;
    return await this.#tls.secure(
      this.#session,
      socket,
      { servername: origin.host, alpn: ["http/1.1"] },
      { verify: true },
    );
  }
}

/**
 * What ends a client with its target. An error made anew for each would have its stack written out, as
 * sockets do with errors that end them; nobody reads it.
 */
const OVER = new NetError("aborted", "the examination is over");

function keyOf({ protocol, host, address, port, verify }: Origin): string {
  return `${protocol} ${host} ${address} ${port} ${verify}`;
}

/** 443 or 80. */
export function defaultPort(protocol: "http:" | "https:"): number {
  return protocol === "https:" ? 443 : 80;
}
