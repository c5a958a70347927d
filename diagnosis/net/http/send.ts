import { Readable } from "node:stream";
import type { Client, Dispatcher } from "undici";
import { NetError } from "../net-error.ts";
import { type HttpBody, readBody } from "./http-body.ts";
import { type HeaderList, readHeaders } from "./http-response.ts";

/** An answer before its redirects are looked at. */
export interface Answer {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  readonly truncated: boolean;
}

/** How far an answer may go. */
export interface AnswerLimits {
  readonly responseMs: number;
  readonly bodyBytes: number;
}

/**
 * Sends one request over a client and takes its answer: at most `bodyBytes` after decompression, within
 * `responseMs` from the first byte sent to the last one read. Throws what the client throws, `timeout`
 * and `malformed`.
 *
 * Speaks to undici's dispatcher itself: a scan sends some forty requests, mostly for pages that are not
 * there, and the streams and signals that `Client.request` makes for each cost more than the exchange.
 */
export async function send(
  client: Client,
  request: Dispatcher.DispatchOptions,
  limits: AnswerLimits,
): Promise<Answer> {
  return await new Promise<Answer>((resolve, reject) => {
    const receiver = new Receiver(request.method === "HEAD", limits, resolve, reject);
    try {
      client.dispatch(request, receiver);
    } catch (error) {
      receiver.fail(error);
    }
  });
}

type Controller = Dispatcher.DispatchController;

class Receiver implements Dispatcher.DispatchHandler {
  readonly #headOnly: boolean;
  readonly #limits: AnswerLimits;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #status = 0;
  #headers: HeaderList = [];
  #controller: Controller | null = null;
  /** Carries a body that has to be decoded. */
  #coded: Readable | null = null;
  #isOver = false;

  constructor(
    headOnly: boolean,
    limits: AnswerLimits,
    resolve: (answer: Answer) => void,
    reject: (error: unknown) => void,
  ) {
    this.#headOnly = headOnly;
    this.#limits = limits;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = setTimeout(
      () => this.fail(new NetError("timeout", "HTTP answer")),
      limits.responseMs,
    );
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    // Given up while it waited for its connection.
    if (this.#isOver) controller.abort(new NetError("timeout", "HTTP answer"));
  }

  onResponseStart(controller: Controller, status: number): void {
    // Informational answers (RFC 9110 §15.2) precede the one that counts.
    if (status < 200) return;
    this.#status = status;
    this.#headers = readHeaders(controller.rawHeaders);
    const coding = this.#headers.find(([name]) => name === "content-encoding")?.[1] ?? "";
    if (coding === "" || this.#headOnly || status === 204) return;
    const source = new Readable({ read: () => controller.resume() });
    this.#coded = source;
    readBody(source, coding, this.#limits.bodyBytes).then(
      (body) => this.#finish(body),
      (error: unknown) => this.fail(error),
    );
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#isOver) return;
    if (this.#coded) {
      if (!this.#coded.push(chunk)) controller.pause();
      return;
    }
    const room = this.#limits.bodyBytes - this.#size;
    this.#chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    this.#size += Math.min(chunk.length, room);
    if (chunk.length > room) this.#finish({ bytes: this.#received(), truncated: true });
  }

  onResponseEnd(): void {
    this.#controller = null;
    if (this.#coded) this.#coded.push(null);
    else this.#finish({ bytes: this.#received(), truncated: false });
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#controller = null;
    this.fail(error);
  }

  fail(error: unknown): void {
    this.#endWith(() => this.#reject(error));
  }

  #received(): Buffer {
    return Buffer.concat(this.#chunks, this.#size);
  }

  #finish({ bytes, truncated }: HttpBody): void {
    const [status, headers] = [this.#status, this.#headers];
    this.#endWith(() => this.#resolve({ status, headers, body: bytes, truncated }));
  }

  /** Ends the exchange once; what is still to come of an answer is not waited for. */
  #endWith(act: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    act();
    this.#coded?.destroy();
    this.#controller?.abort(new NetError("aborted", "no more is wanted of this answer"));
  }
}
