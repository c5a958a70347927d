import type { TLSSocket } from "node:tls";
import type { TlsOptions, TlsSession } from "./clients.ts";
import type { Connector } from "./connector.ts";
import type { FullEndpoint } from "./host-book.ts";
import { NetError } from "./net-error.ts";
import type { TargetSession } from "./target-session.ts";
import { describeSession, type TlsHandshaker } from "./tls-session.ts";

/** A connection that nobody has sent a request over yet is kept so long; servers wait longer for one. */
const IDLE_MS = 2_000;

interface Connection {
  readonly socket: TLSSocket;
  readonly session: TlsSession;
}

interface FirstConnection {
  readonly made: Promise<Connection>;
  taken: boolean;
}

/**
 * Connections to web servers whose certificate need not be good. A handshake is the dearest thing a
 * scan does, for both sides, so the first one to an endpoint serves twice: it is described for the
 * certificate's checks, and its socket carries the first HTTP request.
 */
export class HttpsConnections {
  readonly #session: TargetSession;
  readonly #connector: Connector;
  readonly #tls: TlsHandshaker;
  readonly #first = new Map<string, FirstConnection>();
  /** Endpoints that refused our usual offer. */
  readonly #picky = new Set<string>();

  constructor(session: TargetSession, connector: Connector, tls: TlsHandshaker) {
    this.#session = session;
    this.#connector = connector;
    this.#tls = tls;
  }

  /** What the first handshake negotiated. Throws NetError. */
  async describe(endpoint: FullEndpoint): Promise<TlsSession> {
    return (await this.#firstTo(endpoint).made).session;
  }

  /** A connected socket of the caller's own: the first one while it is fresh, else a new one. */
  async take(endpoint: FullEndpoint): Promise<TLSSocket> {
    const first = this.#firstTo(endpoint);
    if (!first.taken) {
      first.taken = true;
      const { socket } = await first.made;
      socket.setTimeout(0);
      if (!socket.destroyed && socket.readable) return socket;
    }
    return (await this.#connect(endpoint)).socket;
  }

  #firstTo(endpoint: FullEndpoint): FirstConnection {
    const known = this.#first.get(keyOf(endpoint));
    if (known) return known;
    const made = this.#connect(endpoint);
    const first: FirstConnection = { made, taken: false };
    this.#first.set(keyOf(endpoint), first);
    made.then(
      ({ socket }) => {
        if (!first.taken) socket.setTimeout(IDLE_MS, () => socket.destroy());
      },
      () => undefined,
    );
    return first;
  }

  async #connect(endpoint: FullEndpoint): Promise<Connection> {
    if (this.#picky.has(keyOf(endpoint)))
      return await this.#handshake(endpoint, { postQuantum: true });
    try {
      return await this.#handshake(endpoint, { alpn: ["http/1.1"] });
    } catch (error) {
      if (!(error instanceof NetError) || error.code !== "tls") throw error;
      // Some refuse a client that names HTTP/1.1 (RFC 7301 §3.2), or one without post-quantum keys.
      this.#picky.add(keyOf(endpoint));
      return await this.#handshake(endpoint, { postQuantum: true });
    }
  }

  async #handshake(
    { host, address, port }: FullEndpoint,
    offer: Pick<TlsOptions, "alpn" | "postQuantum">,
  ): Promise<Connection> {
    const plain = await this.#connector.tcp(this.#session, address, port);
    plain.setNoDelay(true);
    let ocsp: Uint8Array | null = null;
    const socket = await this.#tls.secure(
      this.#session,
      plain,
      { servername: host, ...offer },
      { onOcsp: (response) => (ocsp = response) },
    );
    return { socket, session: describeSession(socket, ocsp) };
  }
}

function keyOf({ host, address, port }: FullEndpoint): string {
  return `${host} ${address} ${port}`;
}
