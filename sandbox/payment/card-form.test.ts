import { describe, expect, it } from "vitest";
import { brands, detectBrand, passesLuhn } from "../cards/card-number.ts";
import { behaviourOf, testCards } from "../cards/test-cards.ts";
import { normaliseCard, normaliseCardField, validateCard } from "./card-form.ts";
import { complaintSentence, fieldHints, fieldLabels } from "./fields/fields-text.ts";

const now = new Date("2026-11-20T03:00:00Z");
const good = {
  number: "4111110000001003",
  expiryMonth: "11",
  expiryYear: "26",
  securityCode: "123",
  holder: "HANAKO SEKI",
};

describe("the brand of a number", () => {
  it.each([
    ["4", "visa"],
    ["51", "mastercard"],
    ["55", "mastercard"],
    ["56", undefined],
    ["2221", "mastercard"],
    ["2720", "mastercard"],
    ["2721", undefined],
    ["3527", undefined],
    ["3528", "jcb"],
    ["3589", "jcb"],
    ["34", "amex"],
    ["37", "amex"],
    ["300", "diners"],
    ["305", "diners"],
    ["306", undefined],
    ["3095", "diners"],
    ["36", "diners"],
    ["39", "diners"],
    ["6011", undefined],
    ["", undefined],
    ["3", undefined],
  ] as const)("%s is %s", (digits, brand) => {
    expect(detectBrand(digits)).toBe(brand);
  });
});

describe("the check digit", () => {
  it("accepts exactly one of ten last digits", () => {
    const accepted = Array.from({ length: 10 }, (_, digit) => `411111000000100${digit}`);
    expect(accepted.filter(passesLuhn)).toEqual(["4111110000001003"]);
  });

  it("notices two neighbours swapped", () => {
    expect(passesLuhn("378282000001006")).toBe(true);
    expect(passesLuhn("738282000001006")).toBe(false);
  });

  it("refuses what is not digits", () => {
    expect(passesLuhn("")).toBe(false);
    expect(passesLuhn("４１１１")).toBe(false);
  });
});

describe("normalising", () => {
  it.each([
    ["number", "４１１１ １１００−0000-1003", "4111110000001003"],
    ["number", "4111 1100ー0000ｰ1003", "4111110000001003"],
    ["number", "4111a", "4111a"],
    ["securityCode", "１２３", "123"],
    ["expiryMonth", "０１", "01"],
    ["holder", "  ｈａｎａｋｏ　seki ", "HANAKO SEKI"],
  ] as const)("%s %s", (field, typed, stored) => {
    expect(normaliseCardField(field, typed)).toBe(stored);
  });
});

describe("validating", () => {
  it("accepts a card in its last month, until the month ends in Japan", () => {
    expect(validateCard(good, now)).toEqual({});
    expect(validateCard(good, new Date("2026-11-30T14:59:59Z"))).toEqual({});
    expect(validateCard(good, new Date("2026-11-30T15:00:00Z"))).toEqual({
      expiryMonth: "expired",
    });
  });

  it.each([
    [{ number: "" }, { number: "required" }],
    [{ number: "4111a10000001003" }, { number: "number_format" }],
    [{ number: "6011110000000000" }, { number: "number_brand" }],
    [{ number: "411111000000100" }, { number: "number_length" }],
    [{ number: "4111110000001004" }, { number: "number_check" }],
    [{ expiryMonth: "" }, { expiryMonth: "required" }],
    [{ expiryMonth: "0" }, { expiryMonth: "month" }],
    [{ expiryMonth: "13" }, { expiryMonth: "month" }],
    [{ expiryMonth: "1x" }, { expiryMonth: "month" }],
    [{ expiryMonth: "10" }, { expiryMonth: "expired" }],
    [{ expiryYear: "25" }, { expiryYear: "expired" }],
    [{ expiryYear: "2026" }, {}],
    [{ expiryYear: "2x" }, { expiryYear: "year" }],
    [{ expiryYear: "026" }, { expiryYear: "year" }],
    [{ expiryYear: "1999" }, { expiryYear: "year" }],
    [{ expiryYear: "2047" }, { expiryYear: "year" }],
    [{ securityCode: "" }, { securityCode: "required" }],
    [{ securityCode: "1234" }, { securityCode: "security_code" }],
    [{ number: "378282000001006", securityCode: "1234" }, {}],
    [{ number: "378282000001006", securityCode: "123" }, { securityCode: "security_code" }],
    [{ holder: "" }, { holder: "required" }],
    [{ holder: "関 花子" }, { holder: "holder" }],
    [{ holder: "<B>X</B>" }, { holder: "holder" }],
    [{ holder: "A".repeat(46) }, { holder: "holder" }],
    [{ holder: "O'BRIEN-ITO JR." }, {}],
  ])("%j gives %j", (change, problems) => {
    expect(validateCard({ ...good, ...change }, now)).toEqual(problems);
  });

  it("names every field of an empty form", () => {
    const empty = { number: "", expiryMonth: "", expiryYear: "", securityCode: "", holder: "" };
    expect(Object.keys(validateCard(normaliseCard(empty), now))).toHaveLength(5);
  });
});

describe("what is said, as specification 5 has it", () => {
  it.each([
    ["expiryMonth", "month"],
    ["expiryYear", "year"],
    ["expiryMonth", "expired"],
    ["expiryYear", "expired"],
  ] as const)("of %s: %s", (field, problem) => {
    const said = (locale: "ja" | "en") => complaintSentence(field, problem, locale);
    expect(said("en")).toMatch(/^Please enter a valid expiry date\./);
    expect(said("ja")).toMatch(/^正しい有効期限を入力してください。/);
  });

  it("of the fields: number, month, year, security code and holder, in this order", () => {
    expect(Object.entries(fieldLabels)).toEqual([
      ["number", { ja: "カード番号", en: "Card number" }],
      ["expiryMonth", { ja: "有効期限（月）", en: "Expiry month" }],
      ["expiryYear", { ja: "有効期限（年）", en: "Expiry year" }],
      ["securityCode", { ja: "セキュリティコード", en: "Security code" }],
      ["holder", { ja: "カード名義人", en: "Name on card" }],
    ]);
  });

  it("of a number: half-width, without hyphens and spaces", () => {
    expect(fieldHints.number).toEqual({
      ja: "半角数字（ハイフンとスペースは不要です）",
      en: "Half-width digits; no hyphens or spaces needed",
    });
  });
});

describe("the test cards", () => {
  const numbers = Object.values(testCards).flatMap((rule) => rule.numbers);

  it("are valid numbers, each listed once", () => {
    for (const number of numbers) {
      const card = {
        ...good,
        number,
        securityCode: detectBrand(number) === "amex" ? "1234" : "123",
      };
      expect([number, validateCard(card, now)]).toEqual([number, {}]);
    }
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it("include a success and a challenge for every brand", () => {
    for (const behaviour of ["success", "challenge"] as const) {
      expect(testCards[behaviour].numbers.map(detectBrand)).toEqual([...brands]);
    }
  });

  it("do not include other people's numbers", () => {
    expect(behaviourOf("4111110000001003")).toBe("success");
    expect(behaviourOf("4242424242424242")).toBeUndefined();
  });
});
