import {
  type CardToken,
  type FieldsErrorCode,
  type MessageFromFields,
  type MessageToFields,
  readMessageFromFields,
} from "./fields-messages.ts";

/** The fields gave no token. */
export class FieldsError extends Error {
  override readonly name = "FieldsError";
  readonly code: FieldsErrorCode;

  constructor(code: FieldsErrorCode) {
    super(`The card fields answered ${code}.`);
    this.code = code;
  }
}

export interface FieldsHostOptions {
  /** The only origin that is listened to and spoken to. */
  readonly origin: string;
  /** The frame's window; undefined while there is none. */
  readonly target: () => Pick<Window, "postMessage"> | null | undefined;
  /** Everything but answers to a submit. */
  readonly onMessage: (message: MessageFromFields) => void;
  /** Milliseconds until a submit without an answer fails as a network error. */
  readonly timeout: number;
}

export interface FieldsHost {
  /** For `window`'s message events. */
  receive(event: Pick<MessageEvent, "origin" | "source" | "data">): void;
  send(message: MessageToFields): void;
  /**
   * Asks for a token.
   *
   * @throws FieldsError with the code the fields answered, `network` when they do not.
   */
  submit(): Promise<CardToken>;
}

interface Waiting {
  readonly resolve: (token: CardToken) => void;
  readonly reject: (error: FieldsError) => void;
}

/** The page's side of the payment company's frame protocol. */
export function createFieldsHost({
  origin,
  target,
  onMessage,
  timeout,
}: FieldsHostOptions): FieldsHost {
  const waiting = new Map<string, Waiting>();

  function send(message: MessageToFields): void {
    target()?.postMessage(message, origin);
  }

  return {
    send,
    receive(event) {
      if (event.origin !== origin || event.source !== target()) return;
      const message = readMessageFromFields(event.data);
      if (!message) return;
      if (message.type !== "token" && message.type !== "error") return onMessage(message);
      const answered = waiting.get(message.requestId);
      waiting.delete(message.requestId);
      if (message.type === "error") return answered?.reject(new FieldsError(message.code));
      const { token, brand, last4 } = message;
      answered?.resolve({ token, brand, last4 });
    },
    async submit() {
      const requestId = crypto.randomUUID();
      const { promise, resolve, reject } = Promise.withResolvers<CardToken>();
      const timer = setTimeout(() => reject(new FieldsError("network")), timeout);
      waiting.set(requestId, { resolve, reject });
      send({ type: "submit", requestId });
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        waiting.delete(requestId);
      }
    },
  };
}
