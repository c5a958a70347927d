import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { leavingSchema } from "./leaving.ts";
import { personalDataSchema } from "./personal-data.ts";
import { monthlySummarySchema } from "./summary.ts";

const page = readFileSync(
  fileURLToPath(new URL("../../../docs/integrate/application-contract.md", import.meta.url)),
  "utf8",
);

test("the answers that the page shows are ones that the portal takes, to the last field", () => {
  const answers = [...page.matchAll(/^```json\n(.*?)^```/gms)].map(([, text = ""]) =>
    JSON.parse(text),
  );
  const schemas = [monthlySummarySchema, personalDataSchema, leavingSchema];
  expect(schemas.map((schema, at) => schema.parse(answers[at]))).toEqual(answers);
});
