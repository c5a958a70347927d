import { spawn } from "node:child_process";
import { once } from "node:events";
import { keycloakFolder, keycloakHeap } from "./keycloak-distribution.ts";

const readyMs = 400_000;
const administrator = { username: "administrator", password: "a-password-for-tests" } as const;

/** Keycloak on this machine, and what its administrator does there. */
export interface RunningKeycloak {
  readonly origin: string;
  /** Everything it has printed so far. */
  readonly output: () => string;
  /** Calls its administration below /admin/realms. @throws Error with the answer unless it is good. */
  administer(method: string, path: string, body?: unknown): Promise<unknown>;
  stop(): Promise<void>;
}

async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new Error(`Keycloak answered ${response.status}: ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

/** An administrator's token; it lives for a minute, so each call has one of its own. */
async function tokenAt(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/realms/master/protocol/openid-connect/token`, {
    method: "POST",
    body: new URLSearchParams({
      ...administrator,
      client_id: "admin-cli",
      grant_type: "password",
    }),
  });
  return ((await answerOf(answer)) as { access_token: string }).access_token;
}

const answers = (address: string) =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );

/** Starts it with a database in memory, and waits until it answers. @throws Error with all it printed. */
export async function runKeycloak(port: number): Promise<RunningKeycloak> {
  const origin = `http://localhost:${port}`;
  const child = spawn(
    "sh",
    [
      ...["bin/kc.sh", "start", "--optimized", "--cache=local", `--hostname=${origin}`],
      ...["--http-enabled=true", "--http-host=localhost", `--http-port=${port}`],
    ],
    {
      cwd: keycloakFolder,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env.PATH,
        JAVA_OPTS_KC_HEAP: keycloakHeap,
        KC_BOOTSTRAP_ADMIN_USERNAME: administrator.username,
        KC_BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
      },
    },
  );
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      printed += chunk;
    });
  }
  const ended = once(child, "exit");
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    // The whole group: the script starts Java as its child.
    if (!hasEnded() && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    await ended;
  };
  const deadline = Date.now() + readyMs;
  while (!(await answers(`${origin}/realms/master`))) {
    if (hasEnded() || Date.now() > deadline) {
      await stop();
      throw new Error(`Keycloak does not answer:\n${printed}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    origin,
    output: () => printed,
    stop,
    async administer(method, path, body) {
      const type = typeof body === "string" ? "application/xml" : "application/json";
      const response = await fetch(`${origin}/admin/realms${path}`, {
        method,
        headers: { authorization: `Bearer ${await tokenAt(origin)}`, "content-type": type },
        ...(body === undefined
          ? {}
          : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      return answerOf(response);
    },
  };
}
