import { expect, test } from "vitest";
import { lookAlikes } from "./look-alikes.ts";

test("names look like one another by top level, word, letter and slip, and the name itself is none", () => {
  const names = lookAlikes("mori-shop.co.jp", "co.jp", 200);
  for (const name of [
    "mori-shop.jp",
    "mori-shop.com",
    "mori-shop-login.co.jp",
    "m0ri-shop.co.jp",
    "rnori-shop.co.jp",
    "mroi-shop.co.jp",
    "mori-shp.co.jp",
    "morishop.co.jp",
  ]) {
    expect(names).toContain(name);
  }
  expect(names).not.toContain("mori-shop.co.jp");
  expect(new Set(names).size).toBe(names.length);
});

test("no more are made than asked for, the likeliest first, and each is a name", () => {
  const names = lookAlikes("sekimori.jp", "jp", 20);
  expect(names).toHaveLength(20);
  expect(names.slice(0, 3)).toEqual(["sekimori.co.jp", "sekimori.ne.jp", "sekimori.or.jp"]);
  for (const name of lookAlikes("a-b.jp", "jp", 200)) {
    expect(name).toMatch(/^(?!-)[a-z0-9-]+(?<!-)(\.[a-z]+)+$/);
  }
});

test("a name in another script has other top levels, and no slips of Latin letters", () => {
  expect(lookAlikes("xn--wgv71a.jp", "jp", 200)).toEqual(
    expect.not.arrayContaining([expect.stringMatching(/login|xn--wgv71aa/)]),
  );
});
