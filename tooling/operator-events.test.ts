import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { operatorEvents } from "@sekimori/portal-server/operator-money";
import { expect, test } from "vitest";

const operations = readFileSync(
  fileURLToPath(new URL("../docs/operations.md", import.meta.url)),
  "utf8",
);

test("every event for the operator's systems stands in the handbook, in the same words", () => {
  const rows = [...operations.matchAll(/^\| `([a-z]+\.[a-z]+)` \| ([^|]+) \|/gm)];
  expect(Object.fromEntries(rows.map(([, name, about]) => [name, about]))).toEqual(operatorEvents);
});
