import { messageFromFields, messageToFields } from "@sekimori/sandbox/fields-protocol";
import { expect, test } from "vitest";
import {
  fieldsErrorCodes,
  type MessageToFields,
  readMessageFromFields,
} from "./fields-messages.ts";

const token = { token: "tok_1", brand: "visa", last4: "1003", expiryMonth: 1, expiryYear: 2030 };

const fromCompany: unknown[] = [
  { type: "ready", height: 420 },
  { type: "height", height: 421 },
  { type: "state", complete: false, invalid: ["number"] },
  { type: "enter" },
  { type: "token", requestId: "r", ...token },
  ...fieldsErrorCodes.map((code) => ({ type: "error", requestId: "r", code, fields: [] })),
];

test.each(fromCompany)("%j is the company's and understood", (message) => {
  expect(messageFromFields.safeParse(message).success).toBe(true);
  const read = readMessageFromFields(message);
  expect(read).toBeDefined();
  expect(message).toMatchObject(read ?? {});
});

const toCompany: MessageToFields[] = [
  { type: "submit", requestId: crypto.randomUUID() },
  { type: "focus" },
  { type: "locale", locale: "ja" },
  { type: "theme", theme: "dark" },
  {
    type: "theme",
    theme: "light",
    appearance: { text: "rgb(27, 31, 39)", focus: "rgb(36, 103, 207)", radius: 6 },
  },
];

test.each(toCompany)("%j is understood by the company", (message) => {
  expect(messageToFields.parse(message)).toEqual(message);
});

test.each([
  null,
  "ready",
  {},
  { type: "ready" },
  { type: "ready", height: -1 },
  { type: "ready", height: 1.5 },
  { type: "height", height: 1_000_000 },
  { type: "state", complete: "yes" },
  { type: "token", requestId: "r", ...token, last4: "4111110000001003" },
  { type: "token", requestId: "r", ...token, token: "" },
  { type: "token", ...token },
  { type: "error", requestId: "r", code: "surprise" },
  { type: "navigate", to: "https://evil.example" },
])("%j is refused", (message) => {
  expect(readMessageFromFields(message)).toBeUndefined();
});
