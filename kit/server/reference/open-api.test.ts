import { expect, test } from "vitest";
import { exampleOf } from "./open-api.ts";

test.each([
  [undefined, null],
  [{ const: true }, true],
  [{ enum: ["ja", "en"] }, "ja"],
  [{ type: "string", format: "date" }, "2026-11-22"],
  [{ type: ["integer", "null"], minimum: 1 }, 1],
  [{ anyOf: [{ type: "boolean" }, { type: "null" }] }, false],
  [
    { type: "object", properties: { names: { type: "array", items: { type: "string" } } } },
    { names: [""] },
  ],
])("an example of %j", (schema, example) => {
  expect(exampleOf(schema)).toEqual(example);
});
