import { expect, test } from "vitest";
import { storedItems, tabItems } from "./stored-items.ts";

test.each([
  ["authorizedExpiry", '"soon"'],
  ["language", '"fr"'],
  ["authenticationStep", '{"path":"//evil.example"}'],
  ["authenticationStep", '{"path":"/\\\\evil.example"}'],
  ["authenticationStep", '{"path":"https://evil.example"}'],
  ["authenticationStep", '{"path":"/setting/security"}'],
  ["authenticationStep", '{"path":"/account/../setting/security"}'],
  ["authenticationStep", '{"path":"/account/%2e%2e/setting/security"}'],
  ["pageAfterSignUp", '{"email":"a@example.jp","page":{"path":"/setting/security"}}'],
  ["paymentInfo", '{"last4":"4242424242424242"}'],
] as const)("takes a stored %s of %s for absent", (name, text) => {
  expect(storedItems[name](JSON.parse(text))).toBeUndefined();
});

test.each(['{"path":"/login"}', '{"path":"/third-party/karte/../../login"}'])(
  "takes a tab's stored page after sign-in of %s for absent",
  (text) => {
    expect(tabItems.pageAfterSignIn(JSON.parse(text))).toBeUndefined();
  },
);

test("keeps what specification 3 has the browser keep, and the fields of the profile", () => {
  const account = {
    first_name: "花子",
    last_name: "関",
    email_address: "hanako@example.jp",
    is_agree_service: true,
    sub_gmoid: "gmo-1",
    language_code: "ja",
  };
  const items = {
    authorizedExpiry: 1_800_000_000_000,
    accountInfo: account,
    authenticationStep: { path: "/account/agreement" },
    changedEmail: "next@example.jp",
    security24: true,
    language: "en",
    paymentInfo: { brand: "visa", last4: "1003" },
    csrf: "token",
  } as const;
  for (const [name, value] of Object.entries(items)) {
    expect(storedItems[name as keyof typeof items](value), name).toEqual(value);
  }
});

test("drops what an item has no place for, a password above all", () => {
  const account = { email_address: "a@example.jp", password: "Secret-123" };
  expect(storedItems.accountInfo(account)).toEqual({ email_address: "a@example.jp" });
  expect(storedItems.paymentInfo({ brand: "visa", cvv: "123" })).toEqual({ brand: "visa" });
});
