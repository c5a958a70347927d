import { isIP } from "node:net";

/** One socket the engine opened. */
export interface SocketEntry {
  readonly transport: "tcp" | "udp";
  /** `resolver` sockets go to the configured recursive resolver, the rest to what is examined. */
  readonly role: "target" | "resolver";
  readonly address: string;
  readonly port: number;
}

/** Counts every socket the engine opens: the witness for the guard's promise in tests. */
export class SocketLog {
  readonly #keep: boolean;
  readonly entries: SocketEntry[] = [];
  opened = 0;
  live = 0;

  /** @param keep also remembers where each socket went; for tests, since it grows. */
  constructor(keep = false) {
    this.#keep = keep;
  }

  /** Notes a socket right before it is opened; call the answer once when it closed. */
  open(entry: SocketEntry): () => void {
    if (isIP(entry.address) === 0) throw new Error("sockets are opened to addresses only");
    this.opened += 1;
    this.live += 1;
    if (this.#keep) this.entries.push(entry);
    let closed = false;
    return () => {
      if (!closed) this.live -= 1;
      closed = true;
    };
  }
}
