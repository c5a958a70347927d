/** Whether the one who waits longest has waited too long for a while, and not for a moment only. */
export class Congestion {
  readonly #wait: number;
  readonly #duration: number;
  #since: number | undefined;
  #isCongested = false;

  /** Milliseconds: a wait above `wait` for `duration` is congestion. */
  constructor(wait: number, duration: number) {
    this.#wait = wait;
    this.#duration = duration;
  }

  /** @param wait of the one who waits longest, 0 where nobody does. */
  see(wait: number, now: number): void {
    if (wait <= this.#wait) {
      this.#since = undefined;
      this.#isCongested = false;
      return;
    }
    this.#since ??= now;
    this.#isCongested = now - this.#since >= this.#duration;
  }

  get isCongested(): boolean {
    return this.#isCongested;
  }
}
