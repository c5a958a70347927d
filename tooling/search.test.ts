import { expect, test } from "vitest";
import type { z } from "zod";
import { allEndpoints as karteEndpoints } from "../karte/contract/endpoints/all.ts";
import { allEndpoints as portalEndpoints } from "../portal/contract/endpoints/all.ts";

/** Every field that takes words to search for, of queries and of bodies that select. */
const fields = [...karteEndpoints, ...portalEndpoints].flatMap(({ name, method, query, body }) =>
  [query, ...(name.startsWith("select") ? [body] : [])].flatMap((part) => {
    const { shape = {} } = (part?._zod.def ?? {}) as {
      readonly shape?: Readonly<Record<string, z.ZodType>>;
    };
    return Object.entries(shape)
      .filter(([key]) => key === "q" || (key === "text" && method === "GET"))
      .map(([key, schema]) => ({ at: `${name} ${key}`, schema }));
  }),
);

test("every search reads what is typed by the one rule, and the references tell it", () => {
  expect(fields.length).toBeGreaterThan(5);
  const others = fields.filter(({ schema }) => {
    const read = schema.safeParse(" ｈｔｔｐｓ://Example.ＪＰ./path");
    const inner = (schema._zod.def as { readonly innerType?: z.ZodType }).innerType ?? schema;
    return read.data !== "example.jp" || !(inner.description ?? "").includes("Width and case");
  });
  expect(others.map(({ at }) => at)).toEqual([]);
});
