import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { capturedLog } from "@sekimori/kit-development/testing/sample-server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { movableClock, systemClock } from "../clock/clock.ts";
import { cronPayload, defineJob, enqueue, type JobWorker, startWorker } from "./jobs.ts";

const greet = defineJob("greet", z.object({ name: z.string() }));

let database: TestDatabase<unknown>;
let workers: JobWorker[];
beforeEach(async () => {
  database = await createTestDatabase([]);
  workers = [];
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await database.close();
});

/** A list that can be awaited until it has a number of entries. */
function inbox<T>() {
  const received: T[] = [];
  let notify: () => void = () => undefined;
  return {
    received,
    add(value: T) {
      received.push(value);
      notify();
    },
    until: (count: number) =>
      new Promise<T[]>((resolve) => {
        notify = () => {
          if (received.length >= count) resolve(received);
        };
        notify();
      }),
  };
}

/** What the queue knows of its jobs. */
const kept = async () =>
  (
    await database.pool.query(
      `select attempts, locked_by is not null as held, run_at > now() as later
       from graphile_worker.jobs`,
    )
  ).rows;

type Started = Partial<Parameters<typeof startWorker<unknown>>[0]>;
async function start(options: Started): Promise<JobWorker> {
  const worker = await startWorker({
    database,
    jobs: [],
    clock: systemClock,
    logger: capturedLog().logger,
    ...options,
  });
  workers.push(worker);
  return worker;
}

