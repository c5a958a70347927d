import { canonicalHost } from "@sekimori/diagnosis/host-name";
import { createHostNames } from "@sekimori/diagnosis/host-names";
import { expect, test } from "vitest";
import { readName } from "./domain-name.ts";

const examiner = { name: (text: string) => canonicalHost(text) };

test.each([
  ["example.jp", "example.jp", "example.jp"],
  [" https://www.Example.co.jp/path?q#f ", "www.example.co.jp", "example.co.jp"],
  ["ｅｘａｍｐｌｅ．ｊｐ", "example.jp", "example.jp"],
  ["日本語.jp", "xn--wgv71a119e.jp", "xn--wgv71a119e.jp"],
  ["example.jp.", "example.jp", "example.jp"],
])("%s is read as %s", (given, name, registrable) => {
  expect(readName(examiner, given)).toMatchObject({ name, registrable });
});

test("a name whose owner wants no scan is refused with that reason", () => {
  const names = createHostNames({ fixtures: false, optOut: ["closed.jp."] });
  const closed = { name: names.host };
  for (const given of ["closed.jp", "WWW.Closed.jp."]) {
    expect(readName(closed, given)).toEqual({ problem: "opted-out", hint: null });
  }
  expect(readName(closed, "notclosed.jp")).toMatchObject({ name: "notclosed.jp" });
});

test.each([
  ["", "required"],
  ["   ", "required"],
  ["192.168.0.1", "ip-address"],
  ["0x7f.1", "ip-address"],
  ["2130706433", "ip-address"],
  ["[::1]", "not-a-name"],
  ["localhost", "local-name"],
  ["printer.local", "local-name"],
  ["co.jp", "public-suffix"],
  ["github.io", "public-suffix"],
  ["jp", "not-a-name"],
  ["exa mple.jp", "not-a-name"],
  ["example.nosuchtop", "unknown-top-level"],
  ["exa\u0000mple.jp", "control-character"],
  ["exa\u200bmple.jp", "control-character"],
  ["\u202epj.elpmaxe", "right-to-left"],
  ["i❤.ws", "symbol"],
  ["xn--ls8h.la", "symbol"],
  ["=cmd|' /C calc'!A0", "not-a-name"],
  [`${"a".repeat(64)}.jp`, "not-a-name"],
])("%j is refused: %s", (given, problem) => {
  expect(readName(examiner, given)).toMatchObject({ problem });
});

test.each([
  ["аpple.com", "apple.com"],
  ["аррӏе.com", "apple.com"],
  ["pаypal.com", "paypal.com"],
])("the homograph %s is refused and shown as what it is taken for: %s", (given, hint) => {
  expect(readName(examiner, given)).toEqual({ problem: "homograph", hint });
});

test.each(["почта.com", "παράδειγμα.com", "bücher.de", "東京タワー.jp"])(
  "the honest name %s is taken",
  (given) => {
    expect(readName(examiner, given)).toHaveProperty("name");
  },
);
