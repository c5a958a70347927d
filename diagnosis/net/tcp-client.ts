import { ByteStream } from "./byte-stream.ts";
import type {
  Endpoint,
  SecureStream,
  TcpClient,
  TcpGreeting,
  TcpStream,
  TlsOptions,
} from "./clients.ts";
import type { Connector } from "./connector.ts";
import type { HostBook } from "./host-book.ts";
import { NetError } from "./net-error.ts";
import { askHello } from "./raw-tls/raw-tls-client.ts";
import type { TargetSession } from "./target-session.ts";
import { describeSession, type TlsHandshaker } from "./tls-session.ts";

const GREETING_BYTES = 4_096;
const GREETING_MS = 2_000;
const NOTHING = new Uint8Array();

/** Plain TCP for banners and mail dialogues. */
export class GuardedTcpClient implements TcpClient {
  readonly #session: TargetSession;
  readonly #connector: Connector;
  readonly #tls: TlsHandshaker;
  readonly #book: HostBook;

  constructor(session: TargetSession, connector: Connector, tls: TlsHandshaker, book: HostBook) {
    this.#session = session;
    this.#connector = connector;
    this.#tls = tls;
    this.#book = book;
  }

  open(endpoint: Endpoint): Promise<TcpStream> {
    return this.#open(endpoint, this.#session.limits.connectMs);
  }

  async #open(endpoint: Endpoint, connectMs: number): Promise<TcpStream> {
    const { address, port } = await this.#book.endpoint(endpoint);
    const socket = await this.#connector.tcp(this.#session, address, port, connectMs);
    return new PlainStream(new ByteStream(socket, this.#session), this.#session, this.#tls);
  }

  greeting(endpoint: Endpoint, waitMs = GREETING_MS): Promise<TcpGreeting> {
    const key = `greeting ${this.#book.label} ${endpoint.host ?? ""} ${endpoint.address ?? ""} ${endpoint.port} ${waitMs}`;
    return this.#session.once(key, () => this.#greeting(endpoint, waitMs));
  }

  async #greeting(endpoint: Endpoint, waitMs: number): Promise<TcpGreeting> {
    try {
      const { connectMs, greetingConnectMs } = this.#session.limits;
      const stream = await this.#open(endpoint, Math.min(connectMs, greetingConnectMs));
      return { state: "open", bytes: await listen(stream, waitMs) };
    } catch (error) {
      if (error instanceof NetError && error.code === "closed")
        return { state: "closed", bytes: NOTHING };
      // Accepted and reset before we could listen: something is there.
      if (error instanceof NetError && error.code === "reset")
        return { state: "open", bytes: NOTHING };
      if (error instanceof NetError && (error.code === "timeout" || error.code === "unreachable"))
        return { state: "filtered", bytes: NOTHING };
      throw error;
    }
  }
}

/** Takes what comes within `waitMs`; silence and a reset both end the listening. */
async function listen(stream: TcpStream, waitMs: number): Promise<Uint8Array> {
  let heard: Uint8Array = new Uint8Array();
  try {
    return await stream.read(
      (received) => {
        heard = received;
        return received.length >= GREETING_BYTES;
      },
      { timeoutMs: waitMs },
    );
  } catch (error) {
    if (error instanceof NetError && (error.code === "timeout" || error.code === "reset"))
      return heard;
    throw error;
  } finally {
    stream.close();
  }
}

class PlainStream implements TcpStream {
  readonly #bytes: ByteStream;
  readonly #session: TargetSession;
  readonly #tls: TlsHandshaker;

  constructor(bytes: ByteStream, session: TargetSession, tls: TlsHandshaker) {
    this.#bytes = bytes;
    this.#session = session;
    this.#tls = tls;
  }

  get address() {
    return this.#bytes.address;
  }

  read: TcpStream["read"] = (done, limits) => this.#bytes.read(done, limits);

  write(bytes: Uint8Array | string) {
    return this.#bytes.write(bytes);
  }

  close() {
    this.#bytes.close();
  }

  async startTls(servername: string, options: TlsOptions = {}): Promise<SecureStream> {
    let ocsp: Uint8Array | null = null;
    const socket = await this.#tls.secure(
      this.#session,
      this.#bytes.socket,
      { servername, ...options },
      { onOcsp: (response) => (ocsp = response) },
    );
    const session = describeSession(socket, ocsp);
    const plain = new PlainStream(new ByteStream(socket, this.#session), this.#session, this.#tls);
    return Object.assign(plain, { session });
  }

  hello: TcpStream["hello"] = (hello) => askHello(this.#bytes, hello);
}
