import { expect, test, vi } from "vitest";

// The build turns `msg` into a descriptor; here the English text is enough.
vi.mock("@lingui/core/macro", () => ({
  msg: ([text]: TemplateStringsArray) => ({ id: text }),
}));

const { resetSentence } = await import("./reset-sentence.ts");
const { errorSentences } = await import("../../app/sentences/error-sentences.ts");
await import("./error-sentences.ts");
const i18n = { _: ({ id }: { id: string }) => id } as never;

test("too many tries at a reset have the specification's sentence, and nothing else has", () => {
  expect(resetSentence({ type: "TooManyRequest" }, i18n)).toBe(
    "Too many password reset attempts. Try again later.",
  );
  expect(resetSentence({ type: "ResetCodeIncorrect" }, i18n)).toBeUndefined();
});

test("a wrong or late confirmation code has the specification's sentence", () => {
  expect(errorSentences.ResetCodeIncorrect?.id).toBe(
    "Confirmation code is incorrect or has expired.",
  );
});
