import { expect, test } from "vitest";
import type { Schema } from "./open-api.ts";
import { fieldsOf, typeInWords } from "./schema-fields.ts";

test.each<[Schema, string]>([
  [{ type: "string" }, "string"],
  [{ type: "string", format: "uuid" }, "string (uuid)"],
  [{ type: "string", minLength: 1, maxLength: 80 }, "string, 1 to 80 characters"],
  [{ type: "string", maxLength: 80 }, "string, at most 80 characters"],
  [{ type: "integer", minimum: 1, maximum: 100 }, "integer, 1 to 100"],
  [{ type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, "integer, at least 0"],
  [{ type: ["string", "null"], format: "date" }, "string (date) or null"],
  [{ anyOf: [{ enum: ["ja", "en"] }, { type: "null" }] }, '"ja", "en" or null'],
  [{ const: true }, "true"],
  [
    { type: "array", maxItems: 50, items: { type: "string" } },
    "list of string, at most 50 of them",
  ],
  [{}, "any value"],
])("%j is said as %s", (schema, words) => {
  expect(typeInWords(schema)).toBe(words);
});

test("fields are listed with their place, each once", () => {
  const schema: Schema = {
    type: "object",
    required: ["domains"],
    properties: {
      domains: {
        type: "array",
        items: {
          type: "object",
          required: ["name"],
          properties: { name: { type: "string", description: "As it is written." } },
        },
      },
      next: { type: ["string", "null"] },
    },
  };
  expect(fieldsOf(schema)).toEqual([
    { name: "domains", type: "list of object", isRequired: true, about: "" },
    { name: "domains[].name", type: "string", isRequired: true, about: "As it is written." },
    { name: "next", type: "string or null", isRequired: false, about: "" },
  ]);
  const forms = [1, 2].map(
    (size): Schema => ({
      type: "object",
      properties: { kind: { const: size }, of: { type: "string" } },
    }),
  );
  expect(fieldsOf({ anyOf: forms }).map(({ name, type }) => [name, type])).toEqual([
    ["kind", "1 or 2"],
    ["of", "string"],
  ]);
});
