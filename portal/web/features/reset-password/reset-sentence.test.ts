import { expect, test, vi } from "vitest";

// The build turns `msg` into a descriptor; here the English text is enough.
vi.mock("@lingui/core/macro", () => ({
  msg: ([text]: TemplateStringsArray) => ({ id: text }),
}));

const { resetSentence } = await import("./reset-sentence.ts");
const i18n = { _: ({ id }: { id: string }) => id } as never;

test("too many tries at a reset have the specification's sentence, and nothing else has", () => {
  expect(resetSentence({ type: "TooManyRequest" }, i18n)).toBe(
    "Too many password reset attempts. Try again later.",
  );
  expect(resetSentence({ type: "ResetCodeIncorrect" }, i18n)).toBeUndefined();
});
