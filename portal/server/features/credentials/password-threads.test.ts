import { setImmediate } from "node:timers/promises";
import { AppError } from "@sekimori/kit-server/errors";
import { describe, expect, test } from "vitest";
import { createPasswordThreads } from "./password-threads.ts";

/** As cheap as argon2 can be, so that many tasks take no time. */
const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };

describe("threads", () => {
  test("answer many tasks, each its own", async () => {
    const { run } = createPasswordThreads(cheap);
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
    const { run } = createPasswordThreads(cheap, doomed);
    const failures: unknown[] = [];
    for (const password of ["exit", "throw"]) {
      failures.push(await run({ password }).catch((error: unknown) => error));
    }
    expect(failures.map(String)).toEqual([
      "Error: A password thread ended before its answer.",
      "Error: thrown on purpose",
    ]);
    expect(await run({ password: "anything else" })).toBe("anything else");
  });

  test("refuse strangers at once when the queue is long, and members only when it is theirs", async () => {
    const { run, enter, refuseStranger, load } = createPasswordThreads(cheap);
    expect(refuseStranger).not.toThrow();
    // The threads have started.
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => run({ password: `first ${index}` })),
    );
    const done: string[] = [];
    const tries = Array.from({ length: 20_000 }, (_, index) =>
      run({ password: `stranger ${index}` }).then(
        () => {
          done.push("stranger");
          return "done";
        },
        (error: AppError) => error.type,
      ),
    );
    expect(load()).toBeGreaterThan(0.9);
    expect(refuseStranger).toThrow(AppError);
    await expect(enter()).rejects.toThrow(AppError);
    (await enter("browser"))();
    await run({ password: "member" }, { isKnown: true });
    const before = done.length;
    const outcomes = await Promise.all(tries);
    const refused = outcomes.filter((outcome) => outcome === "Unavailable").length;
    expect(refused).toBeGreaterThan(0);
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(20_000 - refused);
    // Given last, and done among the first.
    expect(before).toBeLessThan((20_000 - refused) / 2);
  });

  test("do members' tasks first, eight at once, and never together with strangers'", async () => {
    const telling = new URL("../../testing/telling-thread.ts", import.meta.url);
    const { run } = createPasswordThreads(cheap, telling);
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
    expect(Math.max(...sizes("stranger"))).toBe(2);
    expect(Math.max(...sizes("member"))).toBe(8);
    // Whoever was given last is done first, but for what was under way.
    expect(order.slice(0, 30)).not.toContain("stranger");
  });

  test("give out no more places than there is time for, and take them back", async () => {
    const { enter } = createPasswordThreads(cheap);
    const refusals: unknown[] = [];
    let given = 0;
    const visits = Array.from({ length: 10_000 }, () =>
      enter().then(
        (leave) => {
          given += 1;
          leave();
        },
        (error: unknown) => refusals.push(error),
      ),
    );
    await Promise.all(visits);
    expect(given).toBeGreaterThan(0);
    expect(given).toBeLessThan(1_000);
    expect(refusals).toHaveLength(10_000 - given);
    (await enter())();
  });

  test("let a browser in four times at once, and then like a stranger", async () => {
    const { enter } = createPasswordThreads(cheap);
    const strangers: (() => void)[] = [];
    for (let n = 0; n < 40; n += 1) void enter().then((leave) => strangers.push(leave));
    await setImmediate();
    const inside: (() => void)[] = [];
    for (let n = 0; n < 6; n += 1) void enter("one").then((leave) => inside.push(leave));
    await setImmediate();
    expect(inside).toHaveLength(4);
    (await enter("another"))();
    for (const leave of inside) leave();
    (await enter("one"))();
    for (let n = 0; n < strangers.length; n += 1) {
      strangers[n]?.();
      await setImmediate();
    }
    expect(strangers).toHaveLength(40);
    expect(inside).toHaveLength(6);
  });

  test("let few strangers in at once, and every member", async () => {
    const { enter } = createPasswordThreads(cheap);
    const inside: (() => void)[] = [];
    for (let n = 0; n < 40; n += 1) void enter().then((leave) => inside.push(leave));
    await setImmediate();
    const atOnce = inside.length;
    expect(atOnce).toBeGreaterThan(0);
    expect(atOnce).toBeLessThanOrEqual(12);
    const leaveOfMember = await enter("browser");
    inside[0]?.();
    // A second call lets nobody else in.
    inside[0]?.();
    leaveOfMember();
    await setImmediate();
    expect(inside).toHaveLength(atOnce + 1);
  });
});
