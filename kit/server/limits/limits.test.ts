import type { Limit } from "@sekimori/kit-contract/endpoint";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AppError } from "../errors/errors.ts";
import { createBinder } from "../http/http.ts";
import { sampleServer, saveNote } from "../testing/sample-server.ts";
import { createTestDatabase, type TestDatabase, testClient } from "../testing/testing.ts";
import { createLimiter, type Limiter, spendStatement } from "./limits.ts";
import { networkOf } from "./network-of.ts";

let database: TestDatabase<unknown>;
let one: Limiter;
let two: Limiter;

beforeAll(async () => {
  database = await createTestDatabase([]);
});
afterAll(() => database.close());
beforeEach(() => {
  one = createLimiter(database.pool);
  two = createLimiter(database.pool);
});
afterEach(async () => {
  one.close();
  two.close();
  await database.pool.query("truncate kit.rate_limit");
});

const limit: Limit = { by: "network", points: 5, seconds: 60 };

async function refusalOf(trying: Promise<unknown>): Promise<AppError> {
  const refusal: unknown = await trying.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(refusal instanceof AppError)) throw new Error("It was not refused.");
  return refusal;
}

describe("a limiter", () => {
  test("lets exactly its points through, however many processes ask at once", async () => {
    const tries = Array.from({ length: 40 }, (_, index) =>
      (index % 2 === 0 ? one : two).consume("signIn", limit, "192.0.2.1"),
    );
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  });

  test("says how long to wait", async () => {
    for (let used = 0; used < 5; used += 1) await one.consume("signIn", limit, "192.0.2.1");
    const refusal: unknown = await one.consume("signIn", limit, "192.0.2.1").catch((e) => e);
    expect(refusal).toBeInstanceOf(AppError);
    const { type, data } = refusal as AppError;
    expect(type).toBe("TooManyRequest");
    expect(data?.retryAfterSeconds).toBeGreaterThan(55);
    expect(data?.retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  test("counts keys and endpoints apart, a /64 together, and forgives", async () => {
    const single = { ...limit, points: 1 };
    await one.consume("signIn", single, "2001:db8:1:2::1");
    await expect(one.consume("signIn", single, "2001:db8:1:2:ffff::9")).rejects.toThrow();
    await one.consume("signIn", single, "2001:db8:1:3::1");
    await one.consume("signUp", single, "2001:db8:1:2::1");
    await one.forgive("signIn", single, "2001:db8:1:2::1");
    await one.consume("signIn", single, "2001:db8:1:2::1");
  });

  test("stores no address in clear", async () => {
    await one.consume("signIn", { ...limit, by: "field:email" }, "taro@example.jp");
    const { rows } = await database.pool.query("select key from kit.rate_limit");
    expect(JSON.stringify(rows)).not.toContain("taro");
    expect(rows).toHaveLength(1);
  });
});

test("an endpoint's limits apply, each by its own key, with Retry-After", async () => {
  const app = await sampleServer();
  const limited = {
    ...saveNote,
    limits: [
      { by: "network", points: 3, seconds: 60 },
      { by: "field:title", points: 1, seconds: 60 },
    ],
  } as const;
  createBinder(app, { authorise: () => undefined, limiter: one })(limited, ({ body }) => ({
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

describe("a statement of the caller's own", () => {
  const spend = async (limiter: Limiter, key: string) => {
    const toll = limiter.toll("signIn", limit, key);
    limiter.settle(toll);
    const present = Date.now();
    const { rows } = await database.pool.query(
      spendStatement("values ($1::text, 1, $2::bigint)", "$3::bigint"),
      [toll.key, present + toll.milliseconds, present],
    );
    limiter.settle(toll, { points: rows[0].points, expire: Number(rows[0].expire) });
  };

  test("spends from the same count as consume, however they mix", async () => {
    const tries = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0
        ? spend(index % 4 === 0 ? one : two, "192.0.2.1")
        : one.consume("signIn", limit, "192.0.2.1"),
    );
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    expect((await refusalOf(spend(two, "192.0.2.1"))).type).toBe("TooManyRequest");
  });

  test("begins anew when the time is over, and after forgiveness", async () => {
    for (let used = 0; used < 5; used += 1) await spend(one, "192.0.2.1");
    await database.pool.query("update kit.rate_limit set expire = $1", [Date.now() - 1]);
    for (let used = 0; used < 5; used += 1) await spend(one, "192.0.2.1");
    const { type, data } = await refusalOf(spend(one, "192.0.2.1"));
    expect(type).toBe("TooManyRequest");
    expect(data?.retryAfterSeconds).toBeGreaterThan(55);
    await one.forgive("signIn", limit, "192.0.2.1");
    await spend(one, "192.0.2.1");
  });

  test("is not even run for a key that this process knows to be spent", async () => {
    for (let used = 0; used < 5; used += 1) await spend(one, "192.0.2.1");
    await refusalOf(spend(one, "192.0.2.1"));
    await refusalOf(spend(one, "192.0.2.1"));
    const { rows } = await database.pool.query("select points from kit.rate_limit");
    expect(rows).toEqual([{ points: 6 }]);
  });
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:0:1:aaaa:bbbb:cccc:dddd", "2001:db8:0:1::/64"],
  ["2001:DB8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
])("the network of %s is %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
