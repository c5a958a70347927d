import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { auditReport, specifiedLines, type TestReport } from "./specification-audit.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

const map = `# Map

## 2. Routes

| Route | Access | Code | Test | State |
|---|---|---|---|---|
| \`/login\` | public | \`portal/web/login-page.tsx\` | \`e2e/sign-in.e2e.ts\` “signs in” \`e2e/pages.e2e.ts\` | done |

## 9. Constants

| Specification | Code | Test | State |
|---|---|---|---|
| Date formats | \`kit/contract/dates.ts\` | \`kit/contract/dates.test.ts\` | done |
| A script of others | | \`e2e/other.e2e.ts\` | partly: it cannot be had |
`;

const file = (name: string, tests: Readonly<Record<string, string>>) => ({
  name: `${root}${name}`,
  assertionResults: Object.entries(tests).map(([title, status]) => ({ title, status })),
});

const good = {
  signIn: file("e2e/sign-in.e2e.ts", { "signs in (ja)": "passed", "signs out": "passed" }),
  pages: file("e2e/pages.e2e.ts", { "has titles": "passed" }),
  dates: file("kit/contract/dates.test.ts", { "are written": "passed" }),
};

const audited = (run: Partial<Record<keyof typeof good, TestReport["testResults"][number]>>) =>
  auditReport(map, { testResults: Object.values({ ...good, ...run }) });

describe("the audit of the specification", () => {
  test("reads every row with its section, its tests and its state", () => {
    expect(specifiedLines(map).map(({ section, tests, state }) => [section, tests, state])).toEqual(
      [
        [
          "2. Routes",
          [{ file: "e2e/sign-in.e2e.ts", title: "signs in" }, { file: "e2e/pages.e2e.ts" }],
          "done",
        ],
        ["9. Constants", [{ file: "kit/contract/dates.test.ts" }], "done"],
        ["9. Constants", [{ file: "e2e/other.e2e.ts" }], "partly: it cannot be had"],
      ],
    );
  });

  test("counts what passed, and names what is not called done", () => {
    expect(audited({})).toEqual({
      isShown: true,
      text: [
        "9. Constants: A script of others: partly: it cannot be had",
        "specification: 2 of 3 lines shown by tests that passed",
      ].join("\n"),
    });
  });

  test.for([
    [
      "a test of another title",
      file("e2e/sign-in.e2e.ts", { "logs in (ja)": "passed" }),
      "didn't run",
    ],
    ["a test that failed", file("e2e/sign-in.e2e.ts", { "signs in (ja)": "failed" }), "failed"],
    ["a file that ended before its tests", file("e2e/sign-in.e2e.ts", {}), "didn't run"],
    [
      "a file that is not there",
      file("e2e/elsewhere.e2e.ts", { "signs in": "passed" }),
      "didn't run",
    ],
  ] as const)("doubts a line that names %s", ([, signIn, outcome]) => {
    const { isShown, text } = audited({ signIn });
    expect(isShown).toBe(false);
    expect(text).toContain(
      `NOT shown, 2. Routes: \`/login\`: e2e/sign-in.e2e.ts “signs in” ${outcome}\n`,
    );
    expect(text).toContain("specification: 1 of 3 lines");
  });

  test("a file that was skipped is no doubt beside one that passed, and one alone", () => {
    const skipped = { "is skipped": "skipped" };
    expect(audited({ pages: file("e2e/pages.e2e.ts", skipped) }).isShown).toBe(true);
    const { isShown, text } = audited({ dates: file("kit/contract/dates.test.ts", skipped) });
    expect(isShown).toBe(false);
    expect(text).toContain("kit/contract/dates.test.ts skipped");
  });

  test("a failure beside the title that is named is none of the line's", () => {
    const signIn = file("e2e/sign-in.e2e.ts", { "signs in": "passed", "signs out": "failed" });
    expect(audited({ signIn }).isShown).toBe(true);
  });
});
