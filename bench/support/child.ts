import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const runtime = fileURLToPath(new URL("../../node_modules/.bin/node", import.meta.url));

/** Runs one of `bench/servers/` in a process of its own, with the project's runtime. */
export function startChild(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  const path = fileURLToPath(new URL(`../servers/${name}.ts`, import.meta.url));
  return fork(path, [...args], { execPath: runtime, env: { ...process.env, ...environment } });
}

/** The next message a child sends. @throws Error when it ends instead */
export function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`The child ended with code ${code}.`));
    child.once("message", (message) => {
      child.off("exit", ended);
      resolve(message as T);
    });
    child.once("exit", ended);
  });
}
