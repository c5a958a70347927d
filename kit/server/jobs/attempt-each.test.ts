import { expect, test } from "vitest";
import { attemptEach } from "./attempt-each.ts";

test("what fails does not keep the others from their turn, and is told at the end", async () => {
  const done: number[] = [];
  const trying = attemptEach([1, 2, 3], async (item) => {
    if (item === 2) throw new Error("not this one");
    done.push(item);
  });
  await expect(trying).rejects.toThrow("not this one");
  expect(done).toEqual([1, 3]);
});

test("of many failures ten are kept, and all are counted", async () => {
  async function* items() {
    for (let item = 0; item < 25; item += 1) yield item;
  }
  const trying = attemptEach(items(), (item) => Promise.reject(new Error(`no ${item}`)));
  const failure = await trying.catch((error: AggregateError) => error);
  expect(failure).toMatchObject({ message: "25 could not be done" });
  expect((failure as AggregateError).errors).toHaveLength(10);
});

test("nothing to do is nothing that failed", async () => {
  await attemptEach([], () => Promise.reject(new Error("never asked")));
});
