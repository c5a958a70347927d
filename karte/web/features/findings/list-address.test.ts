import { expect, test } from "vitest";
import { filtersOf, listQueryOf, queryIn } from "./list-address.ts";

test.each([
  ["", {}],
  ["state=fixed&severity=critical,high", { state: "fixed", severity: "critical,high" }],
  [
    "check=tls.old&sort=age&order=desc&size=100",
    { check: "tls.old", sort: "age", order: "desc", size: 100 },
  ],
  ["host=www.example.jp&olderThanDays=90", { host: "www.example.jp", olderThanDays: "90" }],
  ["sort=owner&order=up&size=7&unknown=1&q=&cursor=abc", { cursor: "abc" }],
])("%s asks for %j", (address, expected) => {
  expect(listQueryOf(new URLSearchParams(address))).toEqual(expected);
});

test("what narrows a list is neither its page nor its order", () => {
  expect(filtersOf(new URLSearchParams("domain=x&sort=age&cursor=abc"))).toEqual({ domain: "x" });
});

test.each([
  ["", ""],
  ["query=severity:high", "severity:high"],
  ["q=osaka", "osaka"],
  ["q=two+words", '"two words"'],
  ["q=severity:high", '"severity:high"'],
  ["q=osaka&query=csp+or+hsts", "osaka (csp or hsts)"],
])("the box has, for %s, %s", (address, expected) => {
  expect(queryIn(new URLSearchParams(address))).toBe(expected);
});
