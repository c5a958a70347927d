import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/**
 * The only primitives that may bring React Aria Components along. Everything else is used by
 * the first page a visitor loads and stays native, so that the page stays small.
 */
const mayBeHeavy = [
  "aria-language.tsx",
  "dialog.tsx",
  "menu.tsx",
  "popover.tsx",
  "tabs.tsx",
  "tooltip.tsx",
  "unavailable-button.tsx",
];

/** The packages a file imports, itself or through our own files; types cost nothing. */
function packagesOf(file: string, seen = new Set<string>()): Set<string> {
  const packages = new Set<string>();
  if (seen.has(file)) return packages;
  seen.add(file);
  const source = readFileSync(file, "utf8");
  for (const [, isType, from = ""] of source.matchAll(/^import (type )?[^"]*"([^"]+)";$/gm)) {
    if (isType) continue;
    if (!from.startsWith(".")) packages.add(from);
    else if (!from.endsWith(".css")) {
      for (const one of packagesOf(join(dirname(file), from), seen)) packages.add(one);
    }
  }
  return packages;
}

const heavy = (file: string) =>
  [...packagesOf(join(import.meta.dirname, file))].some((name) => name.startsWith("react-aria"));
const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".tsx"));

test.each(files.filter((name) => !mayBeHeavy.includes(name)))(
  "%s does without React Aria Components",
  (file) => {
    expect(heavy(file)).toBe(false);
  },
);

test.each(mayBeHeavy)("the search sees that %s uses React Aria Components", (file) => {
  expect(heavy(file)).toBe(true);
});
