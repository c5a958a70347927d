import { version } from "@sekimori/kit-server/installation";
import { isEnding } from "@sekimori/kit-server/lifecycle";
import { KeyInUseError, UnsharedKeyError } from "@sekimori/kit-server/processes";
import { SettingsError } from "@sekimori/kit-server/settings";
import { Argument, Command, Option } from "commander";
import { maintenanceCommand } from "./commands/maintenance-command.ts";
import { operatorCommand } from "./commands/operator.ts";
import { PortTaken } from "./processes/taken-port.ts";
import { unusableDatabase } from "./processes/unusable-database.ts";

const program = new Command("sekimori")
  .description("The identity and account portal of an attack-surface diagnosis service.")
  .version(version, "--version", "print the version");

// Each command loads its own code only when it runs, so that none pays for the others.
program
  .command("portal")
  .description("run one HTTP process, configured by the environment")
  .action(async () => (await import("./commands/portal.ts")).portal());

program
  .command("worker")
  .description("run one worker process: mails, sweeps and scheduled work")
  .action(async () => (await import("./commands/worker.ts")).worker());

program
  .command("karte")
  .description("run one process of the management application, configured by the environment")
  .addOption(
    new Option("--only <part>", "answer browsers, or take runs and mails, and not both")
      .choices(["all", "web", "worker"])
      .default("all"),
  )
  .action(async ({ only }: { readonly only: "all" | "web" | "worker" }) =>
    (await import("./commands/karte.ts")).karte(only),
  );

program
  .command("console")
  .description("run one process of the operator's console, with the portal's settings and its own")
  .action(async () => (await import("./commands/console.ts")).runConsole());

program
  .command("integration")
  .description(
    "run one process of the integrator's console, with the portal's settings and its own",
  )
  .action(async () => (await import("./commands/console.ts")).runIntegration());

program
  .command("migrate")
  .description("bring the database up to date")
  .option("--grant-to <role>", "whom its processes connect as: rows only, no tables")
  .option("--plan", "say what would be applied, and apply nothing", false)
  .addOption(
    new Option(
      "--application <name>",
      "whose database: DATABASE_OWNER_URL or KARTE_DATABASE_OWNER_URL names it",
    )
      .choices(["portal", "karte"])
      .default("portal"),
  )
  .action(
    async (options: {
      readonly grantTo?: string;
      readonly application: "portal" | "karte";
      readonly plan: boolean;
    }) => {
      const { migrateDatabase, planMigrations } = await import("./commands/migrate.ts");
      await (options.plan
        ? planMigrations(options.application)
        : migrateDatabase(options.application, options.grantTo));
    },
  );

program
  .command("doctor")
  .description("check the configuration and say what is missing")
  .addArgument(
    new Argument("[process]", "whose; a worker's is the portal's")
      .choices(["portal", "karte", "console", "integration"])
      .default("portal"),
  )
  .action(async (whose: "portal" | "karte" | "console" | "integration") => {
    const { doctor } = await import("./commands/doctor.ts");
    process.exitCode = (await doctor(whose, process.env)) ? 0 : 1;
  });

program
  .command("health")
  .description("ask the process beside it whether it is ready; for probes of containers")
  .addArgument(
    new Argument("[process]", "whose")
      .choices(["portal", "worker", "karte", "console", "integration"])
      .default("portal"),
  )
  .action(async (whose: "portal" | "worker" | "karte" | "console" | "integration") => {
    const { health } = await import("./commands/health.ts");
    process.exitCode = (await health(whose, process.env)) ? 0 : 1;
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

program
  .command("data")
  .description("take over newer data for the diagnosis; “sekimori data --help” tells how")
  .helpOption(false)
  .allowUnknownOption()
  .argument("[arguments...]")
  .action(async (argv: readonly string[]) => {
    const { data } = await import("./commands/data.ts");
    process.exitCode = data(argv);
  });

program.addCommand(operatorCommand());

program.addCommand(maintenanceCommand());

program.hook("preAction", async () => {
  const { refuseUnknownVariables } = await import("./processes/known-settings.ts");
  refuseUnknownVariables(process.env);
});

/** Failures whose message is a sentence for an operator. */
const plain = [KeyInUseError, PortTaken, SettingsError, UnsharedKeyError];

/**
 * Runs the command that this process was called with.
 *
 * @param more commands beside those that every installation has
 */
export async function run(more: readonly Command[] = []): Promise<void> {
  for (const command of more) program.addCommand(command);
  try {
    await program.parseAsync();
  } catch (error) {
    // What a signal interrupts fails, and its handler ends the process when all is undone.
    if (!isEnding()) report(error);
  }
}

function report(error: unknown): void {
  const isPlain = error instanceof Error && plain.some((kind) => error instanceof kind);
  const sentence = isPlain ? error.message : unusableDatabase(error);
  if (sentence === undefined) throw error;
  console.error(sentence);
  process.exitCode = 1;
}
