import { expect, test } from "vitest";
import { together } from "./together.ts";

/** Work that ends when told to, and what it was given each time. */
function heldWork() {
  const given: (readonly string[])[] = [];
  const ends: (() => void)[] = [];
  const call = together<string, string>(
    async (calls) => {
      given.push(calls);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (calls.includes("bad")) throw new Error("refused");
      return calls.map((one) => one.toUpperCase());
    },
    (one) => one.slice(0, 3),
  );
  const endNext = async () => {
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    ends.shift()?.();
  };
  return { call, given, endNext };
}

test("what comes while others are being done is done together, each with its own answer", async () => {
  const { call, given, endNext } = heldWork();
  const answers = ["one", "two", "three"].map(call);
  await endNext();
  await endNext();
  expect(await Promise.all(answers)).toEqual(["ONE", "TWO", "THREE"]);
  expect(given).toEqual([["one"], ["two", "three"]]);
});

test("two calls of one key are never together", async () => {
  const { call, given, endNext } = heldWork();
  const answers = ["a", "key1", "key2", "b"].map(call);
  for (let turn = 0; turn < 3; turn += 1) await endNext();
  expect(await Promise.all(answers)).toEqual(["A", "KEY1", "KEY2", "B"]);
  expect(given).toEqual([["a"], ["key1", "b"], ["key2"]]);
});

test("one that is refused stops no other", async () => {
  const { call, given, endNext } = heldWork();
  const first = call("first");
  const answers = ["good", "bad"].map(call);
  const settled = Promise.allSettled(answers);
  for (let turn = 0; turn < 4; turn += 1) await endNext();
  expect(await first).toBe("FIRST");
  expect(await settled).toMatchObject([
    { status: "fulfilled", value: "GOOD" },
    { status: "rejected", reason: { message: "refused" } },
  ]);
  expect(given).toEqual([["first"], ["good", "bad"], ["good"], ["bad"]]);
});
