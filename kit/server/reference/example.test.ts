import { expect, test } from "vitest";
import { exampleOf } from "./example.ts";

test.each([
  [undefined, null],
  [{ const: true }, true],
  [{ enum: ["ja", "en"] }, "ja"],
  [{ type: "string", format: "date" }, "2026-11-22"],
  [{ type: ["integer", "null"], minimum: 1 }, 1],
  [{ anyOf: [{ type: "boolean" }, { type: "null" }] }, false],
  [
    {
      type: "object",
      required: ["signs", "since"],
      properties: {
        signs: { type: "array", minItems: 2, items: { type: "string", minLength: 6 } },
        since: { type: "string", format: "date" },
        domain: { type: "string" },
        remark: { type: "string" },
        was: { type: "object", properties: {} },
      },
    },
    { signs: ["text--", "text--"], since: "2026-11-22", domain: "example.co.jp" },
  ],
  [{ type: "string", pattern: "^[0-9]{6}$" }, "425164"],
  [{ type: "string", pattern: "^(a|b)$" }, ""],
])("an example of %j", (schema, example) => {
  expect(exampleOf(schema)).toEqual(example);
});
