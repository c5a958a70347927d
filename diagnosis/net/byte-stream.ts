import type { Socket } from "node:net";
import { NetError } from "./net-error.ts";
import { toNetError } from "./socket-errors.ts";
import type { TargetSession } from "./target-session.ts";

const MAX_BYTES = 65_536;

/** Reads and writes one connected socket (plain or TLS) with caps on bytes and time. */
export class ByteStream {
  readonly address: string;
  readonly socket: Socket;
  readonly #session: TargetSession;

  constructor(socket: Socket, session: TargetSession) {
    this.socket = socket;
    this.address = socket.remoteAddress ?? "";
    this.#session = session;
    socket.pause();
  }

  /** See `TcpStream.read`: throws `timeout` and `too-large`; a close hands over what came. */
  async read(
    done: (received: Uint8Array) => boolean,
    limits: { readonly maxBytes?: number; readonly timeoutMs?: number } = {},
  ): Promise<Uint8Array> {
    const maxBytes = limits.maxBytes ?? MAX_BYTES;
    const timeoutMs = limits.timeoutMs ?? this.#session.limits.responseMs;
    const chunks: Buffer[] = [];
    let size = 0;
    const received = () => Buffer.concat(chunks, size);
    return await new Promise<Uint8Array>((resolve, reject) => {
      const { socket } = this;
      const finish = (act: () => void) => {
        clearTimeout(timer);
        socket.off("data", onData).off("end", onEnd).off("close", onEnd).off("error", onError);
        socket.pause();
        act();
      };
      const onData = (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > maxBytes)
          return finish(() => reject(new NetError("too-large", `more than ${maxBytes} bytes`)));
        const bytes = received();
        if (done(bytes)) finish(() => resolve(bytes));
      };
      const onEnd = () =>
        finish(() =>
          this.#session.signal.aborted ? reject(this.#session.signal.reason) : resolve(received()),
        );
      const onError = (error: Error) => finish(() => reject(toNetError(error)));
      const timer = setTimeout(
        () => finish(() => reject(new NetError("timeout", "waiting for an answer"))),
        timeoutMs,
      );
      socket.on("data", onData).on("end", onEnd).on("close", onEnd).on("error", onError);
      if (socket.destroyed || socket.readableEnded) onEnd();
      else socket.resume();
    });
  }

  async write(bytes: Uint8Array | string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.socket.write(bytes, (error) => (error ? reject(toNetError(error)) : resolve()));
    });
  }

  close(): void {
    this.socket.destroy();
  }
}
