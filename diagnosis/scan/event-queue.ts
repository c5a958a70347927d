/**
 * Joins many producers for one reader. The buffer is bounded by back-pressure: `push`
 * waits once `limit` events lie unread, so a slow reader slows the scan instead of filling memory.
 */
export class EventQueue<T extends object> {
  readonly #limit: number;
  readonly #items: T[] = [];
  readonly #writers: (() => void)[] = [];
  #reader: (() => void) | null = null;
  #ended = false;
  #failure: unknown;

  constructor(limit = 256) {
    this.#limit = limit;
  }

  /** Adds an event; resolves when there is room for another. */
  async push(item: T): Promise<void> {
    if (this.#ended) return;
    this.#items.push(item);
    this.#wake();
    if (this.#items.length >= this.#limit)
      await new Promise<void>((resolve) => this.#writers.push(resolve));
  }

  /** No more events follow; with an error the reader gets it after what is buffered. */
  end(failure?: unknown): void {
    this.#ended = true;
    this.#failure = failure;
    this.#wake();
    for (const writer of this.#writers.splice(0)) writer();
  }

  /** The next event; null after the last one. Throws the failure that ended the queue. */
  async next(): Promise<T | null> {
    for (;;) {
      const item = this.#items.shift();
      if (item !== undefined) {
        this.#writers.shift()?.();
        return item;
      }
      if (this.#ended) {
        if (this.#failure !== undefined) throw this.#failure;
        return null;
      }
      await new Promise<void>((resolve) => {
        this.#reader = resolve;
      });
    }
  }

  #wake() {
    this.#reader?.();
    this.#reader = null;
  }
}
