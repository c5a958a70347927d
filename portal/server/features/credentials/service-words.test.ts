import { expect, test } from "vitest";
import { containsServiceWord } from "./service-words.ts";

test.each([
  ["Sekimori-77", "Sekimori", true],
  ["xS3k1m0r1!x", "Sekimori", true],
  ["My-K@rte-22", "Sekimori", true],
  ["Gate-Keep3r!", "Kabuto Gate", true],
  ["The-Weather1", "The Gate", false],
  ["Kaze-no-Oto1", "Sekimori", false],
])("%s at “%s”: %s", (password, serviceName, expected) => {
  expect(containsServiceWord(password, serviceName)).toBe(expected);
});
