import { SettingsError } from "@sekimori/kit-server/settings";
import { Command, InvalidArgumentError } from "commander";
import { operatorCommand } from "./commands/operator.ts";
import { unusableDatabase } from "./processes/unusable-database.ts";

function port(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 65_535) {
    throw new InvalidArgumentError("A port is a whole number from 0 to 65535.");
  }
  return value;
}

const program = new Command("sekimori").description(
  "The identity and account portal of an attack-surface diagnosis service.",
);

// Each command loads its own code only when it runs, so that none pays for the others.
program
  .command("start")
  .description("run everything on this machine: database, portal, worker and sandbox")
  .option("--portal-port <port>", "where the portal listens", port, 3000)
  .option("--sandbox-port <port>", "where the sandbox listens", port, 3002)
  .option("--smtp-port <port>", "where the sandbox takes mail; 0 chooses", port, 0)
  .option("--data <folder>", "where database and secrets are kept", ".data")
  .option("--reset", "begin anew: forget database and secrets", false)
  .option("--api-only", "serve no screens; a development server stands before", false)
  .option("--portal-origin <origin>", "where browsers reach the portal")
  .option("--no-durable", "do not wait for the disk; for tests")
  .action(async (options) => (await import("./commands/start.ts")).start(options));

program
  .command("portal")
  .description("run one HTTP process, configured by the environment")
  .action(async () => (await import("./commands/portal.ts")).portal());

program
  .command("worker")
  .description("run one worker process: mails, sweeps and scheduled work")
  .action(async () => (await import("./commands/worker.ts")).worker());

program
  .command("migrate")
  .description("bring the database up to date")
  .option("--grant-to <role>", "whom portal and worker connect as: rows only, no tables")
  .action(async ({ grantTo }: { readonly grantTo?: string }) =>
    (await import("./commands/migrate.ts")).migrateDatabase(grantTo),
  );

program
  .command("doctor")
  .description("check the configuration and say what is missing")
  .action(async () => {
    const { doctor } = await import("./commands/doctor.ts");
    process.exitCode = (await doctor(process.env)) ? 0 : 1;
  });

program
  .command("diagnose")
  .description("examine a domain; “sekimori diagnose --help” lists the options")
  .helpOption(false)
  .allowUnknownOption()
  .argument("[arguments...]")
  .action(async (argv: readonly string[]) => {
    const { diagnose } = await import("./commands/diagnose.ts");
    process.exitCode = await diagnose(argv);
  });

program.addCommand(operatorCommand());

try {
  await program.parseAsync();
} catch (error) {
  const sentence = error instanceof SettingsError ? error.message : unusableDatabase(error);
  if (sentence === undefined) throw error;
  console.error(sentence);
  process.exitCode = 1;
}
