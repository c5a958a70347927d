import { describe, expect, test } from "vitest";
import { createPasswordThreads } from "./password-threads.ts";

/** As cheap as argon2 can be, so that hundreds of tasks take no time. */
const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };

describe("threads", () => {
  test("answer hundreds of tasks, each its own", async () => {
    const run = createPasswordThreads(cheap);
    const passwords = Array.from({ length: 300 }, (_, index) => `password ${index}`);
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
    const run = createPasswordThreads(cheap, doomed);
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
});
