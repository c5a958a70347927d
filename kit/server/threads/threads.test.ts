import { expect, test } from "vitest";
import { inTurn } from "./in-turn.ts";
import { createThreadPool } from "./thread-pool.ts";

/** A thread that says its name, ends as it is asked to, or takes more memory than it may. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId, workerData } from "node:worker_threads";
    const held = [];
    parentPort.on("message", (task) => {
      if (task === "exit") process.exit(1);
      if (task === "throw") throw new Error("thrown on purpose");
      if (task === "fill") for (;;) held.push(Array.from({ length: 10_000 }, Math.random));
      parentPort.postMessage({ task, threadId, workerData });
    });
  `)}`,
);
interface Answer {
  readonly task: string;
  readonly threadId: number;
  readonly workerData: unknown;
}

test("more tasks than threads wait for their turn, in the order of arrival", async () => {
  const run = inTurn(createThreadPool<string, Answer>(script, { width: 1, data: "given" }));
  const order: string[] = [];
  const tasks = Array.from({ length: 20 }, (_, index) => `task ${index}`);
  const answers = await Promise.all(
    tasks.map(async (task) => {
      const answer = await run(task);
      order.push(task);
      return answer;
    }),
  );
  expect(answers.map(({ task }) => task)).toEqual(tasks);
  expect(order).toEqual(tasks);
  expect(new Set(answers.map(({ threadId }) => threadId)).size).toBe(1);
  expect(answers[0]?.workerData).toBe("given");
});

test("two threads work at the same time", async () => {
  const run = inTurn(createThreadPool<string, Answer>(script, { width: 2 }));
  const answers = await Promise.all(["a", "b"].map(run));
  expect(new Set(answers.map(({ threadId }) => threadId)).size).toBe(2);
});

test("a thread that ends fails its own task only, and another takes its place", async () => {
  const limits = { maxOldGenerationSizeMb: 16 };
  const run = inTurn(createThreadPool<string, Answer>(script, { width: 1, limits }));
  const told = (task: string) => run(task).then(({ task: done }) => done, String);
  const answers = await Promise.all(["a", "exit", "b", "throw", "c", "fill", "d"].map(told));
  expect(answers).toEqual([
    "a",
    "Error: A thread ended before its answer.",
    "b",
    "Error: thrown on purpose",
    "c",
    expect.stringMatching(/^Error.*memory/),
    "d",
  ]);
});

test("asked for more threads than there are, a pool refuses", () => {
  const pool = createThreadPool<string, Answer>(script, { width: 0 });
  expect(() => pool.run("a", () => undefined)).toThrow("Every thread is busy.");
});
