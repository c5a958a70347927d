const bucketMs = 100;
const slow = 20;
const quick = 5;
/** Few buckets may hold a batch too many. */
const surelyFaster = 1.5;

/**
 * How many hashes a second the threads finish when they have work, from the completions of the last
 * two seconds of work. Time in which a thread has nothing to do does not count, so that a quiet
 * night, or a database that keeps everybody waiting, says nothing about the threads.
 *
 * The last half second counts instead where it was much faster: a machine whose neighbours have left
 * would otherwise refuse for two seconds what it could serve.
 */
export class CompletionRate {
  readonly #buckets: number[];
  readonly #threads: number;
  /** Of the bucket that is being filled: milliseconds in which all threads worked. */
  #filled = 0;
  /** Asked for each sign-in, and changed by each batch only. */
  #perSecond: number | undefined;

  /** @param assumed hashes a second of one thread, until some have been seen. */
  constructor(threads: number, assumed: number) {
    this.#threads = threads;
    this.#buckets = Array<number>(slow - 1).fill((assumed * threads * bucketMs) / 1000);
    this.#buckets.push(0);
  }

  /** @param busy threads that had work for the last `ms` milliseconds. */
  work(ms: number, busy: number): void {
    this.#filled += (ms * busy) / this.#threads;
    while (this.#filled >= bucketMs) {
      this.#filled -= bucketMs;
      this.#buckets.shift();
      this.#buckets.push(0);
      this.#perSecond = undefined;
    }
  }

  completed(count: number): void {
    this.#buckets.push((this.#buckets.pop() ?? 0) + count);
    this.#perSecond = undefined;
  }

  /** Hashes a second of all threads. */
  perSecond(): number {
    this.#perSecond ??= Math.max(this.#over(slow), this.#over(quick) / surelyFaster);
    return this.#perSecond;
  }

  #over(buckets: number): number {
    const sum = this.#buckets.slice(-buckets).reduce((total, count) => total + count, 0);
    // The bucket that is being filled is part of a bucket only.
    return (sum * 1000) / ((buckets - 1) * bucketMs + this.#filled);
  }
}
