import type { Limit } from "@sekimori/kit-contract/endpoint";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { AppError } from "../errors/errors.ts";
import { createLimiter, type Limiter, spendStatement } from "./limits.ts";

const secret = "a key for tests";

let database: TestDatabase<unknown>;
let one: Limiter;
let two: Limiter;

beforeAll(async () => {
  database = await createTestDatabase([]);
});
afterAll(() => database.close());
beforeEach(() => {
  one = createLimiter(database.pipeline, secret);
  two = createLimiter(database.pipeline, secret);
});
afterEach(async () => {
  one.close();
  two.close();
  await database.pool.query("truncate kit.rate_limit");
});

const limit: Limit = { by: "network", points: 5, seconds: 60 };

/** What must be left of a time that began after `began`, however slow the machine is. */
const leftOf = (seconds: number, began: number) =>
  seconds - Math.ceil((performance.now() - began) / 1_000);

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
    const began = performance.now();
    for (let used = 0; used < 5; used += 1) await one.consume("signIn", limit, "192.0.2.1");
    const refusal: unknown = await one.consume("signIn", limit, "192.0.2.1").catch((e) => e);
    expect(refusal).toBeInstanceOf(AppError);
    const { type, data } = refusal as AppError;
    expect(type).toBe("TooManyRequest");
    expect(data?.retryAfterSeconds).toBeGreaterThanOrEqual(leftOf(60, began));
    expect(data?.retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  test("counts keys, endpoints and parts apart, and forgives", async () => {
    const single = { ...limit, by: "account", points: 1 } as const;
    await one.consume("signIn", single, "a");
    await expect(one.consume("signIn", single, "a")).rejects.toThrow();
    await one.consume("signIn", single, "b");
    await one.consume("signUp", single, "a");
    await one.consume("signIn", single, "a", "elsewhere");
    await one.forgive("signIn", single, "a");
    await one.consume("signIn", single, "a");
  });

  test("spends a point of several limits at once, and refuses when one of them is out", async () => {
    const hourly: Limit = { by: "network", points: 7, seconds: 3_600 };
    for (let call = 0; call < limit.points; call += 1) {
      await one.consumeAll("sign-in", [limit, hourly], "192.0.2.1");
    }
    expect((await two.consume("sign-in", hourly, "192.0.2.1")).left).toBe(1);
    const refusal = await refusalOf(two.consumeAll("sign-in", [limit, hourly], "192.0.2.1"));
    expect(refusal.type).toBe("TooManyRequest");
  });

  test("counts calls of one budget together", async () => {
    const shared = { ...limit, points: 2, budget: "mail" };
    await one.consume("signUp", shared, "192.0.2.1");
    await two.consume("changeEmail", shared, "192.0.2.1");
    await expect(one.consume("forgot", shared, "192.0.2.1")).rejects.toThrow();
  });

  test("gives the wider networks of an address a larger share", () => {
    const points = one.counters("signIn", limit, "2001:db8::1").map((counter) => counter.points);
    expect(points).toEqual([5, 10, 40]);
  });

  test("counts the spellings of a mailbox together", async () => {
    const recipient = { ...limit, by: "recipient", points: 1 } as const;
    await one.consume("signUp", recipient, "taro@example.jp");
    for (const spelling of ["TARO@Example.JP", " taro@example.jp", "taro+a@example.jp"]) {
      await expect(one.consume("signUp", recipient, spelling)).rejects.toThrow();
    }
  });

  test("says what is left, and until when", async () => {
    const before = Date.now();
    const { until, ...first } = await one.consume("signIn", limit, "192.0.2.1");
    expect(first).toEqual({ points: 5, left: 4 });
    expect(until).toBeGreaterThanOrEqual(before + 60_000);
    expect(until).toBeLessThanOrEqual(Date.now() + 60_000);
    expect(await two.consume("signIn", limit, "192.0.2.1")).toEqual({ points: 5, left: 3, until });
    // Of an IPv6 network's widths the narrowest.
    await one.consume("signIn", limit, "2001:db8:1:1::1");
    expect(await one.consume("signIn", limit, "2001:db8:1:2::1")).toMatchObject({
      points: 5,
      left: 4,
    });
  });

  test("names in the log whose limit it was, and by what", async () => {
    const budgeted = { ...limit, points: 1, budget: "mail" };
    await one.consume("signUp", budgeted, "192.0.2.1");
    const { detail } = await refusalOf(one.consume("signUp", budgeted, "192.0.2.1"));
    expect(detail).toBe("signUp by network");
  });

  test("counts limits of different lengths and kinds apart", async () => {
    const single = { ...limit, points: 1 };
    await one.consume("signIn", single, "192.0.2.1");
    await one.consume("signIn", { ...single, seconds: 3600 }, "192.0.2.1");
    await one.consume("signIn", { ...single, by: "account" }, "192.0.2.1");
    await one.consume("signIn", single, "192.0.2.1", "elsewhere");
    await expect(one.consume("signIn", single, "192.0.2.1", "elsewhere")).rejects.toThrow();
  });

  test("takes accounts as they are, and spellings together only of a recipient", async () => {
    const single = { ...limit, by: "account", points: 1 } as const;
    await one.consume("signIn", single, "Taro@example.jp");
    await one.consume("signIn", single, "taro@example.jp");
  });

  test("stores keyed digests: neither an address nor what anybody could compute", async () => {
    await one.consume("signIn", { ...limit, by: "recipient" }, "taro@example.jp");
    const other = createLimiter(database.pipeline, "another key");
    await other.consume("signIn", { ...limit, by: "recipient" }, "taro@example.jp");
    other.close();
    const { rows } = await database.pool.query("select key from kit.rate_limit");
    expect(JSON.stringify(rows)).not.toContain("taro");
    expect(new Set(rows.map(({ key }) => key)).size).toBe(2);
  });
});

