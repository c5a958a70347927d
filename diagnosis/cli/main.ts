import { CommanderError } from "commander";
import { allChecks } from "../checks/registry.ts";
import type { Check } from "../engine/check.ts";
import type { LocalText } from "../engine/text.ts";
import { catalogue } from "../pages/catalogue.ts";
import { diagnose } from "../scan/diagnose.ts";
import { ScanRefusedError } from "../scan/errors.ts";
import type { DiagnoseOptions } from "../scan/options.ts";
import { argumentsOf, type DiagnoseArguments, diagnoseCommand } from "./arguments.ts";
import { checkList } from "./check-list.ts";
import { codeOf, EXIT } from "./exit-codes.ts";
import { UnreadableError } from "./files.ts";
import { Output, UnwritableError } from "./output.ts";
import { ofSomeChecks, type Report, ReportBuilder } from "./report/report.ts";
import { authorise, networkOf, optionsOf } from "./scan-options.ts";
import { badData, cannotRead, NO_AUTHORITY, NO_CHECKS, NO_TARGET, refusal } from "./sentences.ts";
import { languageOf, usageSentence } from "./usage-errors.ts";
import { verdict } from "./verdict.ts";

/** Where the command writes, and how it is stopped. */
export interface CliIo {
  /** What `--version` prints. */
  readonly version: string;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** True where progress may rewrite its line. */
  readonly interactive: boolean;
  readonly signal?: AbortSignal;
}

/** An end of the command with a sentence for whoever called it. */
class UsageError extends Error {
  readonly text: LocalText;

  constructor(text: LocalText) {
    super(text.en);
    this.text = text;
  }
}

/**
 * `sekimori diagnose`: examines one domain after the other and writes the report.
 * @returns the exit code; errors of usage and refusals are sentences on standard error
 */
export async function runDiagnose(argv: readonly string[], io: CliIo): Promise<number> {
  const ids = allChecks.map(({ id }) => id);
  const language = languageOf(argv);
  const command = diagnoseCommand(io.version, ids, language)
    .exitOverride()
    .configureOutput({
      writeOut: io.stdout,
      writeErr: io.stderr,
      outputError: (text, write) => write(`${usageSentence(text.trim(), language)}\n`),
    });
  try {
    command.parse([...argv], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.good : EXIT.usage;
  }
  const args = argumentsOf(command);
  if (args.listChecks) {
    io.stdout(checkList(chosenChecks(args), args.language));
    return EXIT.good;
  }
  try {
    return await run(args, io);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof UnwritableError)) throw error;
    io.stderr(`${error.text[args.language]}\n`);
    return error instanceof UnwritableError ? EXIT.cannotWrite : EXIT.usage;
  }
}

async function run(args: DiagnoseArguments, io: CliIo): Promise<number> {
  const say = (text: LocalText) => io.stderr(`${text[args.language]}\n`);
  if (args.targets.length === 0) throw new UsageError(NO_TARGET);
  if (args.token === undefined && !args.iAmAuthorised) {
    say(NO_AUTHORITY);
    return EXIT.refused;
  }
  const checks = chosenChecks(args);
  if (checks.length === 0) throw new UsageError(NO_CHECKS);
  const output = new Output(args, io.stdout);
  const network = reading(() => networkOf(args));
  const reports: Report[] = [];
  const codes: number[] = [];
  for (const target of args.targets) {
    const timeout = args.timeout === undefined ? null : AbortSignal.timeout(args.timeout * 1_000);
    const signals = [io.signal, timeout].filter((one) => one !== undefined && one !== null);
    const options = reading(() => ({
      ...optionsOf(args, network, authorise(args, target)),
      checks,
      signal: AbortSignal.any(signals),
      onFault: (check: string, error: unknown) => io.stderr(`${check}: ${String(error)}\n`),
    }));
    try {
      const report = await scan(target, options, args, io);
      reports.push(report);
      codes.push(timeout?.aborted ? EXIT.timeout : verdict(report, args));
    } catch (error) {
      if (!(error instanceof ScanRefusedError)) throw error;
      io.stderr(`${refusal(error, target, args.language)}\n`);
      codes.push(error.reason === "absent" ? EXIT.noSuchDomain : EXIT.refused);
    }
    if (io.signal?.aborted) break;
  }
  if (reports.length > 0) output.write(reports);
  return codeOf(codes);
}

/** What `--only` and `--skip` leave: checks by their ids or by their categories. */
function chosenChecks({ only, skip }: DiagnoseArguments): readonly Check[] {
  const named = (names: readonly string[], { id, category }: Check) =>
    names.includes(id) || names.includes(category);
  return allChecks.filter(
    (check) => (only.length === 0 || named(only, check)) && !named(skip, check),
  );
}

/** Files that options name: what is wrong with them is the caller's to mend. */
function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableError) throw new UsageError(cannotRead(error.path));
    throw new UsageError(badData(error instanceof Error ? error.message : String(error)));
  }
}

async function scan(
  target: string,
  options: DiagnoseOptions,
  { quiet }: DiagnoseArguments,
  io: CliIo,
): Promise<Report> {
  const builder = new ReportBuilder();
  const progress = !quiet && io.interactive;
  for await (const event of diagnose(target, options)) {
    builder.add(event);
    if (event.type === "progress" && progress)
      io.stderr(`\r\u001b[K${event.done}/${event.total} ${event.host} ${event.check ?? ""}`);
  }
  if (progress) io.stderr("\r\u001b[K");
  const report = builder.build(catalogue(options.checks));
  return options.checks?.length === allChecks.length ? report : ofSomeChecks(report);
}
