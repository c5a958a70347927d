import { expect, test } from "vitest";
import { listQueryOf } from "./list-address.ts";

const query = (text: string) => listQueryOf(new URLSearchParams(text));

test.each([
  ["", {}],
  ["q=shop&grade=D,E", { q: "shop", grade: "D,E" }],
  ["sort=grade&order=desc&size=100", { sort: "grade", order: "desc", size: 100 }],
  ["sort=owner&order=up&size=7&unknown=1", {}],
  ["q=&cursor=abc", { cursor: "abc" }],
])("%s asks for %j", (address, expected) => {
  expect(query(address)).toEqual(expected);
});
