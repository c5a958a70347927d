import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

// `npm run audit` reads docs/specification-map.md beside the report of the last `npm test`: what of
// the specification was shown by tests that passed, line by line.

const root = fileURLToPath(new URL("..", import.meta.url));

/** A test file that a line names and, quoted behind it, the beginning of a test's title. */
export interface NamedTest {
  readonly file: string;
  readonly title?: string;
}

/** A line of the specification, as the map has it. */
export interface SpecifiedLine {
  /** Under which heading of the map, such as `2. Routes`. */
  readonly section: string;
  readonly text: string;
  readonly code: string;
  readonly tests: readonly NamedTest[];
  readonly state: string;
}

/** What the report of vitest has that is asked for here. */
export interface TestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

const namedTests = (cell: string): NamedTest[] =>
  [...cell.matchAll(/`([\w./-]+\.(?:test|e2e)\.ts)`(?: “([^”]+)”)?/g)].map(
    ([, file = "", title]) => (title === undefined ? { file } : { file, title }),
  );

/** The rows of the map's tables; of each, the last cells are its tests and its state. */
export function specifiedLines(map: string): SpecifiedLine[] {
  let section = "";
  return map.split("\n").flatMap((line) => {
    section = /^## (.+)$/.exec(line)?.[1] ?? section;
    if (!/^\| (?!Specification \||Route \||Call \||Type \|)/.test(line)) return [];
    const cells = line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim());
    const [text = ""] = cells;
    const [tests = "", state = ""] = cells.slice(-2);
    return [{ section, text, code: cells.slice(1, -2).join(" "), tests: namedTests(tests), state }];
  });
}

/** Whether people see what a line is about: a page, a sentence, or something that a web app does. */
export const isSeen = ({ section, code }: SpecifiedLine): boolean =>
  /^(2|8)\./.test(section) || /\bweb\//.test(code);

type Outcome = "passed" | "skipped" | "failed" | "didn't run";

function outcomeOf({ file, title = "" }: NamedTest, report: TestReport): Outcome {
  const ran = report.testResults.find(({ name }) => relative(root, name) === file);
  const tests = ran?.assertionResults.filter((test) => test.title.startsWith(title)) ?? [];
  if (tests.length === 0) return "didn't run";
  if (tests.some(({ status }) => status === "failed")) return "failed";
  return tests.some(({ status }) => status === "passed") ? "passed" : "skipped";
}

/** What keeps a line that is called done from being shown, a sentence for each of its tests. */
export interface Doubt {
  readonly line: SpecifiedLine;
  readonly why: readonly string[];
}

const wordsOf = ({ file, title }: NamedTest) => (title === undefined ? file : `${file} “${title}”`);

/**
 * Holds each line that is called done against a run: every test that it names ran there and passed.
 * One that is skipped for want of a tool of the system is no doubt while another one shows the line.
 */
export function auditedLines(lines: readonly SpecifiedLine[], report: TestReport): Doubt[] {
  return lines
    .filter(({ state }) => state === "done")
    .flatMap((line) => {
      const found = line.tests.map((test) => ({ test, outcome: outcomeOf(test, report) }));
      const isShown = found.some(({ outcome }) => outcome === "passed");
      const why = found
        .filter(({ outcome }) => outcome !== "passed" && !(isShown && outcome === "skipped"))
        .map(({ test, outcome }) => `${wordsOf(test)} ${outcome}`);
      if (line.tests.length === 0) why.push("no test is named");
      return why.length === 0 ? [] : [{ line, why }];
    });
}

/** The audit in words, its count last, and whether every line that is called done was shown. */
export function auditReport(map: string, report: TestReport): { text: string; isShown: boolean } {
  const lines = specifiedLines(map);
  const doubts = auditedLines(lines, report);
  const undone = lines.filter(({ state }) => state !== "done");
  const shown = lines.length - doubts.length - undone.length;
  const text = [
    ...undone.map(({ section, text, state }) => `${section}: ${text}: ${state}`),
    ...doubts.map(({ line, why }) => `NOT shown, ${line.section}: ${line.text}: ${why.join("; ")}`),
    `specification: ${shown} of ${lines.length} lines shown by tests that passed`,
  ].join("\n");
  return { text, isShown: doubts.length === 0 };
}

/** The audit of the last run, on the terminal. */
function main(): boolean {
  const report = `${root}.cache/test-report.json`;
  if (!existsSync(report)) {
    console.log("There is no report of a run yet: npm test writes it.");
    return false;
  }
  const map = readFileSync(`${root}docs/specification-map.md`, "utf8");
  const { text, isShown } = auditReport(map, JSON.parse(readFileSync(report, "utf8")));
  console.log(text);
  return isShown;
}

if (import.meta.main) process.exitCode = main() ? 0 : 1;
