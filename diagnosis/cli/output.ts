import { accessSync, closeSync, constants, openSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LocalText } from "../engine/text.ts";
import type { DiagnoseArguments } from "./arguments.ts";
import { csvReport } from "./report/csv-report.ts";
import { htmlReport } from "./report/html-report.ts";
import { jsonReport } from "./report/json-report.ts";
import { junitReport } from "./report/junit-report.ts";
import type { Report } from "./report/report.ts";
import { sarifReport } from "./report/sarif-report.ts";
import { tableReport } from "./report/table-report.ts";
import { cannotWrite, SEVERAL_REPORTS } from "./sentences.ts";

/** The place for the report cannot take it. */
export class UnwritableError extends Error {
  readonly text: LocalText;

  constructor(text: LocalText) {
    super(text.en);
    this.text = text;
  }
}

/**
 * Where the report goes. The place is tried when this is made, before anything is examined: an hour of
 * scanning must not end in a path that cannot be written. Throws UnwritableError.
 */
export class Output {
  readonly #args: DiagnoseArguments;
  readonly #stdout: (text: string) => void;
  readonly #folder: boolean;

  constructor(args: DiagnoseArguments, stdout: (text: string) => void) {
    this.#args = args;
    this.#stdout = stdout;
    const { output, format, targets } = args;
    this.#folder = output !== undefined && isFolder(output);
    const perTarget = format === "html" && targets.length > 1;
    if (perTarget && !this.#folder) throw new UnwritableError(SEVERAL_REPORTS);
    if (output !== undefined) tryWriting(output, this.#folder);
  }

  write(reports: readonly Report[]): void {
    const { output, format } = this.#args;
    if (output === undefined || !this.#folder) {
      const text = this.#text(reports, this.#args.targets.length > 1);
      if (output === undefined) this.#stdout(text);
      else writeFileSync(output, text);
      return;
    }
    const ending = { table: "txt", junit: "xml" }[format as string] ?? format;
    for (const report of reports)
      writeFileSync(join(output, `${report.result.target}.${ending}`), this.#text([report], false));
  }

  #text(reports: readonly Report[], several: boolean): string {
    const { format, language } = this.#args;
    if (format === "json") return jsonReport(reports, several);
    if (format === "sarif") return sarifReport(reports);
    if (format === "junit") return junitReport(reports, language);
    if (format === "csv") return csvReport(reports);
    const write = format === "html" ? htmlReport : tableReport;
    return reports.map((report) => write(report, language)).join("\n");
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function tryWriting(path: string, folder: boolean): void {
  try {
    if (folder) accessSync(path, constants.W_OK);
    else closeSync(openSync(path, "a"));
  } catch {
    throw new UnwritableError(cannotWrite(path));
  }
}
