import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string): unknown => JSON.parse(readFileSync(`${root}${path}`, "utf8"));

const entry = z.looseObject({
  link: z.boolean().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  inBundle: z.boolean().optional(),
});
const { packages } = z
  .object({ packages: z.record(z.string(), entry) })
  .parse(read("package-lock.json"));
const components = Object.entries(packages).filter(([path]) => path.includes("node_modules/"));
const foreign = components.filter(([, { link, inBundle }]) => !link && !inBundle);

test("every component comes from whichever registry is configured, and its contents are pinned", () => {
  expect(foreign.length).toBeGreaterThan(300);
  const loose = foreign.filter(
    ([, { integrity, resolved }]) => !integrity?.startsWith("sha512-") || resolved !== undefined,
  );
  expect(loose).toEqual([]);
});

const wanted = z.looseObject({
  workspaces: z.array(z.string()).optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
});
const { workspaces = [] } = wanted.parse(read("package.json"));

test.each(["", ...workspaces.map((folder) => `${folder}/`)])(
  "%spackage.json asks for exact versions",
  (folder) => {
    const { dependencies = {}, devDependencies = {} } = wanted.parse(read(`${folder}package.json`));
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  },
);
