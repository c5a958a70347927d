/** What a run of `npm run mutation` found in one file. */
export interface FileScore {
  readonly killed: number;
  readonly all: number;
  /** The day of the run, as documents write it. */
  readonly on: string;
}

/** How Stryker judged each break of a file. */
export interface FileReport {
  readonly mutants: readonly { readonly status: string }[];
}

const noticed = new Set(["Killed", "Timeout"]);
const judged = new Set([...noticed, "Survived", "NoCoverage"]);

function count({ mutants }: FileReport, on: string): FileScore {
  const statuses = mutants.map(({ status }) => status).filter((status) => judged.has(status));
  return {
    killed: statuses.filter((status) => noticed.has(status)).length,
    all: statuses.length,
    on,
  };
}

const rowPattern = /^\| `(.+)` \| (\d+) of (\d+) \| [\d.]+ % \| (.+) \|$/gm;

/** The scores that a table holds, by file. */
export function readTable(table: string): Map<string, FileScore> {
  const rows = [...table.matchAll(rowPattern)];
  return new Map(
    rows.map(([, file = "", killed, all, on = ""]) => [
      file,
      { killed: Number(killed), all: Number(all), on },
    ]),
  );
}

/** The scores after a run: of the files that it looked at the new ones, of all others the former. */
export function merge(
  former: ReadonlyMap<string, FileScore>,
  files: Readonly<Record<string, FileReport>>,
  on: string,
): Map<string, FileScore> {
  const found = Object.entries(files).map(([file, report]) => [file, count(report, on)] as const);
  return new Map([...former, ...found]);
}

/** Per cent, of breaks that a test noticed. */
export function percentOf({ killed, all }: Pick<FileScore, "killed" | "all">): number {
  return all === 0 ? 100 : (100 * killed) / all;
}

/** Breaks of some files together; a file that no run has looked at counts for nothing. */
export function sumOf(files: readonly string[], scores: ReadonlyMap<string, FileScore>) {
  const known = files.flatMap((file) => scores.get(file) ?? []);
  return {
    killed: known.reduce((sum, { killed }) => sum + killed, 0),
    all: known.reduce((sum, { all }) => sum + all, 0),
  };
}

/** The table of docs/evidence/assurance.md: files by rule, each rule's sum, and the sum of all. */
export function writeTable(
  rules: Readonly<Record<string, readonly string[]>>,
  scores: ReadonlyMap<string, FileScore>,
): string {
  const cells = ({ killed, all }: Pick<FileScore, "killed" | "all">) =>
    all === 0 ? "not run | –" : `${killed} of ${all} | ${percentOf({ killed, all }).toFixed(1)} %`;
  const nothing = { killed: 0, all: 0, on: "–" };
  const rowOf = (file: string) => {
    const score = scores.get(file) ?? nothing;
    return `| \`${file}\` | ${cells(score)} | ${score.on} |`;
  };
  const sumRow = (name: string, files: readonly string[]) =>
    `| **${name}** | ${cells(sumOf(files, scores))} | |`;
  return [
    "| Rule | Breaks noticed | Score | Run on |",
    "|---|---|---|---|",
    ...Object.entries(rules).flatMap(([name, files]) => [sumRow(name, files), ...files.map(rowOf)]),
    sumRow("all", Object.values(rules).flat()),
  ].join("\n");
}
