import { once } from "node:events";
import { createServer, type IncomingMessage, request as nodeRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { emptyResource } from "@opentelemetry/resources";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { sampleServer, saveNote } from "@sekimori/kit-development/testing/sample-server";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { systemClock } from "../clock/clock.ts";
import { AppError } from "../errors/errors.ts";
import { createBinder } from "../http/http.ts";
import { defineJob, enqueue, enqueueAll, type JobWorker, startWorker } from "../jobs/jobs.ts";
import { createLogger } from "../logger/logger.ts";
import { followClientCalls } from "./client-calls.ts";
import { querySummary } from "./query-summary.ts";
import { createSdkTracing, type SdkTracing } from "./sdk-tracing.ts";
import { setTracing } from "./tracing.ts";

const logger = createLogger({ name: "sample", level: "silent" });
const note = { title: "Moat", author: { email: "who@example.jp" } };

let database: TestDatabase<unknown>;
let app: FastifyInstance;
let ends: (() => Promise<unknown> | unknown)[];
let sdk: SdkTracing;
let spans: ReadableSpan[];

beforeEach(async () => {
  database = await createTestDatabase([]);
  ends = [];
  spans = [];
});
afterEach(async () => {
  setTracing(undefined);
  for (const end of ends.reverse()) await end();
  await app?.close();
  await database.close();
});

function trace(share = 1): void {
  const exporter = {
    export(batch: ReadableSpan[], done: (result: { code: number }) => void) {
      spans.push(...batch);
      done({ code: 0 });
    },
    shutdown: async () => undefined,
  };
  sdk = createSdkTracing(exporter, emptyResource(), share);
  setTracing(sdk.tracing);
}

/** What was told, once everything is over. */
async function told(): Promise<ReadableSpan[]> {
  await sdk.close();
  return spans;
}

const parentOf = (span: ReadableSpan) => span.parentSpanContext?.spanId;

async function listening(answer: (raw: IncomingMessage) => number): Promise<string> {
  const server = createServer((raw, reply) => {
    raw.resume();
    reply.writeHead(answer(raw)).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function serve(work: (id: number) => Promise<void>, trustedProxies: string[] = []) {
  app = await sampleServer({ trustedProxies });
  createBinder(app, { authorise: () => undefined })(saveNote, async ({ params, body }) => {
    await work(Number(params.id));
    return { id: Number(params.id), title: body.title };
  });
  return app.listen({ host: "127.0.0.1", port: 0 });
}

const post = (origin: string, id: number, headers: Record<string, string> = {}) =>
  fetch(`${origin}/v1/notes/${id}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(note),
  });

test("what many requests at once ask of shared connections belongs to each its own", async () => {
  trace();
  const { pool, pipeline, db } = database;
  const origin = await serve(async (id) => {
    await Promise.all([
      pool.query(`select ${id} as by_pool`),
      pipeline.query("select $1::integer as by_pipeline", [id]),
      sql`select ${id}::integer as by_kysely`.execute(db),
    ]);
  });
  // More than there are connections: whoever waits for one gets it from another request.
  const count = 30;
  const answers = await Promise.all(Array.from({ length: count }, (_, id) => post(origin, id)));
  // Nobody's: it belongs to no request.
  await pool.query("select 5 as nobodys");
  const ids = answers.map(({ headers }) => headers.get("x-request-id"));
  await Promise.all(answers.map((answer) => answer.text()));
  const seen = await told();
  const requests = seen.filter(({ name }) => name === "POST /v1/notes/:id");
  expect(requests).toHaveLength(count);
  expect(requests.map((span) => span.spanContext().traceId).toSorted()).toEqual(ids.toSorted());
  for (const one of requests) {
    const { traceId, spanId } = one.spanContext();
    const own = seen.filter((span) => span !== one && span.spanContext().traceId === traceId);
    expect(own.map(({ name }) => name)).toEqual(["SELECT", "SELECT", "SELECT"]);
    expect(own.map(parentOf)).toEqual([spanId, spanId, spanId]);
  }
  expect(seen).toHaveLength(4 * count);
});

test("a request whose body comes later is one trace all the same", async () => {
  trace();
  const origin = await serve(async () => {
    await database.pool.query("select 1");
  });
  const call = nodeRequest(`${origin}/v1/notes/1`, {
    method: "POST",
    headers: { "content-type": "application/json" },
  });
  call.flushHeaders();
  await pause(100);
  call.end(JSON.stringify(note));
  const [answer] = (await once(call, "response")) as [IncomingMessage];
  answer.resume();
  await once(answer, "end");
  const names = (await told()).map(({ name }) => name);
  expect(names).toEqual(["SELECT", "POST /v1/notes/:id"]);
});

test("a job goes on in the trace that left it, and so does what it calls", async () => {
  trace();
  const seen: (string | undefined)[] = [];
  const company = await listening(({ headers }) => {
    seen.push(headers.traceparent as string | undefined);
    return 200;
  });
  const stranger = await listening(({ headers }) => {
    seen.push(headers.traceparent as string | undefined);
    return 402;
  });
  ends.push(followClientCalls(sdk, { ours: [company], named: [] }));
  const done = Promise.withResolvers<void>();
  const charge = defineJob("charge", z.strictObject({ id: z.number() }));
  const job = charge.handledBy(async () => {
    await (await fetch(`${company}/who@example.jp`)).text();
    await new Promise<void>((resolve, reject) => {
      const call = nodeRequest(`${stranger}/secret?token=secret`, { method: "POST" }, (answer) => {
        answer.resume().on("end", resolve);
      });
      call.on("error", reject).end();
    });
    done.resolve();
  });
  const origin = await serve(async (id) => {
    await enqueue(database.db, charge, { id });
  });
  const worker: JobWorker = await startWorker({
    database,
    jobs: [job],
    clock: systemClock,
    logger,
  });
  ends.push(() => worker.stop());
  const answer = await post(origin, 7);
  await answer.text();
  await done.promise;
  await worker.stop();
  const all = await told();
  const traceId = answer.headers.get("x-request-id");
  const own = all.filter((span) => span.spanContext().traceId === traceId);
  const named = (name: string) => own.find((span) => span.name === name);
  const calls = own.filter(({ name }) => /^(GET|POST)( 127\.0\.0\.1)?$/.test(name));
  expect(parentOf(named("process charge") as ReadableSpan)).toBe(
    named("POST /v1/notes/:id")?.spanContext().spanId,
  );
  expect(calls.map(({ name }) => name)).toEqual(["GET 127.0.0.1", "POST"]);
  for (const call of calls) {
    expect(parentOf(call)).toBe(named("process charge")?.spanContext().spanId);
  }
  expect(calls.map(({ attributes }) => attributes["error.type"])).toEqual([undefined, "402"]);
  // Only our own applications are told which trace it is.
  expect(seen).toEqual([`00-${traceId}-${calls[0]?.spanContext().spanId}-01`, undefined]);
  // Nothing that somebody gave is in it.
  expect(
    JSON.stringify(own.map(({ name, attributes, events }) => [name, attributes, events])),
  ).not.toMatch(/example\.jp|Moat|secret/);
});

test("jobs that are left together carry where they come from", async () => {
  trace();
  const tell = defineJob("tell", z.object({ id: z.number() }));
  const origin = await serve(async (id) => {
    await enqueueAll(database.db, tell, [{ payload: { id } }, { payload: { id: id + 1 } }]);
  });
  const answer = await post(origin, 1);
  await answer.text();
  const { rows } = await database.pool.query<{ flags: Record<string, true> }>(
    "select flags from graphile_worker.jobs",
  );
  expect(rows).toHaveLength(2);
  for (const { flags } of rows) {
    expect(Object.keys(flags).join()).toContain(answer.headers.get("x-request-id"));
  }
  await told();
});

test("a refusal says why, a fault that it was one, and neither repeats what was sent", async () => {
  trace();
  const origin = await serve(async (id) => {
    if (id === 1) throw new AppError("CodeInvalid");
    await database.pool.query("select * from nothing_is_here");
  });
  await (await post(origin, 1)).text();
  await (await post(origin, 2)).text();
  const all = await told();
  const requests = all.filter(({ name }) => name.startsWith("POST"));
  expect(requests.map(({ attributes }) => attributes["http.response.status_code"])).toEqual([
    400, 500,
  ]);
  expect(requests.map(({ status }) => status.code)).toEqual([0, 2]);
  expect(requests[0]?.attributes["error.type"]).toBe("CodeInvalid");
  const [query] = all.filter(({ name }) => name.startsWith("SELECT"));
  expect(query?.name).toBe("SELECT nothing_is_here");
  expect(query?.attributes["error.type"]).toBe("42P01");
});

const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

test("only our own proxies may say which trace a request belongs to, and not without end", async () => {
  trace(0);
  const trusting = await serve(async () => undefined, ["127.0.0.1"]);
  const answers = [];
  for (let each = 0; each < 60; each += 1)
    answers.push(await post(trusting, each, { traceparent: parent }));
  await Promise.all(answers.map((answer) => answer.text()));
  // Each request has an id of its own: whoever sends one trace for all has not one id for all.
  expect(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size).toBe(60);
  const kept = await told();
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThan(60);
  expect(kept.map(parentOf)).toEqual(kept.map(() => "b7ad6b7169203331"));
  const traces = new Set(kept.map((span) => span.spanContext().traceId));
  expect(traces).toEqual(new Set(["0af7651916cd43dd8448eb211c80319c"]));
});

test("who leaves before the answer is told as such, and what goes on belongs to nobody", async () => {
  trace();
  const begun = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const origin = await serve(async () => {
    begun.resolve();
    await left.promise;
    await database.pool.query("select 1");
  });
  const leaving = new AbortController();
  const call = fetch(`${origin}/v1/notes/1`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(note),
    signal: leaving.signal,
  });
  await begun.promise;
  leaving.abort();
  await expect(call).rejects.toThrow();
  await pause(100);
  left.resolve();
  await pause(100);
  const all = await told();
  expect(all.map(({ name }) => name)).toEqual(["POST /v1/notes/:id"]);
  expect(all[0]?.attributes["error.type"]).toBe("aborted");
});

test("a stranger's word counts for nothing", async () => {
  trace(0);
  const origin = await serve(async () => undefined);
  const answer = await post(origin, 1, { traceparent: parent });
  await answer.text();
  expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f]{32}$/);
  expect(answer.headers.get("x-request-id")).not.toContain("0af7651916cd43dd");
  expect(await told()).toEqual([]);
});

test("without a receiver nothing is made", async () => {
  const origin = await serve(async () => {
    await database.pool.query("select 1");
  });
  const answer = await post(origin, 1);
  await answer.text();
  expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f]{8}-/);
});

test.each([
  ["select * from portal.account where id = $1", "SELECT portal.account"],
  ['insert into "portal"."session" ("id") values ($1)', "INSERT portal.session"],
  ["update only karte.domain set name = 'a@example.jp'", "UPDATE karte.domain"],
  ["with a as (select 1 from kit.x) delete from kit.y", "SELECT kit.x"],
  ["select extract(epoch from now() - min(run_at)) from kit.job", "SELECT kit.job"],
  ["select * from unnest($1::text[]) as a join kit.x on true", "SELECT kit.x"],
  ["select kit(1)", "SELECT"],
  ["begin", "BEGIN"],
  ["listen jobs", "OTHER"],
])("a statement is told as what it does first: %s", (text, summary) => {
  expect(querySummary(text)).toBe(summary);
});
