const firstSeconds = 1;
const mostSeconds = 30;
/** Milliseconds of unbroken refusing after which the advice doubles. */
const doublesAfter = 2_000;
/** Milliseconds without a refusal that end a row of them. */
const quiet = 5_000;

/** What refused people are told to wait: longer the longer it lasts, and not all of them the same. */
export class RetryAfter {
  #began = 0;
  #last = Number.NEGATIVE_INFINITY;

  /** @param random from 0 to 1. @returns whole seconds, 1 to 45. */
  next(now: number, random: number): number {
    if (now - this.#last > quiet) this.#began = now;
    this.#last = now;
    const doublings = Math.floor((now - this.#began) / doublesAfter);
    const seconds = Math.min(mostSeconds, firstSeconds * 2 ** doublings);
    return Math.max(1, Math.round(seconds * (0.5 + random)));
  }
}
