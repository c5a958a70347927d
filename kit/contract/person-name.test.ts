import { expect, test } from "vitest";
import { personName } from "./person-name.ts";

test.each([
  ["Hanako", "Yamada", "en", "Hanako Yamada"],
  ["Hanako", "Yamada", "ja", "Yamada Hanako"],
  ["花子", "山田", "ja", "山田 花子"],
  ["花子", "山田", "en", "山田 花子"],
  ["エマ", "シュミット", "en", "シュミット エマ"],
  ["민준", "김", "en", "김 민준"],
  ["Emma", "佐藤", "en", "佐藤 Emma"],
  ["", "山田", "en", "山田"],
  ["Hanako", "", "ja", "Hanako"],
] as const)("%s, %s is called in %s: %s", (firstName, lastName, locale, name) => {
  expect(personName(firstName, lastName, locale)).toBe(name);
});
