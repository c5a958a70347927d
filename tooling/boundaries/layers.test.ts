import { globSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";

// A folder that no rule of an order names could import from everywhere.

const root = fileURLToPath(new URL("../..", import.meta.url));
const { forbidden } = z
  .object({
    forbidden: z.array(
      z.object({ name: z.string(), from: z.object({ path: z.unknown().optional() }) }),
    ),
  })
  .parse((await import(`${root}.dependency-cruiser.mjs`)).default);

test.each([
  ["kit/web", /^kit-web-layer-/],
  ["portal/web/app", /^portal-shared-by-pages-/],
  ["karte/web/app", /^karte-shared-by-pages-/],
  ["console/web/app", /^console-shared-by-pages-/],
  ["portal/server/features/openid", /^openid-room-/],
  ["diagnosis", /^diagnosis-folder-/],
  ["sandbox", /^sandbox-folder-/],
])("each folder of %s has its place in the order", (of, name) => {
  const order = forbidden.filter((rule) => name.test(rule.name));
  expect(order.length).toBeGreaterThan(2);
  const folders = new Set(
    globSync(`${of}/*/**/*.{ts,tsx}`, {
      cwd: root,
      exclude: ["**/{node_modules,dist,testing}/**", "**/*.test.ts"],
    }).map((file) => posix.relative(of, file).split("/")[0] ?? ""),
  );
  expect(folders.size).toBeGreaterThan(3);
  const unplaced = [...folders].filter(
    (folder) =>
      !order.some(({ from }) => new RegExp(String(from.path)).test(`${of}/${folder}/some.ts`)),
  );
  expect(unplaced).toEqual([]);
});
