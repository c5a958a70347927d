import { expect, test, vi } from "vitest";

// The build turns `msg` into a descriptor; here the English text is enough.
vi.mock("@lingui/core/macro", () => ({
  msg: ([text]: TemplateStringsArray) => ({ id: text }),
}));

const { clientErrorSentence } = await import("./payment-sentence.ts");
const i18n = { _: ({ id }: { id: string }) => id } as never;
const clientError =
  "We couldn't register your card from this browser. Reload the page and try again.";

test.each([
  ["InvalidInput", 400],
  ["Conflict", 409],
  ["Unexpected", 0],
] as const)("a client error: %s, %i", (type, status) => {
  expect(clientErrorSentence({ type, status }, i18n)).toBe(clientError);
});

test.each([
  ["Unexpected", 500],
  ["CardDeclined", 400],
  ["PaymentGatewayError", 500],
  ["PaymentNetworkError", 504],
] as const)("not the browser's: %s, %i", (type, status) => {
  expect(clientErrorSentence({ type, status }, i18n)).toBeUndefined();
});
