import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { jsonCertificateLog } from "../discovery/certificate-log.ts";
import { catalogue } from "../engine/catalogue.ts";
import type { ConsentRecord } from "../engine/consent.ts";
import { diagnose } from "../engine/diagnose.ts";
import { ScanRefusedError } from "../engine/errors.ts";
import type { Authorisation, DiagnoseOptions } from "../engine/options.ts";
import { systemClock } from "../net/clock.ts";
import { Network } from "../net/network.ts";
import { type DiagnoseArguments, readArguments, USAGE } from "./arguments.ts";
import { AUTHORITY_STATEMENT } from "./authority-statement.ts";
import { readData, readFixtures } from "./files.ts";
import { htmlReport } from "./report/html-report.ts";
import { jsonReport } from "./report/json-report.ts";
import { type Report, ReportBuilder } from "./report/report.ts";
import { sarifReport } from "./report/sarif-report.ts";
import { tableReport } from "./report/table-report.ts";

/** Where the command writes, and how it is stopped. */
export interface CliIo {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** True where progress may rewrite its line. */
  readonly interactive: boolean;
  readonly signal?: AbortSignal;
}

export const EXIT = {
  good: 0,
  belowGrade: 1,
  noGrade: 2,
  usage: 64,
  refused: 77,
  stopped: 130,
} as const;

/**
 * `sekimori diagnose`: runs one scan and writes its report.
 * @returns the exit code; errors of usage and refusals are sentences on standard error
 */
export async function runDiagnose(argv: readonly string[], io: CliIo): Promise<number> {
  try {
    const args = readArguments(argv);
    if (args.help || args.target === null) {
      (args.help ? io.stdout : io.stderr)(`${USAGE}\n`);
      return args.help ? EXIT.good : EXIT.usage;
    }
    const authorisation = authorise(args, args.target);
    if (authorisation === null) {
      io.stderr(`${NO_AUTHORITY}\n`);
      return EXIT.refused;
    }
    return await scan(args, args.target, optionsOf(args, authorisation, io), io);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    io.stderr(`${error.message}\n`);
    return error instanceof ScanRefusedError ? EXIT.refused : EXIT.usage;
  }
}

const NO_AUTHORITY = `Nothing was sent. Prove that the target is yours (--token), or state that you may examine it
with --i-am-authorised:
  ${AUTHORITY_STATEMENT.text.en}
  ${AUTHORITY_STATEMENT.text.ja}`;

function authorise(args: DiagnoseArguments, target: string): Authorisation | null {
  if (args.token === undefined && !args["i-am-authorised"]) return null;
  const consent: ConsentRecord = {
    who: userInfo().username,
    organisation: args.organisation,
    statement: {
      version: AUTHORITY_STATEMENT.version,
      text: AUTHORITY_STATEMENT.text[args.language],
    },
    scope: [new URL(`http://${target}/`).hostname, ...args.hosts],
    methods: ["dns", "mail", "tls", "http", "ports"],
    at: new Date(systemClock.now()).toISOString(),
    ip: null,
    thirdPartyHosting: "unknown",
    contact: args.contact ?? "",
  };
  if (args.token === undefined) return { kind: "statement", consent };
  return { kind: "proof", token: args.token, methods: args.proof, consent };
}

function optionsOf(
  args: DiagnoseArguments,
  authorisation: Authorisation,
  io: CliIo,
): DiagnoseOptions {
  const fixtures = args.fixtures === undefined ? undefined : readFixtures(args.fixtures);
  const network = new Network({
    production: process.env.NODE_ENV === "production",
    fixtures,
    clock: systemClock,
    ...(args.resolver ? { resolvers: [resolverOf(args.resolver)] } : {}),
    ...(fixtures ? { load: FIXTURE_LOAD } : {}),
  });
  return {
    network,
    authorisation,
    data: readData(args.data),
    approvedHosts: args.hosts,
    check: { dkimSelectors: args.selectors },
    discovery: {
      references: !args["no-discovery"],
      words: !args["no-discovery"] && !args["no-words"],
      ...(args["zone-file"] ? { zoneFile: readFileSync(args["zone-file"], "utf8") } : {}),
      ...(args["certificate-log"]
        ? { certificateLog: jsonCertificateLog(args["certificate-log"]) }
        : {}),
    },
    scanId: randomUUID(),
    aboutUrl: args.contact ?? null,
    ...(io.signal ? { signal: io.signal } : {}),
    onFault: (check, error) => io.stderr(`${check}: ${String(error)}\n`),
  };
}

/** Loopback needs no mercy. */
const FIXTURE_LOAD = {
  httpPerSecond: 1_000,
  connectsPerSecond: 1_000,
  dnsPerSecond: 1_000,
  socketsPerAddress: 50,
};

function resolverOf(text: string) {
  const [, address = text, port = "53"] =
    /^(.*?)(?::(\d+))?$/.exec(text.replace(/[[\]]/g, "")) ?? [];
  return text.split(":").length > 2 && !text.includes("]")
    ? { address: text, port: 53 }
    : { address, port: Number(port) };
}

async function scan(args: DiagnoseArguments, target: string, options: DiagnoseOptions, io: CliIo) {
  const builder = new ReportBuilder();
  for await (const event of diagnose(target, options)) {
    builder.add(event);
    if (event.type === "progress" && !args.quiet && io.interactive)
      io.stderr(`\r\u001b[K${event.done}/${event.total} ${event.host} ${event.check ?? ""}`);
  }
  if (!args.quiet && io.interactive) io.stderr("\r\u001b[K");
  const report = builder.build(catalogue(options.checks));
  const text = write(report, args);
  if (args.output === undefined) io.stdout(text);
  else writeFileSync(args.output, text);
  return exitCode(report, args["minimum-grade"]);
}

function write(report: Report, { format, language }: DiagnoseArguments): string {
  if (format === "json") return jsonReport(report);
  if (format === "sarif") return sarifReport(report);
  return format === "html" ? htmlReport(report, language) : tableReport(report, language);
}

function exitCode({ result }: Report, minimum: string): number {
  if (result.status === "stopped") return EXIT.stopped;
  const { grade } = result.organisation;
  const worst = result.hosts.reduce(
    (low, host) => (host.grade && host.grade > low ? host.grade : low),
    grade ?? "",
  );
  if (worst === "") return EXIT.noGrade;
  return worst > minimum ? EXIT.belowGrade : EXIT.good;
}
