import { parentPort } from "node:worker_threads";
import type { PasswordTask } from "../features/credentials/password-thread.ts";

// A thread that answers each task with what it was given together with.
parentPort?.on("message", (tasks: readonly PasswordTask[]) => {
  const together = tasks.map(({ password }) => password).join(" ");
  parentPort?.postMessage(tasks.map(() => ({ value: together })));
});
