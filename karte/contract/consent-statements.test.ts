import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { consentStatement, consentStatements, consentVersion } from "./consent-statements.ts";

/** Of each statement that somebody may have agreed to. A line here is never changed. */
const agreedTo: Readonly<Record<string, string>> = {
  "2026-11-01": "fedce9c116a8b8b8ab6918d4377c54b29fa65668f6b20d08baaee6153d380562",
};

test("no statement was changed after somebody could agree to it", () => {
  const digests = Object.entries(consentStatements).map(([version, { ja, en }]) => [
    version,
    createHash("sha256").update(`${ja}\n${en}`).digest("hex"),
  ]);
  expect(Object.fromEntries(digests)).toEqual(agreedTo);
});

test("the version in force is the newest, and says something; an unknown one says nothing", () => {
  expect(Object.keys(consentStatements).toSorted().at(-1)).toBe(consentVersion);
  expect(consentStatement(consentVersion)).toContain("authorized");
  expect(consentStatement("2020-01-01")).toBe("");
});
