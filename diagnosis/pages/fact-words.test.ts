import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { loadData } from "../data/load-data.ts";
import { factValue, spokenValue } from "../engine/fact-values.ts";
import { VALUES, valueWord } from "../engine/value-words.ts";
import { factWord } from "./fact-words.ts";

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

  test.each([
    [{ name: "cert.trustError", value: "CERT_HAS_EXPIRED" }, "有効期限切れ", "expired"],
    [
      { name: "ipv6.missing", value: ["web", "DNS"] },
      "Webサイト、ネームサーバー",
      "website, name servers",
    ],
    [{ name: "reason", value: "timeout" }, "時間切れ", "no answer in time"],
    [{ name: "spoof.spf", value: "-all" }, "-all", "-all"],
    [{ name: "nullmx.present", value: false }, "いいえ", "No"],
  ] as const)("%j, in words", (fact, ja, en) => {
    expect(factValue(fact)).toEqual({ ja, en });
  });

  test("a boolean in a sentence is a word there too", () => {
    expect(spokenValue({ name: "nullmx.present", value: false })).toEqual({
      ja: "なし",
      en: "missing",
    });
  });
});

describe("the words for values", () => {
  test("exist for every port whose service is called by words", () => {
    const { ports } = loadData();
    for (const { service } of ports.filter(({ service }) => / [a-z(]/.test(service)))
      expect(valueWord("port.service", service)?.ja).toMatch(/[\u3040-\u30ff\u4e00-\u9fff（]/);
  });

  test("are words: in Japanese for the Japanese, and for facts that a check has", () => {
    for (const [fact, words] of Object.entries(VALUES)) {
      expect(names).toContain(fact);
      for (const [ja, en] of Object.values(words)) {
        expect(en).not.toMatch(/[\u3040-\u30ff\u4e00-\u9fff（）]/);
        if (ja !== en) expect(ja).toMatch(/[\u3040-\u30ff\u4e00-\u9fff（]/);
      }
    }
  });
});
