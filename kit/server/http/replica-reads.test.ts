import { testClient } from "@sekimori/kit-development/testing";
import { sampleServer } from "@sekimori/kit-development/testing/sample-server";
import type { FastifyInstance } from "fastify";
import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Replica } from "../database/database.ts";
import { AppError } from "../errors/errors.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { createReplicaReads } from "./http.ts";

// A replica and a primary that are only asked: nothing here needs a database.

let app: FastifyInstance;
let questions: number;
let position: string | undefined;
beforeEach(async () => {
  questions = 0;
  position = "16/B374D848";
  const replica = {
    written: async () => {
      questions += 1;
      return position;
    },
    countBy: () => undefined,
    lagSeconds: () => undefined,
  } as unknown as Replica<unknown>;
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new Pool() }) });
  app = await sampleServer({ handlerTimeout: 200 });
  app.addHook("onRequest", async (request) => {
    if (request.headers["x-refused"] !== undefined) throw new AppError("Forbidden");
  });
  createReplicaReads({
    database: { db, replica },
    metrics: createMetrics(),
    name: "changed",
    origin: "http://localhost:4000",
  }).register(app);
  app.get("/list", async () => ({}));
  app.post("/change", async () => ({}));
  app.post("/shed", async () => {
    throw new AppError("TooManyRequest");
  });
  app.post("/away", async () => {
    throw new AppError("Unavailable");
  });
});
afterEach(() => app.close());

/** The cookie that an answer sets, and how often the primary was asked for it. */
async function told(url: string, headers: Record<string, string> = {}) {
  const before = questions;
  const method = url === "/list" ? "GET" : "POST";
  const answer = await testClient(app).request({ method, url, headers });
  const cookie = /^changed=([^;]+); Max-Age=(\d+)/.exec(String(answer.headers["set-cookie"] ?? ""));
  return { status: answer.status, asked: questions - before, cookie: cookie?.slice(1) };
}

test("who changed something is told how far the log went; who only reads, nothing", async () => {
  expect(await told("/change")).toEqual({ status: 200, asked: 1, cookie: ["16-B374D848", "60"] });
  expect(await told("/list")).toEqual({ status: 200, asked: 0, cookie: undefined });
});

test("what is refused before it began, or for want of room, asks the primary nothing", async () => {
  expect(await told("/change", { "x-refused": "1" })).toMatchObject({ status: 403, asked: 0 });
  expect(await told("/nowhere")).toMatchObject({ status: 404, asked: 0 });
  expect(await told("/shed")).toMatchObject({ status: 429, asked: 0 });
  expect(await told("/away")).toMatchObject({ status: 503, asked: 0 });
});

test("where the primary does not say, lists come from it until no replica can be so late", async () => {
  position = undefined;
  const { cookie, status } = await told("/change");
  expect([status, cookie]).toEqual([200, ["FFFFFFFF-FFFFFFFF", "10"]]);
});