describe("a job", () => {
  test("exists exactly when its transaction commits", async () => {
    const names = inbox<string>();
    await start({ jobs: [greet.handledBy(async ({ name }) => names.add(name))] });
    const undone = database.db.transaction().execute(async (tx) => {
      await enqueue(tx, greet, { name: "undone" });
      throw new Error("no");
    });
    await expect(undone).rejects.toThrow("no");
    await database.db.transaction().execute((tx) => enqueue(tx, greet, { name: "kept" }));
    expect(await names.until(1)).toEqual(["kept"]);
  });

  test("is refused when its payload does not fit", async () => {
    const wrong = { name: 7 } as unknown as { name: string };
    await expect(enqueue(database.db, greet, wrong)).rejects.toThrow();
  });

  test("with a key replaces the one that waits", async () => {
    const names = inbox<string>();
    await enqueue(database.db, greet, { name: "old" }, { key: "same" });
    await enqueue(database.db, greet, { name: "new" }, { key: "same" });
    await enqueue(database.db, greet, { name: "other" });
    await start({ jobs: [greet.handledBy(async ({ name }) => names.add(name))] });
    expect((await names.until(2)).toSorted()).toEqual(["new", "other"]);
  });

  test("is tried again after a failure, and the failure is logged", async () => {
    const log = capturedLog();
    const attempts = inbox<number>();
    const failing = greet.handledBy(async (_, run) => {
      attempts.add(run.attempt);
      throw new Error("cannot yet");
    });
    const worker = await start({ jobs: [failing], logger: log.logger });
    await enqueue(database.db, greet, { name: "x" });
    await attempts.until(1);
    await worker.stop();
    expect(await kept()).toEqual([{ attempts: 1, held: false, later: true }]);
    expect(log.text()).toContain("job failed and will be tried again");
  });

  test("that fails while its worker stops keeps its pause, however slow the database is", async () => {
    const holder = await database.pool.connect();
    const worker = await start({
      jobs: [
        greet.handledBy(async () => {
          await holder.query("begin");
          await holder.query("select id from graphile_worker._private_jobs for update");
          throw new Error("cannot yet");
        }),
      ],
    });
    await enqueue(database.db, greet, { name: "x" });
    const waiting = async () =>
      (
        await database.pool.query(
          `select count(*)::int as n from pg_stat_activity
           where wait_event_type = 'Lock' and datname = current_database()`,
        )
      ).rows;
    await expect.poll(waiting, { timeout: 20_000 }).toEqual([{ n: 1 }]);
    let isStopped = false;
    const stopping = worker.stop().then(() => {
      isStopped = true;
    });
    // Far longer than stopping takes when nobody waits.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(isStopped).toBe(false);
    await holder.query("commit");
    holder.release();
    await stopping;
    expect(await kept()).toEqual([{ attempts: 1, held: false, later: true }]);
  });

  test("is done once, however many workers there are", async () => {
    const names = inbox<string>();
    const jobs = [greet.handledBy(async ({ name }) => names.add(name))];
    await Promise.all([start({ jobs }), start({ jobs }), start({ jobs })]);
    const wanted = Array.from({ length: 60 }, (_, index) => `n${index}`);
    await Promise.all(wanted.map((name) => enqueue(database.db, greet, { name })));
    await names.until(60);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(names.received.toSorted()).toEqual(wanted.toSorted());
  });

  test("under way is finished before the worker stops", async () => {
    const begun = inbox<string>();
    let finish: () => void = () => undefined;
    let isFinished = false;
    const slow = greet.handledBy(async ({ name }) => {
      begun.add(name);
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      isFinished = true;
    });
    const worker = await start({ jobs: [slow] });
    await enqueue(database.db, greet, { name: "slow" });
    await begun.until(1);
    const stopped = worker.stop();
    finish();
    await stopped;
    expect(isFinished).toBe(true);
  });

  test("of a worker that was killed is given back to the next one", async () => {
    const script = join(import.meta.dirname, "doomed-worker.ts");
    await enqueue(database.db, greet, { name: "survivor" });
    const child = spawn(process.execPath, [script, database.url], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    child.kill("SIGKILL");
    await once(child, "exit");
    const names = inbox<string>();
    await start({ jobs: [greet.handledBy(async ({ name }) => names.add(name))] });
    expect(await names.until(1)).toEqual(["survivor"]);
  });

  test("in the hands of a living worker is left to it", async () => {
    const begun = inbox<string>();
    let finish: () => void = () => undefined;
    const held = greet.handledBy(async ({ name }) => {
      begun.add(name);
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    });
    await start({ jobs: [held] });
    await enqueue(database.db, greet, { name: "held" });
    await begun.until(1);
    // Old enough that only the living worker's lock protects it.
    await database.pool.query(
      "update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'",
    );
    await start({ jobs: [held] });
    const { rows } = await database.pool.query(
      "select count(*)::int as held from graphile_worker.jobs where locked_by is not null",
    );
    expect(rows).toEqual([{ held: 1 }]);
    finish();
  });

  test("delayed to a moment of the product's clock runs when the clock is moved there", async () => {
    const clock = movableClock();
    const names = inbox<string>();
    await start({ clock, jobs: [greet.handledBy(async ({ name }) => names.add(name))] });
    const tomorrow = new Date(Date.now() + 86_400_000);
    const later = new Date(Date.now() + 3 * 86_400_000);
    await enqueue(database.db, greet, { name: "tomorrow" }, { runAt: tomorrow });
    await enqueue(database.db, greet, { name: "later" }, { runAt: later });
    clock.advance(2 * 86_400_000);
    expect(await names.until(1)).toEqual(["tomorrow"]);
    clock.advance(2 * 86_400_000);
    expect(await names.until(2)).toEqual(["tomorrow", "later"]);
  });
});

describe("cron", () => {
  const monthly = defineJob("monthly", cronPayload);

  async function months(catchUp: "latest" | "every", expected: number): Promise<string[]> {
    const clock = movableClock();
    clock.set(new Date("2026-01-15T00:00:00Z"));
    const due = inbox<string>();
    const options = {
      clock,
      jobs: [monthly.handledBy(async ({ dueAt }) => due.add(dueAt))],
      cron: [{ name: "billing", at: "0 0 1 * *", job: monthly, catchUp }],
      concurrency: 1,
    };
    await start(options);
    await start(options);
    clock.set(new Date("2026-04-15T00:00:00Z"));
    await due.until(expected);
    await Promise.all(workers.map((worker) => worker.stop()));
    return due.received;
  }

  test("makes up for every missed moment, in Tokyo's time, once across workers", async () => {
    expect((await months("every", 3)).toSorted()).toEqual([
      "2026-01-31T15:00:00.000Z",
      "2026-02-28T15:00:00.000Z",
      "2026-03-31T15:00:00.000Z",
    ]);
  });

  test("or only for the latest", async () => {
    expect(await months("latest", 1)).toEqual(["2026-03-31T15:00:00.000Z"]);
  });

  /** The worker has seen the earlier time when its record says so. */
  async function movedBack(): Promise<void> {
    for (let last = "2026-07"; last > "2026-06"; ) {
      const { rows } = await database.pool.query<{ last_due: Date }>("select * from kit.cron_run");
      last = rows[0]?.last_due.toISOString() ?? last;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  test("goes on after the clock was moved back", async () => {
    const clock = movableClock();
    const due = inbox<string>();
    clock.set(new Date("2026-06-15T00:00:00Z"));
    await start({
      clock,
      jobs: [monthly.handledBy(async ({ dueAt }) => due.add(dueAt))],
      cron: [{ name: "billing", at: "0 0 1 * *", job: monthly }],
    });
    clock.set(new Date("2026-07-15T00:00:00Z"));
    await due.until(1);
    clock.set(new Date("2026-01-15T00:00:00Z"));
    await movedBack();
    clock.set(new Date("2026-02-15T00:00:00Z"));
    expect(await due.until(2)).toEqual(["2026-06-30T15:00:00.000Z", "2026-01-31T15:00:00.000Z"]);
  });
});
