import type { ThreadPool } from "./thread-pool.ts";

/**
 * The pool's work as promises: a task waits until a thread is free, in the order of arrival. Who may
 * wait is for the caller to bound.
 *
 * @throws (in the promise) what ended the thread before its answer
 */
export function inTurn<Task, Answer>(
  pool: ThreadPool<Task, Answer>,
): (task: Task) => Promise<Answer> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return (task) =>
    new Promise((resolve, reject) => {
      const begin = () => {
        running += 1;
        pool.run(task, (outcome) => {
          running -= 1;
          if ("failure" in outcome) reject(outcome.failure);
          else resolve(outcome.answer);
          waiting.shift()?.();
        });
      };
      if (running < pool.width) begin();
      else waiting.push(begin);
    });
}
