import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";
import { lookedUp, permissive } from "./permitted-licences.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string): unknown => JSON.parse(readFileSync(`${root}${path}`, "utf8"));

const entry = z.looseObject({
  link: z.boolean().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  inBundle: z.boolean().optional(),
  license: z.string().optional(),
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

/** MPL-2.0 asks for the sources of changed files of its own, and none of them is changed here. */
const unchanged = /^(axe-core|lightningcss(-[a-z0-9-]+)?)$/;

test("every component's licence is one that lets the product be what it is", () => {
  const strange = components.flatMap(([path, { license, link }]) => {
    const name = path.replace(/^.*node_modules\//, "");
    if (link || lookedUp.has(name)) return [];
    const words = (license ?? "none").replace(/[()]/g, "").split(/ (?:AND|OR) /);
    const isFine = words.every(
      (word) => permissive.has(word) || (word === "MPL-2.0" && unchanged.test(name)),
    );
    return isFine ? [] : [`${name}: ${license}`];
  });
  expect(strange).toEqual([]);
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
      // A workspace has no version of its own: the product has one.
      ([name, version]) =>
        !(name.startsWith("@sekimori/") && version === "*") &&
        !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  },
);
