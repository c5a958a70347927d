import { expect, test } from "vitest";
import { isListed, parsePolicy } from "./mta-sts-policy.ts";

const policy = (...lines: readonly string[]) => parsePolicy(lines.join("\r\n"));
const sound = ["version: STSv1", "mode: enforce", "mx: mx.example.jp", "max_age: 604800"];

test("a policy is read by the grammar of RFC 8461", () => {
  expect(policy(...sound)).toEqual({ mode: "enforce", maxAge: 604_800, mx: ["mx.example.jp"] });
  expect(policy(...sound, "")).toEqual(policy(...sound));
  expect(policy(...sound.toReversed())).toEqual(policy(...sound));
  expect(policy(...sound.map((line) => line.replace(": ", " :\t")))).toEqual(policy(...sound));
  expect(policy(...sound, "x.own-field: 1", "mx: *.Example.jp", "mx: mx.example.jp")?.mx).toEqual([
    "mx.example.jp",
    "*.example.jp",
  ]);
  expect(policy("version: STSv1", "mode: none", "max_age: 86400")?.mx).toEqual([]);
});

test("of a field that is there twice the first counts", () => {
  expect(policy(...sound, "mode: none", "max_age: 1")).toEqual(policy(...sound));
});

test.each([
  ["no version", sound.slice(1)],
  ["another version", ["version: STSv2", ...sound.slice(1)]],
  ["a name in other letters", ["Version: STSv1", ...sound.slice(1)]],
  ["a mode in other letters", sound.map((line) => line.replace("enforce", "Enforce"))],
  ["no mode", sound.filter((line) => !line.startsWith("mode"))],
  ["no mail host", sound.filter((line) => !line.startsWith("mx"))],
  ["no age", sound.slice(0, 3)],
  ["an age with a unit", [...sound.slice(0, 3), "max_age: 7d"]],
  ["an age of more than a year", [...sound.slice(0, 3), "max_age: 31557601"]],
  ["a page", ["<!doctype html><title>version: STSv1</title>"]],
])("%s is no policy", (_, lines) => {
  expect(policy(...lines)).toBeUndefined();
});

test.each([
  ["mx.example.jp", "mx.example.jp", true],
  ["mx.example.jp", "MX.example.jp", true],
  ["*.example.jp", "mx1.example.jp", true],
  ["*.example.jp", "a.mx.example.jp", false],
  ["*.example.jp", "example.jp", false],
  ["*.example.jp", "mx.other-example.jp", false],
  ["mx.example.jp", "mx.example.jp.evil.example", false],
])("%s lists %s: %s", (pattern, host, expected) => {
  const read = policy("version: STSv1", "mode: enforce", `mx: ${pattern}`, "max_age: 86400");
  expect(read && isListed(host, read)).toBe(expected);
});
