import { Command } from "commander";
import { named } from "./operator-options.ts";

const work = () => import("./backup.ts");

const answering = (command: Command): Command =>
  named(command)
    .option("--json", "answer in JSON", false)
    .option("--dry-run", "say what would be done, and do nothing", false);

/** `sekimori backup` */
export const backupCommand = (): Command =>
  answering(
    new Command("backup")
      .description("copy the database of a running “sekimori start”, while it serves")
      .requiredOption("--to <folder>", "an empty folder for the database")
      .requiredOption("--keys <folder>", "another empty folder for the secrets; keep it elsewhere")
      .option("--data <folder>", "the data of the running installation", ".data"),
  ).action(async (options) => (await work()).backup(options));

/** `sekimori restore` */
export const restoreCommand = (): Command =>
  answering(
    new Command("restore")
      .description("put a backup where “sekimori start” will run on it")
      .requiredOption("--from <folder>", "the folder of the backup")
      .requiredOption("--keys <folder>", "the folder of its secrets")
      .requiredOption("--data <folder>", "an empty folder for the installation"),
  ).action(async (options) => (await work()).restore(options));
