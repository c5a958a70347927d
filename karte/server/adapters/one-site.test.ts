import { expect, test } from "vitest";
import { isOneSite } from "./one-site.ts";

test.each([
  ["http://localhost:3000", "http://localhost:3001", true],
  ["https://portal.example.co.jp", "https://karte.example.co.jp", true],
  ["https://example.jp", "https://karte.example.jp", true],
  ["https://portal.example.co.jp", "https://karte.another.co.jp", false],
  ["https://localhost:3000", "https://127.0.0.1:3000", false],
  ["https://portal.example.jp", "http://karte.example.jp", false],
])("%s and %s: %s", (one, other, expected) => {
  expect(isOneSite(one, other)).toBe(expected);
  expect(isOneSite(other, one)).toBe(expected);
});
