import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { isFitForStrangers, labelSchema, mailedNameSchema, nameSchema } from "./name.ts";

const read = (schema: z.ZodType, value: string) => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  return [issue?.code === "custom" ? issue.params?.code : issue?.code];
};

describe("a name that anybody can write", () => {
  test.each([
    ["trimmed at its ends", " 　山田\u00a0", "山田"],
    ["without unseen marks at its ends", "\u200b\ufeff本社\u2060\u200b", "本社"],
    ["without marks of direction that a paste brought along", "\u202aTokyo\u202c", "Tokyo"],
    ["with its variation selector", "葛\u{e0100}", "葛\u{e0100}"],
    ["with its joiners inside", "क्\u200dष", "क्\u200dष"],
    ["with an emoji of several", "👩\u200d💻 team", "👩\u200d💻 team"],
    ["with a flag made of tags", "🏴\u{e0067}\u{e0062}\u{e007f}", "🏴\u{e0067}\u{e0062}\u{e007f}"],
    ["in any script", "مكتب", "مكتب"],
    ["of one sign", "★", "★"],
    ["of one digit", "1", "1"],
    ["of a domain", "shop.example.jp", "shop.example.jp"],
  ])("is kept %s", (_why, typed, kept) => {
    expect(read(nameSchema(100), typed)).toBe(kept);
  });

  test.each([
    ["empty", " ", "too_small"],
    ["of nothing that is seen", "\u200b\u3164\u2800", "too_small"],
    ["of dots", "...", "no_letter"],
    ["of a filler between dots", ".\u3164.", "no_letter"],
    ["that turns the direction", "a\u202egnp.exe", "hidden_mark"],
    ["with an Arabic mark", "a\u061cb", "hidden_mark"],
    ["that begins another line", "a\u2028b", "hidden_mark"],
    ["with a line feed", "a\nb", "hidden_mark"],
    ["that is long", "x".repeat(101), "too_big"],
  ])("is refused %s", (_why, typed, code) => {
    expect(read(nameSchema(100), typed)).toEqual([code]);
  });

  test("may be left empty where it is a label", () => {
    expect(read(labelSchema(100), " \u200b")).toBe("");
    expect(read(labelSchema(100), "-")).toEqual(["no_letter"]);
  });
});

describe("a name that is mailed to others", () => {
  test.each([
    "Booking.com",
    "ABC Co.,Ltd.",
    "ABC Co.Ltd",
    "A.I.D株式会社",
    "St. John's",
    "24/7サポート",
    "山田 太郎",
    "a/b",
    "R&D: Tokyo",
    "Mitarbeiter@Work",
  ])("may be %s", (name) => {
    expect(read(mailedNameSchema(100), name)).toBe(name);
  });

  test.each([
    "confirm at https://evil.example",
    "HTTP://evil.example",
    "ｈｔｔｐｓ：／／evil.example",
    "www.evil.example",
    "evil.example/confirm",
    "evil.example:8443",
    "evil.example?x",
    "ask help@evil.example now",
    "help＠evil．example",
    "ht\u200btps://evil.example",
    "javascript://x",
  ])("may not be %s", (name) => {
    expect(read(mailedNameSchema(100), name)).toEqual(["address"]);
  });
});

test.each([
  ["山田 太郎", true],
  ["株式会社サンプル", true],
  ["ABC Co.Ltd", true],
  ["Foo Inc.", true],
  ["Dr. Müller", true],
  ["A.I.D", true],
  ["v1.2", true],
  ["確認はevil.exampleで", false],
  ["evil．example", false],
  ["evil。example", false],
  ["xn--e1afmkfd.xn--p1ai", false],
  ["Booking.com", false],
  ["co.evil.example", false],
  ["see https://evil.example", false],
  ["a\u202eb", false],
  ["...", false],
])("%s may stand in a mail to a stranger: %s", (name, fit) => {
  expect(isFitForStrangers(name)).toBe(fit);
});

test.each(["x", "a.", "https:/", "あ"])(
  "a name of a hundred thousand %s is refused in no time",
  (part) => {
    const at = performance.now();
    expect(read(mailedNameSchema(100), part.repeat(100_000))).toEqual(["too_big"]);
    expect(performance.now() - at).toBeLessThan(2_000);
  },
);
