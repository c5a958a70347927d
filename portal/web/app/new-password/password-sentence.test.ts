import { passwordSymbols } from "@sekimori/portal-contract/password-policy";
import { expect, test, vi } from "vitest";

type Values = readonly Readonly<Record<string, unknown>>[];

// The build turns `msg` into a descriptor; here the English text with its values is enough.
vi.mock("@lingui/core/macro", () => ({
  msg: (parts: TemplateStringsArray, ...values: Values) => ({
    id: parts.reduce((text, part, index) => {
      const value = values[index - 1];
      const shown = typeof value === "object" ? Object.values(value)[0] : value;
      return `${text}${shown}${part}`;
    }),
  }),
}));

const { passwordSentence } = await import("./password-sentence.ts");
const i18n = { _: ({ id }: { id: string }) => id } as never;
const say = (rules: string) =>
  passwordSentence({ name: "password", code: "policy", params: { rules } }, 14, i18n) ?? "";

test.each([
  "length",
  "uppercase",
  "lowercase",
  "digit",
  "symbol",
  "characters",
  "length,digit",
  "",
])("a password that lacks “%s” is told the combination and the symbols", (rules) => {
  expect(say(rules)).toContain("uppercase letters, lowercase letters, digits and symbols");
  expect(say(rules)).toContain("8 to 14 characters");
  expect(say(rules)).toContain(passwordSymbols);
});

test("what is missing comes first, where it is one thing", () => {
  expect(say("symbol")).toMatch(/^Add a symbol/);
  expect(say("symbol,digit")).toMatch(/^Combine/);
});

test.each([
  ["common", /^Many people use this password/],
  ["breached", /^Many people use this password/],
  ["personal", /^Don't use your name or email address/],
  ["service", /^Don't use the name of this service/],
])("what is wrong with a %s password has a sentence of its own", (rule, said) => {
  expect(say(rule)).toMatch(said);
  expect(say(rule)).not.toContain("Combine");
});
