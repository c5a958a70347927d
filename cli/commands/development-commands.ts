import { Command } from "commander";
import { backupCommand, restoreCommand } from "./backup-options.ts";
import { wholeNumber } from "./operator-options.ts";

const port = wholeNumber(65_535, "A port is a whole number from 0 to 65535.");
const count = wholeNumber(1_000_000, "A count is a whole number up to 1000000.");

const startCommand = new Command("start")
  .description("run everything on this machine: database, portal, worker and sandbox")
  .option("--portal-port <port>", "where the portal listens", port, 3000)
  .option("--karte-port <port>", "where karte listens", port, 3001)
  .option("--console-port <port>", "where the operator's console listens", port, 3004)
  .option("--integration-port <port>", "where the integrator's console listens", port, 3005)
  .option("--sandbox-port <port>", "where the sandbox listens", port, 3002)
  .option("--smtp-port <port>", "where the sandbox takes mail; 0 chooses", port, 0)
  .option("--data <folder>", "where database and secrets are kept", ".data")
  .option("--reset", "begin anew: forget database and secrets", false)
  .option("--api-only", "serve no screens; a development server stands before", false)
  .option("--portal-origin <origin>", "where browsers reach the portal")
  .option("--karte-origin <origin>", "where browsers reach karte")
  .option("--console-origin <origin>", "where browsers reach the console")
  .option("--integration-origin <origin>", "where browsers reach the integrator's console")
  .option("--no-sample-company", "examine real domains instead of the sandbox's sample company")
  .option("--no-durable", "do not wait for the disk; for tests")
  .action(async (options) => (await import("./start.ts")).start(options));

const seedCommand = new Command("seed")
  .description(
    "fill a workspace of karte with made-up domains, to look at long lists and to measure",
  )
  .requiredOption("--domains <number>", "how many; each with ten findings", count)
  .option("--others <number>", "small workspaces beside it", count, 9_999)
  .option("--workspace <id>", "which; a new one that nobody belongs to unless given")
  .option("--data <folder>", "of a running “npm start”, instead of KARTE_DATABASE_OWNER_URL")
  .action(async (options) => (await import("./seed.ts")).seed(options));

/** Commands of the source tree alone: they bring the sandbox, made-up data and a database along. */
export const developmentCommands: readonly Command[] = [
  startCommand,
  seedCommand,
  backupCommand(),
  restoreCommand(),
];
