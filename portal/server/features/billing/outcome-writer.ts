import type { PortalContext } from "../../context.ts";
import { type Outcome, recordOutcomes } from "./record-outcomes.ts";

/** Most outcomes in one transaction: its locks are held for some ten milliseconds. */
const batchSize = 100;
/** Transactions at a time; each is work for a core of the database's machine. */
const atOnce = 2;
/** Fewer wait this long for more, unless they are the last; nobody's next charge waits for them. */
const lingerMs = 150;
/** Outcomes that may wait before whoever brings more has to wait too. */
const mostWaiting = 2 * batchSize;

/**
 * Writes outcomes down as they come in, as many in one transaction as come within a moment: its
 * dozen statements and its commit cost the same for one and for a hundred. One that cannot be
 * written is logged, alone, and asked about later.
 */
export class OutcomeWriter {
  readonly #context: PortalContext;
  readonly #waiting: Outcome[] = [];
  readonly #running = new Set<Promise<void>>();
  #linger: NodeJS.Timeout | undefined;

  constructor(context: PortalContext) {
    this.#context = context;
  }

  /** Takes an outcome; resolves when there is room for another. */
  async add(outcome: Outcome): Promise<void> {
    this.#waiting.push(outcome);
    this.#soon();
    while (this.#waiting.length > mostWaiting) await Promise.race(this.#running);
  }

  /** Resolves when all are written. */
  async finish(): Promise<void> {
    while (this.#waiting.length > 0 || this.#running.size > 0) {
      this.#begin();
      await Promise.race(this.#running);
    }
  }

  #soon(): void {
    if (this.#waiting.length >= batchSize) this.#begin();
    else if (this.#waiting.length > 0) {
      this.#linger ??= setTimeout(() => this.#begin(), lingerMs);
    }
  }

  #begin(): void {
    clearTimeout(this.#linger);
    this.#linger = undefined;
    while (this.#waiting.length > 0 && this.#running.size < atOnce) {
      const batch = this.#waiting.splice(0, batchSize);
      const running = this.#record(batch).finally(() => {
        this.#running.delete(running);
        this.#soon();
      });
      this.#running.add(running);
    }
  }

  async #record(batch: readonly Outcome[]): Promise<void> {
    try {
      await recordOutcomes(this.#context, batch);
    } catch (error) {
      if (batch.length > 1) {
        // Nothing of it was kept: each gets a transaction of its own, so that one stops no other.
        for (const outcome of batch) await this.#record([outcome]);
        return;
      }
      const { logger } = this.#context;
      logger.error({ err: error }, "outcome not written; it is asked about later");
    }
  }
}
