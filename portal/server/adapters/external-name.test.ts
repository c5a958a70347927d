import { expect, test } from "vitest";
import { externalName } from "./external-name.ts";

test.each([
  [
    { given_name: "Hanako", family_name: "Seki" },
    { firstName: "Hanako", lastName: "Seki" },
  ],
  [{ given_name: "Hanako" }, { firstName: "Hanako", lastName: "" }],
  [{ name: "関 花子" }, { firstName: "花子", lastName: "関" }],
  [{ name: "関　花子" }, { firstName: "花子", lastName: "関" }],
  [{ name: "Taro Yamada" }, { firstName: "Taro", lastName: "Yamada" }],
  [{ name: "Juan Carlos de la Vega" }, undefined],
  [{ name: "Madonna" }, undefined],
  [{ name: 42 }, undefined],
  [{}, undefined],
])("%j gives %j", (claims, name) => {
  expect(externalName(claims)).toEqual(name);
});

test("no provider can hand over more than a field holds", () => {
  expect(externalName({ given_name: "x".repeat(5000) })?.firstName).toHaveLength(50);
});
