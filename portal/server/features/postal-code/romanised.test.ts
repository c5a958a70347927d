import { describe, expect, test } from "vitest";
import { placesOf } from "./postal-code.ts";
import { englishCity, englishTown } from "./romanised.ts";

describe("the post office's table in an English address", () => {
  test.each([
    ["CHIYODA KU", "Chiyoda-ku"],
    ["YOKOHAMA SHI NAKA KU", "Naka-ku, Yokohama-shi"],
    ["NISHIUSUKI GUN TAKACHIHO CHO", "Takachiho-cho, Nishiusuki-gun"],
    ["HACHIJOJIMA HACHIJO MACHI", "Hachijojima Hachijo-machi"],
  ])("a city: %s", (roman, english) => expect(englishCity(roman)).toBe(english));

  test.each([
    ["JINGUMAE", "Jingumae"],
    ["IKANIKEISAIGANAIBAAI", ""],
    ["ODORINISHI(1-19-CHOME)", "Odorinishi"],
  ])("a town: %s", (roman, english) => expect(englishTown(roman)).toBe(english));
});

test.each([
  ["1000005", "Chiyoda-ku", "Marunouchi"],
  ["2310001", "Naka-ku, Yokohama-shi", "Shinko"],
  ["0600000", "Chuo-ku, Sapporo-shi", ""],
])("%s is %s %s", async (code, city, town) => {
  const places = await placesOf(code);
  expect(places.map(({ roman }) => roman)).toEqual([{ addrCity: city, town }]);
});

test("each of a code's places has its own town", async () => {
  const places = await placesOf("4980000");
  expect(places.length).toBeGreaterThan(1);
  for (const { roman } of places) expect(roman?.addrCity).toMatch(/^[A-Z][A-Za-z, -]+$/);
});
