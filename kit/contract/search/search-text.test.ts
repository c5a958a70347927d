import { expect, test } from "vitest";
import { searchSchema } from "./search-schema.ts";
import { searchedText } from "./search-text.ts";

test.each([
  ["as it is", "example.jp", "example.jp"],
  ["in upper case", "Example.JP", "example.jp"],
  ["in full width", "Ｅｘａｍｐｌｅ．ｊｐ", "example.jp"],
  ["with a trailing dot", "example.jp.", "example.jp"],
  ["with what nobody sees around it", "\u200b　example.jp \ufeff", "example.jp"],
  ["as a pasted address", "https://Example.jp/path?q=1#top", "example.jp"],
  ["with a port and a name", "HTTPS://me@example.jp:8443/", "example.jp"],
  ["with the stops of Japanese", "例え。jp", "例え.jp"],
  ["half-width kana", "ｵｵｻｶ支店", "オオサカ支店"],
  ["several words", "東京　本社", "東京 本社"],
  ["a sentence keeps its stop", "確認しました。", "確認しました。"],
  ["a pattern", "WWW.*.Example.jp", "www.*.example.jp"],
  ["two characters", "支店", "支店"],
  ["an astral character is one", "𠮷", ""],
  ["one letter", "a", ""],
  ["only an address's beginning", "https://", ""],
])("%s: %s", (_, typed, searched) => {
  expect(searchedText(typed)).toBe(searched);
  expect(searchSchema(200).parse(typed)).toBe(searched);
  // What was read once is read the same again.
  expect(searchedText(searched)).toBe(searched);
});
