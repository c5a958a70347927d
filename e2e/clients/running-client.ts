import { execFile, spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { RunningProduct } from "../support/running-product.ts";
import { apacheConfiguration } from "./apache.ts";
import { debianRoot } from "./debian-clients.ts";
import { goModules, goPrograms } from "./go-clients.ts";
import { goSources, type Kind, pythonFolder } from "./kinds.ts";
import { codeOf, type PageCode, writeFiles } from "./page-code.ts";
import { rubyCommand } from "./ruby-client.ts";

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const runtime = pathOf("../../node_modules/.bin/node");

/** A program that is compiled first takes longer to answer. */
const readyMs = ({ isExtra }: Kind) => (isExtra ? 400_000 : 120_000);

export interface RunningClient {
  readonly origin: string;
  /** Everything it has printed so far. */
  readonly output: () => string;
  stop(): Promise<void>;
}

/** Runs a command on applications as an operator does. @returns what it prints. */
async function onClients(
  { databaseUrl }: Pick<RunningProduct, "databaseUrl">,
  words: readonly string[],
): Promise<string> {
  const args = [pathOf("../../cli/main.ts"), "operator", "clients", ...words];
  const { stdout } = await promisify(execFile)(runtime, args, {
    env: { PATH: process.env.PATH ?? "", DATABASE_URL: databaseUrl },
  });
  return stdout;
}

/** Registers an application. @returns its secret; "" for a public one. */
async function register(
  product: Pick<RunningProduct, "databaseUrl">,
  registration: readonly string[],
): Promise<string> {
  const stdout = await onClients(product, ["add", "--json", ...registration]);
  return (JSON.parse(stdout) as { client_secret?: string }).client_secret ?? "";
}

/** How a program of this folder is run, by the language that it is written in. */
function commandOf(program: string): (path: string) => string {
  if (program.endsWith(".rb")) return rubyCommand;
  return (path) => `${program.endsWith(".py") ? "python" : "node"} ${path}`;
}

/** A page's code, or a program's as if it stood on one. */
function codeFor(kind: Kind, portalPort: string, origin: string): PageCode {
  const { port } = new URL(origin);
  if ("page" in kind.source) {
    const code = codeOf(kind.source.page, portalPort, port);
    // The database is named instead of the folder of `npm start`.
    const registration = code.registration.filter((word) => word !== "--data" && word !== ".data");
    return (kind.adapt ?? ((own) => own))({ ...code, registration });
  }
  const { program } = kind.source;
  const id = program.replace(/\.\w+$/, "");
  const runs = commandOf(program);
  const issuer = `http://localhost:${portalPort}/v1/idp/oidc`;
  return {
    registration: [
      ...["--id", id, "--name", kind.name, ...(kind.registration ?? [])],
      ...["--redirect-uri", `${origin}/callback`, "--post-logout-redirect-uri", origin],
      ...["--back-channel-logout-uri", `${origin}/back-channel-logout`],
      "--allow-private-addresses",
    ],
    files: new Map(),
    run: `ISSUER=${issuer} ORIGIN=${origin} CLIENT_ID=${id} CLIENT_SECRET=… ${runs(`../../programs/${program}`)}`,
  };
}

/**
 * Writes a client's code into a folder of its own, starts it as its page says, and waits until it
 * answers.
 *
 * @throws Error with all it printed when it does not.
 */
export async function runClient(
  kind: Kind,
  product: RunningProduct,
  port: number,
): Promise<RunningClient> {
  const origin = `http://localhost:${port}`;
  const folder = pathOf(`running/${port}/`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const code = codeFor(kind, new URL(product.portalOrigin).port, origin);
  writeFiles(folder, code);
  const secret = await register(product, code.registration);
  const command = (code.run ?? apacheConfiguration(folder, port))
    .replace("CLIENT_SECRET=…", `CLIENT_SECRET=${secret}`)
    .replace(goSources, `${goSources}:${debianRoot}${goSources}`);
  const child = spawn("sh", ["-c", command], {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      HOME: tmpdir(),
      PATH: [
        dirname(runtime),
        pathOf("node_modules/.bin"),
        `${pythonFolder}/bin`,
        goPrograms,
        process.env.PATH,
        `${debianRoot}/usr/bin`,
      ].join(":"),
      GOMODCACHE: goModules,
      GOCACHE: pathOf("../../.cache/clients/go"),
      NEXT_TELEMETRY_DISABLED: "1",
    },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      printed += chunk;
    });
  }
  let hasEnded = false;
  const ended = new Promise<void>((resolve) =>
    child.once("exit", () => {
      hasEnded = true;
      resolve();
    }),
  );
  const stop = async () => {
    // The whole group: what a command starts goes with it.
    if (!hasEnded && child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
    // Another try registers it anew.
    await onClients(product, [
      "remove",
      code.registration[code.registration.indexOf("--id") + 1] ?? "",
    ]);
  };
  const deadline = Date.now() + readyMs(kind);
  while (!(await answers(origin))) {
    if (hasEnded || Date.now() > deadline) {
      await stop();
      throw new Error(`${kind.name} does not answer:\n${printed}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { origin, output: () => printed, stop };
}

async function answers(origin: string): Promise<boolean> {
  try {
    return (await fetch(origin, { redirect: "manual" })).status < 500;
  } catch {
    return false;
  }
}