describe("a statement of the caller's own", () => {
  const spend = async (limiter: Limiter, key: string) => {
    const counters = limiter.counters("signIn", limit, key);
    limiter.check(counters);
    const present = Date.now();
    const { rows } = await database.pool.query(
      spendStatement("values ($1::text, 1, $2::bigint)", "$3::bigint"),
      [counters[0]?.key, present + 60_000, present],
    );
    limiter.check(
      counters,
      rows.map((row) => ({ ...row, expire: Number(row.expire) })),
    );
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
    const began = performance.now();
    for (let used = 0; used < 5; used += 1) await spend(one, "192.0.2.1");
    const { type, data } = await refusalOf(spend(one, "192.0.2.1"));
    expect(type).toBe("TooManyRequest");
    expect(data?.retryAfterSeconds).toBeGreaterThanOrEqual(leftOf(60, began));
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

describe("time", () => {
  const single: Limit = { ...limit, points: 1 };
  const pointsStored = async () => {
    const { rows } = await database.pool.query("select points from kit.rate_limit order by key");
    return rows.map(({ points }) => points);
  };
  let now: number;
  beforeEach(() => {
    now = Date.now();
    // Only what the limiter reads and waits by: the database's own waiting goes on.
    vi.useFakeTimers({ now, toFake: ["Date", "setInterval", "clearInterval"] });
  });
  afterEach(() => void vi.useRealTimers());

  test("a key that is out of points is remembered for seconds, and refused until it may try again", async () => {
    await one.consume("signIn", single, "192.0.2.1");
    await refusalOf(one.consume("signIn", single, "192.0.2.1"));
    vi.setSystemTime(now + 4_999);
    await refusalOf(one.consume("signIn", single, "192.0.2.1"));
    // The second refusal came from memory, the third does not.
    expect(await pointsStored()).toEqual([2]);
    vi.setSystemTime(now + 59_001);
    const { data } = await refusalOf(one.consume("signIn", single, "192.0.2.1"));
    expect(data).toEqual({ retryAfterSeconds: 1 });
    expect(await pointsStored()).toEqual([3]);
    vi.setSystemTime(now + 60_000);
    await one.consume("signIn", single, "192.0.2.1");
    expect(await pointsStored()).toEqual([1]);
  });

  test("waiting is told in whole seconds, at least one", async () => {
    await one.consume("signIn", single, "192.0.2.1");
    const at = async (moment: number) => {
      vi.setSystemTime(moment);
      return (await refusalOf(two.consume("signIn", single, "192.0.2.1"))).data;
    };
    expect(await at(now)).toEqual({ retryAfterSeconds: 60 });
    expect(await at(now + 1)).toEqual({ retryAfterSeconds: 60 });
    expect(await at(now + 1_000)).toEqual({ retryAfterSeconds: 59 });
    expect(await at(now + 59_999)).toEqual({ retryAfterSeconds: 1 });
  });

  test("forgiveness reaches this process's memory as well as the table", async () => {
    const [asked] = one.counters("signIn", single, "192.0.2.1");
    await one.consume("signIn", single, "192.0.2.1");
    await refusalOf(one.consume("signIn", single, "192.0.2.1"));
    await one.forgive("signIn", single, "192.0.2.1");
    expect(await pointsStored()).toEqual([]);
    expect(() => one.check(asked ? [asked] : [])).not.toThrow();
  });

  test("what one process forgives, every other takes within seconds", async () => {
    await one.consume("signIn", single, "192.0.2.1");
    await refusalOf(two.consume("signIn", single, "192.0.2.1"));
    await one.forgive("signIn", single, "192.0.2.1");
    vi.setSystemTime(now + 5_000);
    await two.consume("signIn", single, "192.0.2.1");
  });

  test("counts that are over are removed every five minutes, others stay", async () => {
    // Begun while time is ours, so that its round is.
    const limiter = createLimiter(database.pipeline, secret);
    await limiter.consume("signIn", { ...single, seconds: 299 }, "192.0.2.1");
    await limiter.consume("signIn", { ...single, seconds: 300 }, "192.0.2.1");
    await limiter.consume("signIn", { ...single, seconds: 301 }, "192.0.2.1");
    expect(await pointsStored()).toHaveLength(3);
    vi.advanceTimersByTime(299_999);
    vi.advanceTimersByTime(1);
    await expect.poll(pointsStored).toHaveLength(2);
    limiter.close();
    vi.advanceTimersByTime(600_000);
    // Everything before this question has been answered: nothing was removed after the end.
    await database.pipeline.query("select 1", []);
    expect(await pointsStored()).toHaveLength(2);
  });
});

describe("a reservation", () => {
  const hourly: Limit = { by: "recipient", points: 2, seconds: 3_600 };
  const daily: Limit = { by: "recipient", points: 3, seconds: 86_400 };
  const ask = (subject: string) =>
    [hourly, daily].map((asked) => ({ name: "mail", limit: asked, subject }));

  test("takes of all budgets or of none", async () => {
    await one.reserve(ask("a@example.jp"));
    await one.reserve(ask("a@example.jp"));
    for (let n = 0; n < 5; n += 1) await refusalOf(two.reserve(ask("a@example.jp")));
    // The five refusals have cost the day nothing.
    const left = await one.consume("mail", daily, "a@example.jp");
    expect(left.left).toBe(0);
  });

  test("is given back, and then is there for everybody at once", async () => {
    const [first, second] = [
      await one.reserve(ask("b@example.jp")),
      await one.reserve(ask("b@example.jp")),
    ];
    await refusalOf(two.reserve(ask("b@example.jp")));
    await first();
    const again = await two.reserve(ask("b@example.jp"));
    await refusalOf(one.reserve(ask("b@example.jp")));
    await Promise.all([second(), again()]);
    await one.reserve(ask("b@example.jp"));
  });

  test("counts spellings of one mailbox together, and parallel ones once each", async () => {
    const both = [...ask("c@example.jp"), ...ask("C+x@example.jp")];
    await one.reserve(both);
    await refusalOf(one.reserve(ask("c@example.jp")));
    const tries = Array.from({ length: 20 }, () => one.reserve(ask("d@example.jp")));
    const taken = (await Promise.allSettled(tries)).filter(({ status }) => status === "fulfilled");
    expect(taken.length).toBeLessThanOrEqual(2);
    expect(taken.length).toBeGreaterThan(0);
  });
});
