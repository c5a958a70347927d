import { expect, test } from "vitest";
import { localeFromBrowser } from "./locale.ts";

test.each([
  ["en", "en"],
  ["en-US", "en"],
  ["EN-gb", "en"],
  ["ja", "ja"],
  ["ja-JP", "ja"],
  ["fr-FR", "ja"],
  ["de, en", "ja"],
  ["", "ja"],
  [undefined, "ja"],
] as const)(
  "a browser that prefers %s is spoken to in %s (specification 1)",
  (preferred, locale) => {
    expect(localeFromBrowser(preferred)).toBe(locale);
  },
);
