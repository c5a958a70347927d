import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { factValue, factWord } from "./fact-words.ts";

const checks = fileURLToPath(new URL("../checks/", import.meta.url));

/** Every name that a check gives to a fact: `{ name: "dns.axfr", value: … }`. */
const names = [
  ...new Set(
    globSync("**/*.ts", { cwd: checks, exclude: ["**/*.test.ts"] }).flatMap((file) =>
      [
        ...readFileSync(`${checks}${file}`, "utf8").matchAll(
          /\bname:\s*["`]([^"`]+)["`],\s*value\b/g,
        ),
      ].map(([, name = ""]) => name.replace(/\$\{\w+\}/, "/.env")),
    ),
  ),
].sort();

test("the checks name their facts", () => {
  expect(names.length).toBeGreaterThan(180);
});

test.each(names)("%s has words in both languages", (name) => {
  const { ja, en } = factWord(name);
  expect(ja).not.toBe(name);
  expect(ja).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
  expect(en).not.toBe(name);
  expect(en).not.toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
});

test("a name of an older engine stands as it was", () => {
  expect(factWord("dns.forgotten")).toEqual({ ja: "dns.forgotten", en: "dns.forgotten" });
});

describe("a value is read as", () => {
  test.each([
    [{ value: true }, "はい", "Yes"],
    [{ value: false }, "いいえ", "No"],
    [{ value: "" }, "–", "–"],
    [{ value: [] }, "–", "–"],
    [{ value: ["a", "b"] }, "a、b", "a, b"],
    [{ value: 2048, unit: "bits" }, "2048ビット", "2048 bits"],
    [{ value: 0, unit: "days" }, "0日", "0 days"],
    [{ value: "2027-01-21T03:27:41.000Z" }, "2027/01/21 12:27", "2027/01/21 12:27 JST"],
  ] as const)("%j", (fact, ja, en) => {
    expect(factValue({ name: "x", ...fact })).toEqual({ ja, en });
  });
});
