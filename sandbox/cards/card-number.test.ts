import { expect, it } from "vitest";
import { groupedNumber } from "./card-number.ts";

it.each([
  ["", ""],
  ["4111", "4111"],
  ["41111", "4111 1"],
  ["4111110000001003", "4111 1100 0000 1003"],
  ["41111100000010039", "4111 1100 0000 1003 9"],
  ["371111000001004", "3711 110000 01004"],
  ["36111100000009", "3611 110000 0009"],
  ["41x1", "41x1"],
])("%s is shown as %s", (number, shown) => {
  expect(groupedNumber(number)).toBe(shown);
});
