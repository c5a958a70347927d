import type { FastifyBaseLogger } from "fastify";
import type { Company } from "../payment/company.ts";
import { letTimePass } from "../payment/passing-time.ts";
import { deliverDue } from "../payment/webhooks/deliveries.ts";

const restMs = 1_000;
/** Time is let pass no oftener, however often charges wake the loop. */
const passesEveryMs = restMs / 2;

/**
 * The company's own background work: lets time pass every second, and delivers webhooks as often and
 * at once when woken. `stop` resolves when the round under way has ended.
 */
export class CompanyLoop {
  readonly #round: () => Promise<void>;
  #stopped = false;
  #awake = false;
  #wakeUp: (() => void) | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(company: Company, logger: FastifyBaseLogger) {
    let passedAt = Number.NEGATIVE_INFINITY;
    this.#round = async () => {
      try {
        if (performance.now() - passedAt >= passesEveryMs) {
          passedAt = performance.now();
          await letTimePass(company);
        }
        await deliverDue(company);
      } catch (error) {
        if (!this.#stopped) logger.error({ err: error }, "payment company loop");
      }
    };
  }

  start(): void {
    this.#running = this.#run();
  }

  wake(): void {
    this.#awake = true;
    this.#wakeUp?.();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wakeUp?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      this.#awake = false;
      await this.#round();
      if (!this.#awake && !this.#stopped) await this.#rest();
    }
  }

  async #rest(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, restMs);
    this.#wakeUp = resolve;
    await promise;
    clearTimeout(timer);
    this.#wakeUp = undefined;
  }
}
