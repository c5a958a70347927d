import { describe, expect, it } from "vitest";
import { canonicalHost } from "./host-name.ts";
import { disallowedIn } from "./idna-2008.ts";

describe("characters of a label (RFC 5892)", () => {
  it.each([
    ["an emoji", "i❤.ws", "❤"],
    ["a snowman", "☃.com", "☃"],
    ["a circle", "a○b.jp", "○"],
    ["a letter that folds to another", "ℓ.jp", "ℓ"],
    ["a half-width letter", "ｱ.jp", "ｱ"],
    ["an old Hangul letter", "ᄀ.kr", "ᄀ"],
    ["a repetition mark of vertical writing", "〱.jp", "〱"],
    ["a Catalan dot away from its letters", "a·b.cat", "·"],
    ["a middle dot without Japanese letters", "・.jp", "・"],
    ["a Hebrew mark behind no Hebrew letter", "a׳.il", "׳"],
    ["digits of two kinds", "١۲.com", "١"],
    ["an invisible mark", "a\u00adb.jp", "\u00ad"],
    ["the second dot, where only the first is between two l", "l·l·.cat", "·"],
  ])("refuses %s", (_, name, character) => {
    expect(disallowedIn(name)).toBe(character);
  });

  it.each([
    "日本語.jp",
    "東京タワー.jp",
    "ナイン・ス.jp",
    "佐々木.jp",
    "〇一.jp",
    "bücher.de",
    "straße.de",
    "col·lecció.cat",
    "παράδειγμας.com",
    "почта.com",
    "한국.kr",
    "ไทย.th",
    "नेट.com",
    "١٢٣.com",
    "a_b.example.jp",
  ])("takes %s", (name) => {
    expect(disallowedIn(name)).toBeUndefined();
  });
});

it.each(["i❤.ws", "xn--n3h.com", "XN--LS8H.la", "ラーメン🍜.jp"])(
  "a host name with a symbol is refused, also as an A-label: %s",
  (name) => {
    expect(() => canonicalHost(name)).toThrow(
      expect.objectContaining({ why: "character not allowed in names" }),
    );
  },
);
