import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { operatorEvents } from "@sekimori/portal-server/operator-money";
import { expect, test } from "vitest";

const page = readFileSync(
  fileURLToPath(new URL("../docs/operate/webhooks.md", import.meta.url)),
  "utf8",
);

test("every event for the operator's systems stands on the page about webhooks, in the same words", () => {
  const rows = [...page.matchAll(/^\| `([a-z]+\.[a-z]+)` \| ([^|]+) \|/gm)];
  expect(Object.fromEntries(rows.map(([, name, about]) => [name, about]))).toEqual(operatorEvents);
});
