import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { movableClock } from "../clock/clock.ts";
import { poolFigures } from "../database/pool-figures.ts";
import { startProbeServer } from "../health/probe-server.ts";
import { defineJob, enqueue, startWorker } from "../jobs/jobs.ts";
import { createLogger } from "../logger/logger.ts";
import { createMailQueue } from "../mail/mail.ts";
import { createSealer, parseKeyring } from "../sealing/sealing.ts";
import { createMetrics } from "./metrics.ts";

let database: TestDatabase<unknown>;
const logger = createLogger({ name: "test", level: "silent" });
const clock = movableClock();
beforeAll(async () => {
  database = await createTestDatabase([]);
});
afterAll(() => database.close());

test("asked twice for a name, gives one figure", async () => {
  const metrics = createMetrics();
  const figure = { name: "sign_ins_total", help: "Sign-ins.", labels: ["outcome"] as const };
  metrics.counter(figure).inc({ outcome: "done" });
  metrics.counter(figure).inc({ outcome: "done" });
  expect(await metrics.text()).toContain('sekimori_sign_ins_total{outcome="done"} 2');
});

test("what may happen is 0 before it has, once", async () => {
  const metrics = createMetrics();
  const figure = {
    name: "charges_total",
    help: "Charges.",
    labels: ["result"] as const,
    begin: [{ result: "declined" }],
  };
  metrics.counter(figure).inc({ result: "declined" });
  metrics.counter(figure);
  metrics.counter({ ...figure, name: "others_total" });
  const text = await metrics.text();
  expect(text).toContain('sekimori_charges_total{result="declined"} 1');
  expect(text).toContain('sekimori_others_total{result="declined"} 0');
});

test("a figure that cannot be read is left out and counted, and the others are told", async () => {
  const metrics = createMetrics();
  let isAway = false;
  const read = { name: "mail_oldest_seconds", help: "Seconds." };
  metrics.gauge(read, (gauge) => {
    if (isAway) throw new Error("the database is away");
    gauge.set(7);
  });
  metrics.gauge({ ...read, name: "jobs", labels: ["state"] }, (gauge) => {
    if (isAway) throw new Error("the database is away");
    gauge.set({ state: "due" }, 2);
  });
  metrics.gauge({ ...read, name: "others" }, (gauge) => gauge.set(1));
  const before = await metrics.text();
  expect(before).toContain("sekimori_mail_oldest_seconds 7");
  expect(before).toContain('sekimori_figure_failures_total{figure="sekimori_jobs"} 0');
  isAway = true;
  await metrics.text();
  const text = await metrics.text();
  expect(text).not.toMatch(/^sekimori_(mail_oldest_seconds|jobs)[ {]/m);
  expect(text).toContain("sekimori_others 1");
  expect(text).toMatch(/figure="sekimori_mail_oldest_seconds"} [12]$/m);
});

test("requests wait for a connection where none is free, not where figures are read", async () => {
  const metrics = createMetrics();
  const { pool } = database;
  metrics.gauge({ name: "read_first", help: "Asks the database." }, async (gauge) => {
    gauge.set((await pool.query("select 1")).rowCount ?? 0);
  });
  poolFigures(pool, metrics);
  // So that there is a connection to take at once.
  await pool.query("select 1");
  const waiting = async () =>
    /^sekimori_database_connections{state="waiting"} (\d+)$/m.exec(await metrics.text())?.[1];
  expect(await waiting()).toBe("0");
  const held = await Promise.all(
    Array.from({ length: pool.options.max ?? 0 }, () => pool.connect()),
  );
  const late = [pool.query("select 1"), pool.query("select 1")];
  const seen = waiting();
  // The figure that asks the database too is one of those who wait now.
  for (const client of held) client.release();
  expect(Number(await seen)).toBe(3);
  await Promise.all(late);
});

test("a worker counts its jobs and mails, and tells them where it is asked", async () => {
  const metrics = createMetrics();
  const sealer = createSealer(parseKeyring(`k:${Buffer.alloc(32, 3).toString("base64")}`));
  const mail = createMailQueue({ sealer, from: "a@b.example", clock, metrics });
  const fails = defineJob("sample.fails", z.object({}), () => Promise.reject(new Error("no")));
  const probes = await startProbeServer({
    host: "127.0.0.1",
    port: 0,
    database,
    migrations: [],
    metrics,
    clock,
    logger,
  });
  const mailer = { send: async () => undefined, close: () => undefined };
  const worker = await startWorker({
    database,
    clock,
    logger,
    metrics,
    jobs: [fails, mail.sendJob(database.db, mailer as never)],
  });
  const to = { to: "x@y.example", subject: "s", text: "t", html: "h", locale: "en" as const };
  await mail.queueMail(database.db, to);
  await enqueue(database.db, fails, {}, { maxAttempts: 1 });
  const read = async (path: string) => (await fetch(`${probes.address}${path}`)).text();
  const figures = [
    'sekimori_jobs{state="given_up"} 1',
    'sekimori_jobs{state="due"} 0',
    'sekimori_mail_deliveries_total{outcome="sent"} 1',
    'sekimori_job_duration_seconds_count{job="sample.fails",outcome="given_up"} 1',
  ];
  // Both jobs run at once, and either may be the last one.
  const missing = async () => {
    const text = await read("/metrics");
    return figures.filter((figure) => !text.includes(figure));
  };
  await expect.poll(missing).toEqual([]);
  expect(await read("/readyz")).toContain("ready");
  await worker.stop();
  await probes.stop();
});
