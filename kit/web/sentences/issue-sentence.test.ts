import { expect, test, vi } from "vitest";

// The build turns `msg` into a descriptor; here the English text with its values is enough.
vi.mock("@lingui/core/macro", () => ({
  msg: (parts: TemplateStringsArray, ...values: readonly object[]) => ({
    id: parts.reduce((text, part, at) => `${text}${Object.values(values[at - 1] ?? {})[0]}${part}`),
  }),
}));

const { issueSentence } = await import("./issue-sentence.ts");
const i18n = { _: ({ id }: { id: string }) => id } as never;

test.each([
  ["required", undefined, "Please enter Postal code."],
  ["anything else", undefined, "Invalid Postal code."],
  ["too_long", undefined, "Character count exceeded for Postal code."],
  ["too_long", { maximum: 7 }, "Character count exceeded for Postal code (at most 7)."],
  ["too_short", undefined, "Character count insufficient for Postal code."],
  ["too_short", { minimum: 7 }, "Character count insufficient for Postal code (at least 7)."],
  ["no_letter", undefined, "Enter at least a letter or digit for Postal code."],
  [
    "hidden_mark",
    undefined,
    "Postal code has an invisible character, such as a line break. Type it instead of pasting it.",
  ],
  ["address", undefined, "Postal code can't contain a web or email address."],
  [
    "carrier_dots",
    undefined,
    "This address has dots in a row, or a dot before the @. Some mobile carriers used to issue such addresses, but email doesn't reach them reliably. Use another address.",
  ],
  ["mismatch", undefined, "Passwords do not match."],
] as const)("is told as specification 5 says: %s, %j", (code, params, sentence) => {
  const issue = params === undefined ? { code } : { code, params };
  expect(issueSentence(issue, "Postal code", i18n, {})).toBe(sentence);
});
