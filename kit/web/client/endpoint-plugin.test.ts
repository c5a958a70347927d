import { endpoint } from "@sekimori/kit-contract/endpoint";
import { expect, test } from "vitest";
import { z } from "zod";
import { slimModule } from "./endpoint-plugin.ts";

test("keeps what a call needs of an endpoint and nothing else of its module", () => {
  const schema = z.object({ name: z.string() });
  const readThing = endpoint({
    name: "readThing",
    method: "GET",
    path: "/things",
    tag: "Things",
    summary: "A thing.",
    access: "public",
    response: schema,
    errors: [],
    limits: [],
  });
  expect(slimModule({ readThing, schema, list: ["a"] })).toBe(
    'export const readThing = {"name":"readThing","method":"GET","path":"/things"};',
  );
});
