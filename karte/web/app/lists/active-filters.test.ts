import { expect, test } from "vitest";
import { activeFilters } from "./active-filters.ts";

test.each([
  ["", 0],
  ["q=shop&sort=grade&cursor=x", 0],
  ["grade=D,E", 1],
  ["grade=D,E&proof=none", 2],
  ["group=a", 1],
  ["grouped=none", 1],
  ["grade=&proof=none", 1],
] as const)("%s has so many filters set: %i", (address, count) => {
  const names = ["grade", "proof", ["group", "grouped"]] as const;
  expect(activeFilters(new URLSearchParams(address), names)).toBe(count);
});
