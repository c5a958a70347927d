import { describe, expect, it } from "vitest";
import { canonicalHost } from "./host-name.ts";
import { HOSTILE_NAMES } from "./testing/hostile-tables.ts";

describe("canonicalHost", () => {
  it.each([
    ["example.co.jp", "example.co.jp", "example.co.jp"],
    ["WWW.Example.CO.JP.", "www.example.co.jp", "example.co.jp"],
    ["日本語.jp", "xn--wgv71a119e.jp", "xn--wgv71a119e.jp"],
    ["Ｅｘａｍｐｌｅ。jp", "example.jp", "example.jp"],
    ["a.b.pages.github.io", "a.b.pages.github.io", "pages.github.io"],
    ["foo_bar.example.com", "foo_bar.example.com", "example.com"],
  ])("%s → %s", (input, host, domain) => {
    expect(canonicalHost(input)).toEqual({ host, domain });
  });

  it.each(HOSTILE_NAMES)("refuses %j", (name) => {
    expect(() => canonicalHost(name)).toThrow(expect.objectContaining({ code: "refused" }));
  });

  it("lets a record point at a provider's suffix, but a person not type it", () => {
    expect(canonicalHost("s3.amazonaws.com", { allowSuffix: true }).host).toBe("s3.amazonaws.com");
    expect(() => canonicalHost("127.0.0.1", { allowSuffix: true, fixtures: true })).toThrow();
  });

  it("knows special-use names only among fixtures", () => {
    expect(canonicalHost("www.fleet.test", { fixtures: true }).domain).toBe("fleet.test");
  });
});
