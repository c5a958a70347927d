/** A step longer than this, in milliseconds, is a pause: nobody looked meanwhile. */
const longestStep = 500;

/**
 * Counts only time in which the process was there to look. A process that was stopped for a minute
 * has neither served nor kept anybody waiting in it: whoever judges by waits or by speed would judge
 * the pause. Look at least every `longestStep` while anything depends on it.
 */
export class SeenClock {
  #last: number | undefined;
  #seen = 0;

  /** @param now milliseconds of a clock that never goes back. @returns milliseconds seen so far. */
  at(now: number): number {
    const step = now - (this.#last ?? now);
    this.#last = now;
    this.#seen += Math.min(Math.max(step, 0), longestStep);
    return this.#seen;
  }
}
