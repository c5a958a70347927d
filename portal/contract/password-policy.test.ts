import { describe, expect, test } from "vitest";
import { passwordSymbols, unmetPasswordRules } from "./password-policy.ts";

describe("password policy (SPEC 5)", () => {
  test.each([
    ["Aa1!aaaa", []],
    ["Aa1!aaaaaaaaaa", []],
    ["Aa1!aaa", ["length"]],
    ["Aa1!aaaaaaaaaaa", ["length"]],
    ["aa1!aaaa", ["uppercase"]],
    ["AA1!AAAA", ["lowercase"]],
    ["Aaa!aaaa", ["digit"]],
    ["Aa1aaaaa", ["symbol"]],
    ["Aa1! aaaa", ["characters"]],
    ["Ａa1!Aaaa", ["characters"]],
    ["Aa1!aa😀aa", ["characters"]],
    ["", ["length", "uppercase", "lowercase", "digit", "symbol"]],
  ])("%s breaks %j", (password, unmet) => {
    expect(unmetPasswordRules(password)).toEqual(unmet);
  });

  test("every listed symbol counts as the symbol", () => {
    expect([...passwordSymbols]).toHaveLength(32);
    for (const symbol of passwordSymbols) {
      expect(unmetPasswordRules(`Aa1aaaa${symbol}`)).toEqual([]);
    }
  });

  test("a longer maximum is a matter of settings", () => {
    expect(unmetPasswordRules("Aa1!aaaaaaaaaaaaaaaa", { maximum: 64 })).toEqual([]);
  });

  test.each([
    ["Hanako1!x", ["hanako@example.jp"]],
    ["Xx1!YAMADA", ["山田", "Yamada"]],
  ])("%s contains the owner's own %j", (password, personal) => {
    expect(unmetPasswordRules(password, { personal })).toEqual(["personal"]);
  });

  test("names of one or two letters do not rule a password out", () => {
    expect(unmetPasswordRules("Aoi1!aaaa", { personal: ["Ao"] })).toEqual([]);
  });
});
