import { parentPort } from "node:worker_threads";
import type { PasswordTask } from "../features/credentials/password-thread.ts";

// A thread that ends when told to, in either of the ways a thread can.
parentPort?.on("message", ([task]: readonly PasswordTask[]) => {
  if (task?.password === "exit") process.exit(1);
  if (task?.password === "throw") throw new Error("thrown on purpose");
  parentPort?.postMessage([{ value: task?.password }]);
});
