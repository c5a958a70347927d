import {
  createTestDatabase,
  type TestDatabase,
  testClient,
} from "@sekimori/kit-development/testing";
import { sampleServer } from "@sekimori/kit-development/testing/sample-server";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "../database/database.ts";
import { createLogger } from "../logger/logger.ts";
import { createMetrics, type Metrics } from "../metrics/metrics.ts";
import { registerHealth, registerMetrics } from "./health.ts";

let app: FastifyInstance;
let metrics: Metrics;
let database: TestDatabase<unknown>;
beforeEach(async () => {
  app = await sampleServer({ trustedProxies: ["10.0.0.1"] });
  metrics = createMetrics();
  database = await createTestDatabase([]);
});
afterEach(async () => {
  await app.close();
  await database.close();
});

describe("readiness", () => {
  test("is given when the database answers and is migrated", async () => {
    registerHealth(app, { database, migrations: [], metrics });
    expect((await testClient(app).request({ url: "/readyz" })).json()).toEqual({ status: "ready" });
  });

  test("is 503 when the process is about to stop, and all else is still answered", async () => {
    registerHealth(app, { database, migrations: [], metrics });
    app.kit.isLeaving = true;
    expect((await testClient(app).request({ url: "/readyz" })).status).toBe(503);
    expect((await testClient(app).request({ url: "/healthz" })).status).toBe(200);
  });

  test("is 503 while a migration is missing", async () => {
    await database.pool.query("delete from kit.migration where name like '003%'");
    registerHealth(app, { database, migrations: [], metrics });
    const answer = await testClient(app).request({ url: "/readyz" });
    expect([answer.status, answer.error().type]).toEqual([503, "Unavailable"]);
    expect(answer.headers["retry-after"]).toBe("5");
  });

  test("is 503 once a newer release has taken away what this one uses", async () => {
    registerHealth(app, { database, migrations: [], metrics });
    const readiness = async () => (await testClient(app).request({ url: "/readyz" })).status;
    expect(await readiness()).toBe(200);
    await database.pool.query(
      "update kit.migration set unused_since = '99.1.0' where name like '003%'",
    );
    expect(await readiness()).toBe(503);
  });

  test("is 503 without a database, and the process still says it lives", async () => {
    const gone = openDatabase({
      url: "postgres://nobody@127.0.0.1:1/none",
      logger: createLogger({ name: "test", level: "silent" }),
    });
    registerHealth(app, { database: gone, migrations: [], metrics });
    expect((await testClient(app).request({ url: "/readyz" })).status).toBe(503);
    expect((await testClient(app).request({ url: "/healthz" })).json()).toEqual({ status: "ok" });
    await gone.close();
  });
});

test("the public's server tells no figures, not even to this machine", async () => {
  registerHealth(app, { database, migrations: [], metrics });
  expect((await testClient(app).request({ url: "/metrics" })).status).toBe(404);
});

test("metrics count requests by route, and only the machine itself reads them", async () => {
  registerHealth(app, { database, migrations: [], metrics });
  registerMetrics(app, metrics);
  app.get("/things/:id", async () => ({}));
  await testClient(app).request({ url: "/things/4711" });
  const { text, headers } = await testClient(app).request({ url: "/metrics" });
  expect(headers["content-type"]).toContain("text/plain");
  expect(text).toContain(
    'sekimori_http_request_duration_seconds_count{method="GET",route="/things/:id",status="200"} 1',
  );
  expect(text).not.toContain("4711");
  const outside = testClient(app, "192.0.2.1");
  const proxied = await testClient(app, "10.0.0.1").request({
    url: "/metrics",
    headers: { "x-forwarded-for": "192.0.2.1" },
  });
  expect((await outside.request({ url: "/metrics" })).status).toBe(404);
  expect(proxied.status).toBe(404);
});
