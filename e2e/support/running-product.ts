import { fork } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { newDataFolder } from "./product-template.ts";

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const main = pathOf("../../cli/main.ts");
const runtime = pathOf("../../node_modules/.bin/node");
const execArgv: string[] = JSON.parse(
  readFileSync(pathOf("../../cli/runtime-options.json"), "utf8"),
);

export interface RunningProduct {
  readonly portalOrigin: string;
  readonly karteOrigin: string;
  readonly consoleOrigin: string;
  readonly integrationOrigin: string;
  readonly sandboxOrigin: string;
  /** For looking at what was really written. */
  readonly databaseUrl: string;
  /** As its portal connects. */
  readonly servingUrl: string;
  /** Everything the processes have printed so far: logs included. */
  readonly output: () => string;
  readonly pid: number;
  stop(): Promise<void>;
}

interface RunOptions {
  /** Where its data lives and stays; a folder that goes with it unless given. */
  readonly dataFolder?: string | undefined;
  /** Runs the sample company and gives the demo organisation its past. */
  readonly withCompany?: boolean;
  /** Further options of `sekimori start`; the last of a kind counts. */
  readonly more?: readonly string[];
  /** Waits for the disk, as nothing does that has nothing to lose. */
  readonly isDurable?: boolean;
}

/**
 * Starts the product as `npm start` does, in a process of its own, on free ports, with databases
 * that are migrated already unless it is given a folder.
 *
 * @throws Error with all it printed when it ends before it is ready
 */
export async function runProduct(
  environment: Readonly<Record<string, string>> = {},
  { dataFolder, withCompany = false, more = [], isDurable = false }: RunOptions = {},
): Promise<RunningProduct> {
  const data = dataFolder ?? (await newDataFolder());
  const [portalPort, kartePort, sandboxPort, consolePort, integrationPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const child = fork(
    main,
    [
      "start",
      `--portal-port=${portalPort}`,
      `--karte-port=${kartePort}`,
      `--sandbox-port=${sandboxPort}`,
      `--console-port=${consolePort}`,
      `--integration-port=${integrationPort}`,
      `--data=${data}`,
      ...(withCompany ? [] : ["--no-sample-company"]),
      ...(isDurable ? [] : ["--no-durable"]),
      ...more,
    ],
    { execPath: runtime, execArgv, silent: true, env: { ...process.env, ...environment } },
  );
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      printed += chunk;
    });
  }
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const ready = await Promise.race([
    new Promise<{ databaseUrl: string; servingUrl: string }>((resolve) =>
      child.once("message", (message) =>
        resolve(message as { databaseUrl: string; servingUrl: string }),
      ),
    ),
    ended.then(() => {
      throw new Error(`The product ended before it was ready:\n${printed}`);
    }),
  ]);
  return {
    portalOrigin: `http://localhost:${portalPort}`,
    karteOrigin: `http://localhost:${kartePort}`,
    consoleOrigin: `http://localhost:${consolePort}`,
    integrationOrigin: `http://localhost:${integrationPort}`,
    sandboxOrigin: `http://localhost:${sandboxPort}`,
    databaseUrl: ready.databaseUrl,
    servingUrl: ready.servingUrl,
    output: () => printed,
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      if (dataFolder === undefined) rmSync(data, { recursive: true, force: true });
    },
  };
}
