import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type {
  Reporter,
  SerializedError,
  TestCase,
  TestModule,
  TestSuite,
  Vitest,
} from "vitest/node";

/** Lines of a stack that say where it happened. */
const stackLines = 8;

/**
 * Prints each failure as soon as its test has ended, the first tries of what passed later included:
 * a run that is ended early, or whose end is cut from a log, still says what failed and why.
 */
export default class FailuresAtOnce implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    const end = state === "passed" ? "passed later" : "failed";
    for (const [index, error] of errors.entries()) {
      this.#print(test.module, `${test.fullName}, failure ${index + 1}, ${end}`, error);
    }
  }

  onTestSuiteResult(suite: TestSuite): void {
    for (const error of suite.errors()) {
      this.#print(suite.module, `${suite.fullName}, around its tests`, error);
    }
  }

  onTestModuleEnd(module: TestModule): void {
    for (const error of module.errors()) this.#print(module, "around its tests", error);
  }

  /** What was thrown outside of every test is counted for `npm test`: no second try excuses it. */
  onTestRunEnd(_modules: readonly TestModule[], stray: readonly SerializedError[]): void {
    const cache = join(this.#vitest?.config.root ?? "", ".cache");
    mkdirSync(cache, { recursive: true });
    writeFileSync(join(cache, "stray-errors.json"), JSON.stringify(stray.length));
  }

  #print(module: TestModule, what: string, { name, message, stack, diff }: SerializedError): void {
    const root = this.#vitest?.config.root ?? "";
    const places = (stack ?? "")
      .split("\n")
      .filter((line) => /^\s+at /.test(line) && !/node_modules\/vitest|new Promise/.test(line));
    const parts = [
      `FAILURE ${relative(root, module.moduleId)} > ${what}`,
      `${name ?? "Error"}: ${message}`,
      ...(diff === undefined ? [] : [String(diff)]),
      ...places.slice(0, stackLines).map((line) => line.replaceAll(`${root}/`, "")),
    ];
    this.#vitest?.logger.error(`\n${parts.join("\n")}\n`);
  }
}
