import type { TlsClient, TlsOptions, TlsSession } from "./clients.ts";
import type { Connector } from "./connector.ts";
import type { HostBook } from "./host-book.ts";
import type { HttpsConnections } from "./https-connections.ts";
import type { TargetSession } from "./target-session.ts";
import { describeSession, type TlsHandshaker } from "./tls-session.ts";

/** Handshakes by OpenSSL: certificates, trust, what a modern client negotiates. */
export class GuardedTlsClient implements TlsClient {
  readonly #session: TargetSession;
  readonly #connector: Connector;
  readonly #tls: TlsHandshaker;
  readonly #https: HttpsConnections;
  readonly #book: HostBook;

  constructor(
    session: TargetSession,
    connector: Connector,
    tls: TlsHandshaker,
    https: HttpsConnections,
    book: HostBook,
  ) {
    this.#session = session;
    this.#connector = connector;
    this.#tls = tls;
    this.#https = https;
    this.#book = book;
  }

  handshake(options: TlsOptions = {}): Promise<TlsSession> {
    const key = `tls ${this.#book.label} ${JSON.stringify(Object.entries(options).sort())}`;
    return this.#session.once(key, () => this.#handshake(options));
  }

  async #handshake(options: TlsOptions): Promise<TlsSession> {
    const endpoint = await this.#book.endpoint({ ...options, port: options.port ?? 443 });
    if (Object.keys(options).length === 0) return await this.#https.describe(endpoint);
    const socket = await this.#connector.tcp(this.#session, endpoint.address, endpoint.port);
    try {
      const servername = options.servername ?? endpoint.host;
      let ocsp: Uint8Array | null = null;
      const secure = await this.#tls.secure(
        this.#session,
        socket,
        { ...options, servername },
        { onOcsp: (response) => (ocsp = response) },
      );
      return describeSession(secure, ocsp);
    } finally {
      socket.destroy();
    }
  }
}
