import { apiBase } from "@sekimori/kit-contract/api-base";
import { locales } from "@sekimori/kit-contract/locale";
import { expect, test } from "vitest";
import { cardBrandNames } from "./card-brands.ts";
import {
  captchaSignInAction,
  carouselIntervalMs,
  codeLength,
  codePattern,
  freeScansPerMonth,
  inquiryAnswerDays,
  lateChargePercent,
  requestTimeoutMs,
  sessionLifetimeMs,
  toastDurationMs,
} from "./constants.ts";
import { userTypeSchema } from "./fields.ts";
import { passwordMaximum, passwordMinimum, passwordSymbols } from "./password-policy.ts";
import { prefectures } from "./prefectures.ts";

// The specification's figures, written out: other tests take them from where the code has them.

test("the constants and limits of specification 9 are its figures", () => {
  expect({
    oneTimePassword: codeLength,
    password: [passwordMinimum, passwordMaximum],
    requestTimeoutMs,
    carouselIntervalMs,
    toastDurationMs,
    sessionLifetimeMs,
    apiBase,
    freeScansPerMonth,
    lateChargePercent,
    inquiryAnswerDays,
    captchaSignInAction,
  }).toEqual({
    oneTimePassword: 6,
    password: [8, 14],
    requestTimeoutMs: 30_000,
    carouselIntervalMs: 4_000,
    toastDurationMs: 0,
    sessionLifetimeMs: 28_800_000,
    apiBase: "/v1",
    freeScansPerMonth: 5,
    lateChargePercent: 14.6,
    inquiryAnswerDays: 10,
    captchaSignInAction: "login",
  });
  expect([...locales].toSorted()).toEqual(["en", "ja"]);
});

test("a code is six digits, no more and no fewer", () => {
  const codes = ["123456", "12345", "1234567", "12345a", " 123456"];
  expect(codes.filter((code) => codePattern.test(code))).toEqual(["123456"]);
});

test("a password's symbols are those of specification 5, each once", () => {
  const listed = "= + - ^ $ * . [ ] { } ( ) ? \" ! @ # % & / \\ , > < ' : ; | _ ~ `".split(" ");
  expect([...passwordSymbols].toSorted()).toEqual(listed.toSorted());
});

test("the prefectures are all 47, by their codes 01 to 47 (specification 3)", () => {
  const codes = Array.from({ length: 47 }, (_, at) => String(at + 1).padStart(2, "0"));
  expect(prefectures.map(({ code }) => code)).toEqual(codes);
  expect([prefectures[0], prefectures[46]]).toMatchObject([
    { ja: "北海道", en: "Hokkaido" },
    { ja: "沖縄県", en: "Okinawa" },
  ]);
  for (const key of ["ja", "en"] as const) {
    expect(new Set(prefectures.map((one) => one[key])).size).toBe(47);
  }
});

test("a user is of type 1 or 2 (specification 3), and five brands of card are taken (specification 1)", () => {
  expect(userTypeSchema.options).toEqual(["1", "2"]);
  expect(Object.values(cardBrandNames)).toEqual([
    "Visa",
    "Mastercard",
    "JCB",
    "American Express",
    "Diners Club",
  ]);
});
