import { expect, test } from "vitest";
import { changedAddress } from "./changed-address.ts";

test("a change keeps the rest and begins at the first page again", () => {
  const address = new URLSearchParams("q=shop&grade=E&cursor=abc&sort=grade");
  expect(changedAddress(address, { grade: null, proof: "none" })).toEqual({
    q: "shop",
    sort: "grade",
    proof: "none",
  });
  expect(changedAddress(address, { cursor: "next" })).toMatchObject({ cursor: "next", q: "shop" });
});
