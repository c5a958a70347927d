import { allEndpoints as karteCalls } from "@sekimori/karte-contract/endpoints";
import { fieldDescriptions as karteWords } from "@sekimori/karte-contract/field-descriptions";
import type { AnyEndpoint } from "@sekimori/kit-contract/endpoint";
import {
  type FieldDescriptions,
  withDescriptions,
} from "@sekimori/kit-contract/field-descriptions";
import { applicationEndpoints } from "@sekimori/portal-contract/applications/endpoints";
import { allEndpoints as portalCalls } from "@sekimori/portal-contract/endpoints";
import { fieldDescriptions as portalWords } from "@sekimori/portal-contract/field-descriptions";
import { expect, test } from "vitest";
import { z } from "zod";

/** Every field of every call, with the description that speaks for it. */
function fieldsOfAll(calls: readonly AnyEndpoint[], descriptions: FieldDescriptions) {
  const fields: (readonly [string, string | undefined])[] = [];
  for (const { name, params, query, body, response } of calls) {
    for (const [part, schema] of Object.entries({ path: params, query, body, answer: response })) {
      if (schema === undefined) continue;
      const io = part === "answer" ? "output" : "input";
      const json = z.toJSONSchema(schema, { io, unrepresentable: "any" });
      withDescriptions(json, [name, part], descriptions, (path, key) =>
        fields.push([path.join("."), key]),
      );
    }
  }
  return fields;
}

test.each([
  ["the portal", [...portalCalls, ...applicationEndpoints], portalWords],
  ["karte", karteCalls, karteWords],
] as const)("%s describes each field, and no field that there is not", (_, calls, descriptions) => {
  const fields = fieldsOfAll(calls, descriptions);
  expect(fields.length).toBeGreaterThan(1_000);
  expect(fields.filter(([, key]) => key === undefined).map(([path]) => path)).toEqual([]);
  const used = new Set(fields.map(([, key]) => key));
  expect(Object.keys(descriptions).filter((key) => !used.has(key))).toEqual([]);
});
