import { EventEmitter, once } from "node:events";

/** Tells those who wait for a mail that one came. */
export class Arrivals {
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  announce(): void {
    this.#emitter.emit("mail");
  }

  /**
   * Asks `look` again after every mail, until it gives something or `milliseconds` have passed;
   * then gives what it saw last.
   */
  async waitFor<T>(look: () => Promise<readonly T[]>, milliseconds: number): Promise<readonly T[]> {
    const signal = AbortSignal.timeout(milliseconds);
    for (;;) {
      // Listen first: a mail that comes while looking must not be missed.
      const arrival = once(this.#emitter, "mail", { signal }).catch(() => undefined);
      const seen = await look();
      if (seen.length > 0 || signal.aborted) return seen;
      await arrival;
    }
  }
}
