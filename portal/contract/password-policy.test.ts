import { describe, expect, test } from "vitest";
import {
  type PasswordRule,
  passwordRulesAttribute,
  passwordSymbols,
  unmetPasswordRules,
} from "./password-policy.ts";

describe("password policy (specification 5)", () => {
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

  test.each<[string, readonly string[], readonly PasswordRule[]]>([
    // Three letters of a name count from three on, wherever they stand and however they are written.
    ["Aoi1!aaaa", ["Aoi"], ["personal"]],
    ["xx1!AOIxx", [" aoi "], ["personal"]],
    ["Aoi1!aaaa", ["Aoki"], []],
    // Of an address the whole and what stands before the @, not the provider after it.
    ["Taro1!xx", ["taro@example.jp"], ["personal"]],
    ["Example1!", ["taro@example.jp"], []],
    ["Aa1!a@b.jp", ["a@b.jp"], ["personal"]],
    // What is not known rules nothing out.
    ["Aa1!aaaa", ["", "  ", "@example.jp"], []],
    ["Aa1!aaaa", [], []],
  ])("%s, when its owner is %j, breaks %j", (password, personal, unmet) => {
    expect(unmetPasswordRules(password, { personal })).toEqual(unmet);
  });

  test("characters are counted, not UTF-16 units", () => {
    // Eleven characters of which four take two units: fifteen units, within the fourteen.
    expect(unmetPasswordRules("Aa1!aaa😀😀😀😀")).toEqual(["characters"]);
    expect(unmetPasswordRules("Aa1!😀")).toEqual(["length", "characters"]);
  });

  test("a shorter maximum is kept to the character", () => {
    expect(unmetPasswordRules("Aa1!aaaaaa", { maximum: 10 })).toEqual([]);
    expect(unmetPasswordRules("Aa1!aaaaaaa", { maximum: 10 })).toEqual(["length"]);
  });
});

describe("the policy as password managers read it", () => {
  /** The language's own reading: rules by name, and the characters of the class it requires. */
  function read(attribute: string) {
    const [, symbols = ""] = /required: \[(.*)\];$/.exec(attribute) ?? [];
    const rest = attribute.replace(/ required: \[.*$/, "");
    return {
      symbols,
      rules: rest
        .split(";")
        .map((rule) => rule.trim())
        .filter(Boolean),
    };
  }

  test("asks for what the policy asks for, up to the maximum in force", () => {
    const required = ["required: upper", "required: lower", "required: digit"];
    expect(read(passwordRulesAttribute()).rules).toEqual([
      ...["minlength: 8", "maxlength: 14"],
      ...required,
    ]);
    expect(read(passwordRulesAttribute(64)).rules).toContain("maxlength: 64");
  });

  test("names every symbol once, a hyphen first and a closing bracket last", () => {
    const { symbols } = read(passwordRulesAttribute());
    expect(symbols.startsWith("-")).toBe(true);
    expect(symbols.endsWith("]")).toBe(true);
    expect([...symbols].sort()).toEqual([...passwordSymbols].sort());
  });
});
