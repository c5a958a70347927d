import { ByteStream } from "../byte-stream.ts";
import type { RawHello, RawTlsAnswer, RawTlsClient } from "../clients.ts";
import type { Connector } from "../connector.ts";
import type { HostBook } from "../host-book.ts";
import { NetError } from "../net-error.ts";
import type { TargetSession } from "../target-session.ts";
import { clientHello } from "./client-hello.ts";
import { readCutFlight, readFlight } from "./server-flight.ts";
import { readSsl2Answer } from "./ssl2-answer.ts";

/** Largest first flight that is read: certificates of any sane chain fit. */
const MAX_FLIGHT = 65_536;

/**
 * Sends ClientHello bytes of our own over plain TCP and reads the server's first flight, since
 * OpenSSL in Node refuses to offer SSL 2 and 3, RC4, NULL, EXPORT or compression.
 */
export class GuardedRawTlsClient implements RawTlsClient {
  readonly #session: TargetSession;
  readonly #connector: Connector;
  readonly #book: HostBook;

  constructor(session: TargetSession, connector: Connector, book: HostBook) {
    this.#session = session;
    this.#connector = connector;
    this.#book = book;
  }

  probe(hello: RawHello): Promise<RawTlsAnswer> {
    const key = `raw-tls ${this.#book.label} ${JSON.stringify(Object.entries(hello).sort(byName))}`;
    return this.#session.once(key, () => this.#probe(hello));
  }

  async #probe(hello: RawHello): Promise<RawTlsAnswer> {
    const { host, address, port } = await this.#book.endpoint({
      ...hello,
      port: hello.port ?? 443,
    });
    const socket = await this.#connector.tcp(this.#session, address, port);
    const stream = new ByteStream(socket, this.#session);
    try {
      return await askHello(stream, { ...hello, servername: hello.servername ?? host });
    } finally {
      stream.close();
    }
  }
}

/** A plain sort would write out the long list of ciphers for every comparison. */
function byName([left]: [string, unknown], [right]: [string, unknown]): number {
  return left < right ? -1 : 1;
}

/** Sends the hello over a connection that waits for TLS and reads the server's first flight. */
export async function askHello(
  stream: ByteStream,
  hello: RawHello & { readonly servername: string },
): Promise<RawTlsAnswer> {
  const parse = hello.version === "ssl2" ? readSsl2Answer : readFlight;
  let answer: RawTlsAnswer | null = null;
  let failure: unknown;
  const complete = (received: Uint8Array) => {
    try {
      answer = parse(received);
    } catch (error) {
      failure = error;
    }
    return answer !== null || failure !== undefined;
  };
  try {
    await stream.write(clientHello(hello));
    const received = await stream.read(complete, { maxBytes: MAX_FLIGHT });
    if (failure !== undefined) throw failure;
    return answer ?? (hello.version === "ssl2" ? { kind: "closed" } : readCutFlight(received));
  } catch (error) {
    if (error instanceof NetError && error.code === "reset") return { kind: "closed" };
    throw error;
  }
}
