import { expect, test } from "vitest";
import { newPasswordIssues } from "./check-new-password.ts";

const good = "Gate-2026x";

test.each([
  ["a password that meets every rule", good, good, []],
  ["nothing", "", "", ["password required", "confirmation required"]],
  ["too short", "Ga-2026", "Ga-2026", ["password policy"]],
  ["fifteen characters", "Gate-2026-abcde", "Gate-2026-abcde", ["password policy"]],
  ["no symbol", "Gate2026xy", "Gate2026xy", ["password policy"]],
  ["the address in it", "Hanako-2026", "Hanako-2026", ["password policy"]],
  ["another repetition", good, "Gate-2026y", ["confirmation mismatch"]],
  ["no repetition", good, "", ["confirmation required"]],
])("%s", (_title, password, confirmation, expected) => {
  const issues = newPasswordIssues({
    password,
    confirmation,
    maximum: undefined,
    personal: ["hanako@example.jp"],
  });
  expect(issues.map(({ name, code }) => `${name} ${code}`)).toEqual(expected);
});

test("an operator may allow longer ones", () => {
  const password = "Gate-2026-abcdefgh";
  expect(
    newPasswordIssues({ password, confirmation: password, maximum: 64, personal: [] }),
  ).toEqual([]);
});
