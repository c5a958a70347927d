import { AppError } from "@sekimori/kit-server/errors";
import type { Metrics } from "@sekimori/kit-server/metrics";
import { Admission, type PasswordClass, type Visit } from "./admission/admission.ts";
import { RetryAfter } from "./admission/retry-after.ts";
import type { PasswordPool } from "./password-pool.ts";
import type { PasswordTask } from "./password-thread.ts";

/** What one browser may have under way before it waits like a stranger: its token can be copied. */
const mostOfBrowser = 4;
/** Milliseconds between two looks at who waits; the rule takes a longer time for a pause. */
const lookEvery = 100;
const waitBuckets = [0.01, 0.05, 0.1, 0.2, 0.5, 1, 2, 4] as const;

interface Job {
  readonly task: PasswordTask;
  readonly finish: PromiseWithResolvers<string | boolean>;
}
type PasswordVisit = Visit<Job>;

/** Who comes to have a password checked. */
export interface PasswordVisitor {
  /** Its browser's token, where that is one of ours. */
  readonly browser?: string | undefined;
  /** Ends the wait when the client has gone. */
  readonly gone?: AbortSignal | undefined;
}

/** A place for a password that will come. */
export interface PasswordPlace {
  readonly visit: PasswordVisit;
  readonly gone: AbortSignal | undefined;
  /** Gives the place back; a second call does nothing. */
  leave(): void;
}

/** Who waits for a password: members known to us are served before everybody else. */
export interface PasswordOrder {
  /** `enter` has let this one in; without it, the password waits for a place first. */
  readonly place?: PasswordPlace;
  readonly isKnown?: boolean;
}

export interface PasswordQueue {
  /**
   * Runs one task.
   *
   * @throws AppError Unavailable when there is no room, it has waited too long, or its client has
   *   gone; what argon2 throws; Error when the thread ended.
   */
  run(task: PasswordTask, order?: PasswordOrder): Promise<string | boolean>;
  /**
   * Takes a place for a task that will come, so that what leads to it is bounded as well. A browser
   * that carries a token of ours has it at once, a few times; all others when it is their turn.
   *
   * @throws AppError Unavailable as `run` does.
   */
  enter(visitor?: PasswordVisitor): Promise<PasswordPlace>;
  /**
   * What `enter` would say now, without taking a place.
   *
   * @param isOurs whether its browser carries a token of ours.
   * @throws AppError Unavailable when there is no room.
   */
  refuseEarly(isOurs: boolean): void;
  /** More strangers come than can be served, and have for a while. */
  isCongested(): boolean;
  /** Nobody waits: whoever comes now goes next. */
  isQuiet(): boolean;
}

