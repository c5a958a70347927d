import { setImmediate } from "node:timers/promises";
import { AppError } from "@sekimori/kit-server/errors";
import { createMetrics } from "@sekimori/kit-server/metrics";
import { describe, expect, test } from "vitest";
import { passwordThreads } from "./password-pool.ts";
import type { PasswordPlace } from "./password-queue.ts";
import { createPasswordThreads } from "./password-threads.ts";

/** As cheap as argon2 can be, so that many tasks take no time. */
const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };

describe("threads", () => {
  test("answer many tasks, each its own", async () => {
    const { run } = createPasswordThreads(cheap);
    // The threads have started.
    await run({ password: "first" });
    const passwords = Array.from({ length: 60 }, (_, index) => `password ${index}`);
    const hashes = await Promise.all(passwords.map((password) => run({ password })));
    expect(new Set(hashes).size).toBe(passwords.length);
    const checks = passwords.map((password, index) =>
      run({ password, stored: String(hashes[index]) }),
    );
    expect(new Set(await Promise.all(checks))).toEqual(new Set([true]));
    const wrong = passwords.map((password, index) =>
      run({ password, stored: String(hashes[(index + 1) % hashes.length]) }),
    );
    expect(new Set(await Promise.all(wrong))).toEqual(new Set([false]));
  });

  test("that end fail what they had, and others take their place", async () => {
    const doomed = new URL("../../testing/doomed-thread.ts", import.meta.url);
    const { run } = createPasswordThreads(cheap, { script: doomed });
    const failures: unknown[] = [];
    for (const password of ["exit", "throw"]) {
      failures.push(await run({ password }).catch((error: unknown) => error));
    }
    expect(failures.map(String)).toEqual([
      "Error: A thread ended before its answer.",
      "Error: thrown on purpose",
    ]);
    expect(await run({ password: "anything else" })).toBe("anything else");
  });

  test("refuse strangers early when too many wait, and members only when it is theirs", async () => {
    const metrics = createMetrics();
    const { run, enter, refuseEarly } = createPasswordThreads(cheap, { metrics });
    expect(() => refuseEarly(false)).not.toThrow();
    const done: string[] = [];
    // The threads have started.
    await run({ password: "first" });
    const tries = Array.from({ length: 5_000 }, (_, index) =>
      run({ password: `stranger ${index}` }).then(
        () => {
          done.push("stranger");
          return "done";
        },
        (error: AppError) => error.type,
      ),
    );
    expect(() => refuseEarly(false)).toThrow(AppError);
    expect(() => refuseEarly(true)).not.toThrow();
    await expect(enter()).rejects.toMatchObject({
      type: "Unavailable",
      isShed: true,
      data: { retryAfterSeconds: expect.any(Number) },
    });
    (await enter({ browser: "browser" })).leave();
    await run({ password: "member" }, { isKnown: true });
    const before = done.length;
    const outcomes = await Promise.all(tries);
    const refused = outcomes.filter((outcome) => outcome === "Unavailable").length;
    expect(refused).toBeGreaterThan(4_000);
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(5_000 - refused);
    // Given last, and done among the first.
    expect(before).toBeLessThan((5_000 - refused) / 2);
    const text = await metrics.text();
    // The one above, those of `enter` and of `refuseEarly`.
    expect(text).toContain(`sekimori_shed_total{class="stranger"} ${refused + 2}`);
    expect(text).toContain('sekimori_password_wait_seconds_count{class="known"} 1');
    expect(text).toContain(
      `sekimori_password_wait_seconds_count{class="stranger"} ${5_001 - refused}`,
    );
  });

  test("hash nothing for who has gone while it waited", async () => {
    const { run, enter, isCongested } = createPasswordThreads(cheap);
    const leaver = new AbortController();
    const inside = await Promise.all(Array.from({ length: 8 * passwordThreads }, () => enter()));
    const next = enter();
    const goes = enter({ gone: leaver.signal }).catch((error: AppError) => error.type);
    leaver.abort();
    expect(await goes).toBe("Unavailable");
    const [place, ...others] = inside;
    place?.leave();
    (await next).leave();
    for (const other of others) other.leave();
    const gone = AbortSignal.abort();
    const known = await enter({ browser: "one", gone });
    await expect(run({ password: "a" }, { place: known })).rejects.toMatchObject({
      detail: "the client has gone",
    });
    known.leave();
    expect(isCongested()).toBe(false);
  });

  test("do members' tasks first, several at once, and never together with strangers'", async () => {
    const telling = new URL("../../testing/telling-thread.ts", import.meta.url);
    const { run } = createPasswordThreads(cheap, { script: telling });
    // The threads have started.
    await Promise.all([run({ password: "first" }), run({ password: "second" })]);
    const order: string[] = [];
    const give = (name: string, isKnown: boolean) =>
      run({ password: name }, { isKnown }).then((together) => {
        order.push(name);
        return String(together);
      });
    const many = (name: string, isKnown: boolean) =>
      Array.from({ length: 60 }, () => give(name, isKnown));
    const batches = await Promise.all([...many("stranger", false), ...many("member", true)]);
    const sizes = (name: string) =>
      batches.filter((batch) => batch.includes(name)).map((batch) => batch.split(" ").length);
    expect(batches.filter((batch) => batch.includes("member stranger"))).toEqual([]);
    expect(batches.filter((batch) => batch.includes("stranger member"))).toEqual([]);
    expect(Math.max(...sizes("stranger"))).toBe(4);
    expect(Math.max(...sizes("member"))).toBeGreaterThan(4);
    expect(Math.max(...sizes("member"))).toBeLessThanOrEqual(8);
    // Who was given last is done first, but for a slot in eight.
    const early = order.slice(0, 40).filter((name) => name === "stranger");
    expect(early.length).toBeGreaterThan(0);
    expect(early.length).toBeLessThanOrEqual(8);
  });

  test("give out no more places than there is time for, and take them back", async () => {
    const { enter } = createPasswordThreads(cheap);
    const refusals: unknown[] = [];
    let given = 0;
    const visits = Array.from({ length: 10_000 }, () =>
      enter().then(
        (place) => {
          given += 1;
          place.leave();
        },
        (error: unknown) => refusals.push(error),
      ),
    );
    await Promise.all(visits);
    expect(given).toBeGreaterThan(0);
    expect(given).toBeLessThan(1_000);
    expect(refusals).toHaveLength(10_000 - given);
    (await enter()).leave();
  });

  test("let a browser in four times at once, and then like a stranger", async () => {
    const { enter } = createPasswordThreads(cheap);
    const strangers: PasswordPlace[] = [];
    for (let n = 0; n < 40; n += 1) void enter().then((place) => strangers.push(place));
    await setImmediate();
    const inside: PasswordPlace[] = [];
    for (let n = 0; n < 6; n += 1)
      void enter({ browser: "one" }).then((place) => inside.push(place));
    await setImmediate();
    expect(inside).toHaveLength(4);
    (await enter({ browser: "another" })).leave();
    for (const place of inside) place.leave();
    (await enter({ browser: "one" })).leave();
    for (let n = 0; n < strangers.length; n += 1) {
      strangers[n]?.leave();
      await setImmediate();
    }
    expect(strangers).toHaveLength(40);
    expect(inside).toHaveLength(6);
  });

  test("let few strangers in at once, and every member", async () => {
    const { enter } = createPasswordThreads(cheap);
    const inside: PasswordPlace[] = [];
    for (let n = 0; n < 60; n += 1) void enter().then((place) => inside.push(place));
    await setImmediate();
    const atOnce = inside.length;
    expect(atOnce).toBeGreaterThan(0);
    expect(atOnce).toBeLessThanOrEqual(24);
    const member = await enter({ browser: "browser" });
    inside[0]?.leave();
    // A second call lets nobody else in.
    inside[0]?.leave();
    member.leave();
    await setImmediate();
    expect(inside).toHaveLength(atOnce + 1);
  });
});
