import { expect, test, vi } from "vitest";

// The build turns `msg` into a descriptor; here the English text is enough.
vi.mock("@lingui/core/macro", () => ({ msg: ([text]: TemplateStringsArray) => ({ id: text }) }));

const { errorSentences } = await import("./error-sentences.ts");
await import("../payment-errors/payment-error-sentences.ts");

/** Specification 8 word by word; what stands behind each says what to do. */
const specified = {
  LoginIDExists: "This email address already exists.",
  CodeInvalid: "Authentication code is incorrect.",
  CodeExpired: "Authentication code has expired.",
  OTPInvalid: "One-time password is incorrect.",
  OTPExpired: "One-time password has expired.",
  OTPExceeded: "Too many incorrect attempts. Start login over.",
  OldPasswordWrong: "Current password is incorrect.",
  UsernamePasswordIncorrect: "Email address or password is incorrect.",
  InvalidInput: "Invalid input value.",
  SessionExpired: "Your session has expired. Log in again.",
  NotFound: "Target does not exist.",
  Timeout: "Your request could not be processed in time.",
  Network: "Unable to connect.",
  CardDeclined: "Card registration failed",
} as const satisfies Partial<Record<keyof typeof errorSentences, string>>;

test.each(Object.entries(specified))("%s begins as specified: %s", (type, sentence) => {
  const found = errorSentences[type as keyof typeof specified];
  expect(found?.id?.startsWith(sentence)).toBe(true);
});

test("an error that nobody foresaw asks to contact the administrator, as specified", () => {
  expect(errorSentences.Unexpected.id).toContain("contact the administrator.");
});

test("details of a payment that could not be restored are to be re-entered, as specified", () => {
  expect(errorSentences.PaymentNotRestored?.id).toContain("Please re-enter them.");
});
