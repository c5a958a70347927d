import { domainToUnicode } from "node:url";
import { describe, expect, it } from "vitest";
import { type Likeness, lookAlikes } from "./look-alikes.ts";

const ALL = 1_000;

describe("lookAlikes", () => {
  it.each<[string, Likeness, string]>([
    ["paypay.jp", "suffix", "paypay.com"],
    ["paypay.co.jp", "suffix", "paypay.jp"],
    ["paypay.jp", "omission", "papay.jp"],
    ["paypay.jp", "swap", "pyapay.jp"],
    ["paypay.jp", "doubling", "ppaypay.jp"],
    ["paypay.jp", "word", "paypay-login.jp"],
    ["paypay.jp", "word", "support-paypay.jp"],
    ["paypay.jp", "hyphen", "pay-pay.jp"],
    ["pay-pay.jp", "hyphen", "paypay.jp"],
    ["paypay.jp", "suffix", "paypay.or.jp"],
    ["paypay.jp", "word", "paypaygroup.jp"],
    ["mori-shop.co.jp", "glyph", "m0ri-shop.co.jp"],
    ["mori-shop.co.jp", "glyph", "mori-sh0p.co.jp"],
    ["mori-shop.co.jp", "omission", "mori-shp.co.jp"],
    ["amazon.com", "glyph", "arnazon.com"],
    ["modern.com", "glyph", "modem.com"],
    ["google.com", "glyph", "g0ogle.com"],
    ["wallet.com", "glyph", "vvallet.com"],
    ["apple.com", "script", "аррӏе.com"],
    ["apple.com", "accent", "ápple.com"],
    ["例え.jp", "omission", "例.jp"],
    ["例え.jp", "suffix", "例え.com"],
    ["例え.jp", "word", "例え-login.jp"],
  ])("%s by %s: %s", (domain, likeness, expected) => {
    const ascii = new URL(`http://${domain}/`).hostname;
    const names = lookAlikes(ascii, ALL)
      .filter((one) => one.likeness === likeness)
      .map(({ name }) => domainToUnicode(name));
    expect(names).toContain(expected);
  });

  it("writes no name in two scripts: browsers do not show it as it looks", () => {
    expect(lookAlikes("amazon.com", ALL).filter(({ likeness }) => likeness === "script")).toEqual(
      [],
    );
  });

  it("names each once, never the domain itself, and only host names", () => {
    for (const domain of ["aa.com", "a-b.jp", "xn--r8jz45g.jp", "o0l1.net", "mm.co.jp"]) {
      const names = lookAlikes(domain, ALL).map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(names).not.toContain(domain);
      for (const name of names)
        expect(name).toMatch(/^(?!-)[a-z0-9-]{2,63}(?<!-)(?:\.[a-z0-9-]+)+$/);
    }
  });

  it("changes the letters that are read, not those of the A-label", () => {
    const letters = lookAlikes("xn--r8jz45g.jp", ALL).map(({ name }) => domainToUnicode(name));
    for (const name of letters) expect(name).toMatch(/[例え]/);
  });

  it("is bounded, and leaves every kind its share", () => {
    const some = lookAlikes("customer-portal.co.jp", 24);
    expect(some).toHaveLength(24);
    const kinds = new Set(some.map(({ likeness }) => likeness));
    for (const kind of ["glyph", "suffix", "omission", "swap", "doubling", "word", "hyphen"])
      expect(kinds).toContain(kind);
    expect(lookAlikes(`${"a".repeat(63)}.com`, ALL).length).toBeLessThanOrEqual(ALL);
  });

  it("has nothing to say of what is no registrable domain", () => {
    expect(lookAlikes("co.jp", ALL)).toEqual([]);
    expect(lookAlikes("", ALL)).toEqual([]);
  });
});
