import { expect, test } from "vitest";
import { listQueryOf } from "./list-address.ts";

test.each([
  ["", {}],
  ["q=*.example.jp&type=host,ip", { q: "*.example.jp", type: "host,ip" }],
  ["sort=first-seen&order=desc&size=25", { sort: "first-seen", order: "desc", size: 25 }],
  ["sort=grade&order=up&size=7&unknown=1&q=", {}],
])("%s asks for %j", (address, expected) => {
  expect(listQueryOf(new URLSearchParams(address))).toEqual(expected);
});