/** Puts the rule of admission between those who come and the threads. */
export function createPasswordQueue(pool: PasswordPool, metrics?: Metrics): PasswordQueue {
  const now = () => performance.now();
  const admission = new Admission<Job>(pool.width);
  const outside = new Map<PasswordVisit, PromiseWithResolvers<void>>();
  /** Visits under way of browsers that carry a token of ours. */
  const visitsOf = new Map<string, number>();
  const advice = { known: new RetryAfter(), stranger: new RetryAfter() };
  let busy = 0;
  let isPlanned = false;
  let looking: NodeJS.Timeout | undefined;

  const labels = ["class"] as const;
  const waits = metrics?.histogram(
    { name: "password_wait_seconds", help: "How long passwords waited for a thread.", labels },
    waitBuckets,
  );
  const shed = metrics?.counter({
    name: "shed_total",
    help: "Requests refused because too many passwords waited.",
    labels,
    begin: [{ class: "known" }, { class: "stranger" }],
  });

  function refusal(is: PasswordClass): AppError {
    shed?.inc({ class: is });
    return new AppError("Unavailable", {
      data: { retryAfterSeconds: advice[is].next(now(), Math.random()) },
      detail: "too many passwords wait to be checked",
      isShed: true,
    });
  }

  const clientGone = () =>
    new AppError("Unavailable", { detail: "the client has gone", isShed: true });

  function fail(visit: PasswordVisit, error: AppError): void {
    outside.get(visit)?.reject(error);
    outside.delete(visit);
    visit.task?.finish.reject(error);
  }

  function distribute(): void {
    const { letIn, dropped } = admission.settle(now());
    for (const visit of letIn) {
      outside.get(visit)?.resolve();
      outside.delete(visit);
    }
    for (const visit of dropped) fail(visit, refusal(visit.is));
    while (busy < pool.width) {
      const batch = admission.nextBatch(now());
      if (batch.length === 0) break;
      hash(batch);
    }
    if (admission.size > 0) {
      looking ??= setInterval(distribute, lookEvery).unref();
    } else {
      clearInterval(looking);
      looking = undefined;
    }
  }

  function hash(batch: readonly PasswordVisit[]): void {
    const jobs = batch.flatMap(({ task }) => (task === undefined ? [] : [task]));
    for (const { is, waited } of batch) waits?.observe({ class: is }, waited / 1000);
    busy += 1;
    pool.run(
      jobs.map(({ task }) => task),
      (outcomes) => {
        busy -= 1;
        admission.done(batch, now());
        // The thread goes on while what it has done is answered.
        distribute();
        for (const [index, { finish }] of jobs.entries()) {
          const outcome = outcomes[index] ?? outcomes[0];
          if (outcome === undefined) finish.reject(new Error("A batch had no outcome."));
          else if ("error" in outcome) finish.reject(outcome.error);
          else finish.resolve(outcome.value);
        }
      },
    );
  }

  /** What arrives in one turn of the event loop is shared out evenly. */
  function plan(): void {
    if (isPlanned) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      distribute();
    });
  }

  /** Runs `wait`, and ends the visit when the client goes meanwhile. */
  async function whileThere<T>(
    visit: PasswordVisit,
    gone: AbortSignal | undefined,
    wait: Promise<T>,
  ): Promise<T> {
    if (gone === undefined) return wait;
    const end = () => {
      if (visit.state === "hashing") return;
      admission.leave(visit, now());
      fail(visit, clientGone());
      plan();
    };
    if (gone.aborted) end();
    gone.addEventListener("abort", end, { once: true });
    try {
      return await wait;
    } finally {
      gone.removeEventListener("abort", end);
    }
  }

  async function enterAs(is: PasswordClass, gone?: AbortSignal): Promise<PasswordPlace> {
    const visit = admission.enter(is, now());
    if (visit === undefined) throw refusal(is);
    if (is === "stranger") {
      const turn = Promise.withResolvers<void>();
      outside.set(visit, turn);
      // At once where there is a place: this also begins the looks at who waits.
      distribute();
      await whileThere(visit, gone, turn.promise);
    }
    return {
      visit,
      gone,
      leave() {
        if (visit.state === "over") return;
        admission.leave(visit, now());
        plan();
      },
    };
  }

  async function enter({ browser, gone }: PasswordVisitor = {}): Promise<PasswordPlace> {
    const visits = browser === undefined ? mostOfBrowser : (visitsOf.get(browser) ?? 0);
    if (browser === undefined || visits >= mostOfBrowser) return enterAs("stranger", gone);
    // Counted before anything else of this browser is looked at.
    visitsOf.set(browser, visits + 1);
    let isOver = false;
    const forget = () => {
      if (isOver) return;
      isOver = true;
      const left = (visitsOf.get(browser) ?? 0) - 1;
      if (left > 0) visitsOf.set(browser, left);
      else visitsOf.delete(browser);
    };
    try {
      const place = await enterAs("known", gone);
      return {
        ...place,
        leave() {
          place.leave();
          forget();
        },
      };
    } catch (error) {
      forget();
      throw error;
    }
  }

  return {
    enter,
    refuseEarly(isOurs) {
      const is = isOurs ? "known" : "stranger";
      if (admission.isFull(is, now())) throw refusal(is);
    },
    isCongested: () => admission.isCongested,
    isQuiet: () => admission.isQuiet,
    async run(task, order = {}) {
      const place = order.place ?? (await enterAs(order.isKnown ? "known" : "stranger"));
      try {
        const { visit, gone } = place;
        const finish = Promise.withResolvers<string | boolean>();
        admission.ready(visit, { task, finish }, now());
        plan();
        return await whileThere(visit, gone, finish.promise);
      } finally {
        if (order.place === undefined) place.leave();
      }
    },
  };
}
