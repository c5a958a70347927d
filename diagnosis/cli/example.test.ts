import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { allChecks } from "../checks/registry.ts";
import { newChallengeToken } from "../scan/ownership.ts";
import { argumentsOf, diagnoseCommand } from "./arguments.ts";

it("the example for build servers uses options that exist, and fails below a grade", () => {
  const text = readFileSync(new URL("../examples/github-action.yml", import.meta.url), "utf8");
  const [, line = ""] = /npx sekimori diagnose ([\s\S]*?)\n\s+- name:/.exec(text) ?? [];
  const token = newChallengeToken();
  const words = line
    .replace(/"\$\{\{ secrets\.\w+ \}\}"/, token)
    .trim()
    .split(/\s+/);
  const ids = allChecks.map(({ id }) => id);
  const command = diagnoseCommand("0", ids, "en").exitOverride().parse(words, { from: "user" });
  expect(argumentsOf(command)).toMatchObject({
    targets: ["example.jp"],
    token,
    minimumGrade: "B",
    failOn: "high",
    timeout: 600,
    format: "sarif",
  });
});
