import { expect, test } from "vitest";
import { onePass } from "./one-pass.ts";

/** A pass whose looks end when told to, each with what it did. */
function stubbornPass() {
  const looks: { end: (done: number) => void; fail: (error: Error) => void }[] = [];
  const errors: unknown[] = [];
  const pass = onePass(
    () => new Promise<number>((end, fail) => looks.push({ end, fail })),
    (error) => errors.push(error),
  );
  const turn = async () => {
    for (let at = 0; at < 10; at += 1) await Promise.resolve();
  };
  return { pass, looks, errors, turn };
}

test("whoever asks meanwhile shares the pass, which looks once more", async () => {
  const { pass, looks, turn } = stubbornPass();
  const first = pass.run();
  const second = pass.run();
  const third = pass.run();
  expect(looks).toHaveLength(1);
  looks[0]?.end(3);
  await turn();
  expect(looks).toHaveLength(2);
  looks[1]?.end(4);
  expect(await Promise.all([first, second, third])).toEqual([7, 7, 7]);
  expect(looks).toHaveLength(2);
  const after = pass.run();
  looks[2]?.end(0);
  expect(await after).toBe(0);
});

test("who joins does not wait for what is under way, and what they brought is looked at", async () => {
  const { pass, looks, turn } = stubbornPass();
  const first = pass.run();
  expect(await pass.join()).toBe(0);
  looks[0]?.end(1);
  await turn();
  expect(looks).toHaveLength(2);
  looks[1]?.end(1);
  expect(await first).toBe(2);
  const alone = pass.join();
  looks[2]?.end(5);
  expect(await alone).toBe(5);
});

test("what is begun is waited for by nobody, and its failure is told", async () => {
  const { pass, looks, errors, turn } = stubbornPass();
  pass.begin();
  pass.begin();
  expect(looks).toHaveLength(1);
  looks[0]?.fail(new Error("gone"));
  await turn();
  expect(errors).toEqual([new Error("gone")]);
  const again = pass.run();
  looks[1]?.fail(new Error("gone again"));
  await expect(again).rejects.toThrow("gone again");
  expect(errors).toHaveLength(1);
});
