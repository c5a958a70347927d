import { expect, test } from "vitest";
import { beginningOf, beginningsOf, isNamed, wordsOf, wordsOfAccount } from "./name-words.ts";

const address = {
  postalCode: "1000001",
  addrState: "13",
  addrCity: "千代田区",
  addrLine1: "1-1",
  addrLine2: "",
};
const person = (lastName: string, firstName: string) =>
  ({ userType: "2", lastName, firstName, ...address }) as const;
const firm = (companyName: string) =>
  ({
    ...person("山本", "花子"),
    userType: "1",
    companyName,
    corporateNumber: "7000012050002",
  }) as const;

test.each([
  ["株式会社 関守商店", ["関守商店"]],
  ["関守商店㈱", ["関守商店"]],
  ["（株）関守・商店", ["関守", "商店"]],
  ["ＡＣＭＥ Co., Ltd.", ["acme"]],
  ["O'Brien-Smith", ["o", "brien", "smith"]],
  ["株式会社", ["株式会社"]],
  ["Company Inc.", ["company", "inc"]],
])("%s has the words %j", (name, words) => expect(wordsOf(name)).toEqual(words));

test("an account is found by each word of its names, and by each name as one word", () => {
  expect(wordsOfAccount(firm("Acme Tokyo 株式会社"))).toEqual([
    "acme",
    "tokyo",
    "山本",
    "花子",
    "acmetokyo",
    "山本花子",
  ]);
});

test("a word is found by its beginnings of two to twelve letters, one of one letter by itself", () => {
  expect(beginningsOf("商店街")).toEqual(["商店", "商店街"]);
  expect(beginningsOf("林")).toEqual(["林"]);
  expect(beginningsOf("𠮷野家")).toEqual(["𠮷野", "𠮷野家"]);
  expect(beginningsOf("x".repeat(30)).at(-1)).toHaveLength(12);
  expect(beginningOf("x".repeat(30))).toHaveLength(12);
});

test.each([
  ["山本", true],
  ["山本 花", false],
  ["花子 山本", true],
  ["山本花", true],
  ["本花", false],
  ["山", false],
  ["佐藤 花子", false],
])("山本 花子 is meant by %s: %s", (typed, is) => {
  expect(isNamed(wordsOfAccount(person("山本", "花子")), wordsOf(typed))).toBe(is);
});
