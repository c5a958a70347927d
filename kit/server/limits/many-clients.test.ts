import type { Limit } from "@sekimori/kit-contract/endpoint";
import {
  createTestDatabase,
  type TestDatabase,
  testClient,
} from "@sekimori/kit-development/testing";
import { sampleServer, saveNote } from "@sekimori/kit-development/testing/sample-server";
import type { FastifyRequest } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { AppError } from "../errors/errors.ts";
import { createBinder } from "../http/http.ts";
import { createLimiter, type Limiter } from "./limits.ts";

let database: TestDatabase<unknown>;
let one: Limiter;

beforeAll(async () => {
  database = await createTestDatabase([]);
});
afterAll(() => database.close());
beforeEach(() => {
  one = createLimiter(database.pipeline, "a key for tests");
});
afterEach(async () => {
  one.close();
  await database.pool.query("truncate kit.rate_limit");
});

const limit: Limit = { by: "network", points: 5, seconds: 60 };

test.each([
  ["/64s of one /56", (n: number) => `2001:db8:1:${n.toString(16)}::1`, 10],
  ["/56s of one /48", (n: number) => `2001:db8:1:${(n * 256).toString(16)}::1`, 40],
  ["addresses of one /64", (n: number) => `2001:db8:1:2::${n.toString(16)}`, 5],
])("lets 110 %s have no more than their share", async (_, address, most) => {
  let passed = 0;
  for (let n = 1; n <= 110; n += 1) {
    passed += await one.consume("signIn", limit, address(n)).then(
      () => 1,
      () => 0,
    );
  }
  expect(passed).toBe(most);
});

test("an endpoint's limits apply, each by its own key, with Retry-After", async () => {
  const app = await sampleServer();
  const limited = {
    ...saveNote,
    limits: [
      { by: "network", points: 3, seconds: 60 },
      { by: "recipient", points: 1, seconds: 60 },
    ],
  } as const;
  const subject = (request: FastifyRequest) => (request.body as { title: string }).title;
  createBinder(app, { authorise: () => undefined, limiter: one, subject })(limited, ({ body }) => ({
    id: 1,
    title: body.title,
  }));
  const save = async (address: string, title: string) => {
    const body = { title, author: { email: "a@example.jp" } };
    return testClient(app, address).attempt(limited, { params: { id: "1" }, body });
  };
  expect((await save("192.0.2.1", "Moat")).status).toBe(200);
  const sameTitle = await save("192.0.2.2", " mOAT");
  expect(sameTitle.status).toBe(429);
  expect(sameTitle.headers["retry-after"]).toBe("60");
  expect((await save("192.0.2.1", "b")).status).toBe(200);
  expect((await save("192.0.2.1", "c")).status).toBe(200);
  expect((await save("192.0.2.1", "d")).status).toBe(429);
  expect((await save("192.0.2.3", "e")).status).toBe(200);
  await app.close();
});

test("a call that fails spends nothing of a recipient's", async () => {
  const app = await sampleServer();
  const limited = {
    ...saveNote,
    errors: [...saveNote.errors, "NotFound"],
    limits: [{ by: "recipient", points: 1, seconds: 60 }],
  } as const;
  const subject = (request: FastifyRequest) => (request.body as { title: string }).title;
  let fails = true;
  createBinder(app, { authorise: () => undefined, limiter: one, subject })(limited, ({ body }) => {
    if (fails) throw new AppError("NotFound");
    return { id: 1, title: body.title };
  });
  const save = async () => {
    const body = { title: "Moat", author: { email: "a@example.jp" } };
    const input = { params: { id: "1" }, body };
    return (await testClient(app, "192.0.2.1").attempt(limited, input)).status;
  };
  for (let n = 0; n < 5; n += 1) expect(await save()).toBe(404);
  fails = false;
  expect([await save(), await save()]).toEqual([200, 429]);
  await app.close();
});
