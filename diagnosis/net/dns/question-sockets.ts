import type { Socket as UdpSocket } from "node:dgram";

/** Questions one source port may serve, and for how long. */
const QUESTIONS = 8;
const MAX_AGE_MS = 1_000;

interface Shared {
  readonly socket: Promise<UdpSocket>;
  readonly timer: NodeJS.Timeout;
  asked: number;
  waiting: number;
  /** No further question: full, too old, broken or closed. */
  spent: boolean;
  isClosed: boolean;
}

/**
 * UDP sockets to one name server. A socket for each question costs more than the question; one
 * socket for all would give others time to find its port and forge answers (RFC 5452 §4.5). So each
 * serves a few questions for a moment, and is closed when the last of them is answered.
 */
export class QuestionSockets {
  readonly #open: () => Promise<UdpSocket>;
  #current: Shared | null = null;

  constructor(open: () => Promise<UdpSocket>) {
    this.#open = open;
  }

  /** Lends a socket for one question. */
  async use<T>(ask: (socket: UdpSocket) => Promise<T>): Promise<T> {
    const shared = this.#current?.spent === false ? this.#current : this.#begin();
    shared.asked += 1;
    shared.waiting += 1;
    if (shared.asked >= QUESTIONS) shared.spent = true;
    try {
      return await ask(await shared.socket);
    } catch (error) {
      shared.spent = true;
      throw error;
    } finally {
      shared.waiting -= 1;
      closeSpent(shared);
    }
  }

  #begin(): Shared {
    const timer = setTimeout(() => {
      shared.spent = true;
      closeSpent(shared);
    }, MAX_AGE_MS);
    const socket = this.#open().then((opened) => {
      // The end of the session closes it too.
      opened.once("close", () => {
        shared.spent = true;
        shared.isClosed = true;
        clearTimeout(timer);
      });
      // Every question listens on its own.
      return opened.setMaxListeners(0);
    });
    const shared: Shared = { socket, timer, asked: 0, waiting: 0, spent: false, isClosed: false };
    this.#current = shared;
    return shared;
  }
}

function closeSpent(shared: Shared) {
  if (!shared.spent || shared.isClosed || shared.waiting > 0) return;
  clearTimeout(shared.timer);
  shared.socket.then(closeQuietly, () => undefined);
}

/** Closes a socket; the event that tells of an earlier end may still be on its way. */
function closeQuietly(socket: UdpSocket): void {
  try {
    socket.close();
  } catch {
    // Closed already.
  }
}
