import { EventEmitter, once } from "node:events";

/** The event of a mail to one address; of any mail, whoever it is to, without one. */
const arrivalOf = (address = "") => `mail to ${address.toLowerCase()}`;

/** Tells those who wait for a mail that one came, and nobody else: a thousand may wait at once. */
export class Arrivals {
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  /** @param to the recipients of the mail that came. */
  announce(to: readonly string[]): void {
    for (const event of new Set(to.map((address) => arrivalOf(address)))) this.#emitter.emit(event);
    this.#emitter.emit(arrivalOf());
  }

  /**
   * Asks `look` again after every mail to `to`, every mail at all unless it is given, until it gives
   * something or `milliseconds` have passed; then gives what it saw last.
   */
  async waitFor<T>(
    look: () => Promise<readonly T[]>,
    milliseconds: number,
    to?: string,
  ): Promise<readonly T[]> {
    const signal = AbortSignal.timeout(milliseconds);
    for (;;) {
      // Listen first: a mail that comes while looking must not be missed.
      const arrival = once(this.#emitter, arrivalOf(to), { signal }).catch(() => undefined);
      const seen = await look();
      if (seen.length > 0 || signal.aborted) return seen;
      await arrival;
    }
  }
}
