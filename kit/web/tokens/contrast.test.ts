import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";

const agency = createRequire(import.meta.url).resolve("@digital-go-jp/tailwind-theme-plugin/v4");
const own = ["palette.css", "semantic.css"].map((name) => join(import.meta.dirname, name));
const css = [agency, ...own].map((path) => readFileSync(path, "utf8")).join("\n");

/** The last declaration of each custom property wins, as in the cascade. */
const declared = new Map(
  [...css.matchAll(/--([\w-]+):\s*([^;{}]+);/g)].map(([, name, value]) => [name, value?.trim()]),
);

type Scheme = "light" | "dark";
type Rgb = readonly [number, number, number];

function colour(token: string, scheme: Scheme): Rgb {
  const value = declared.get(token) ?? "";
  const pair = /^light-dark\((.+), (.+)\)$/.exec(value);
  const chosen = pair?.[scheme === "light" ? 1 : 2] ?? value;
  const reference = /^var\(--([\w-]+)\)$/.exec(chosen);
  if (reference?.[1]) return colour(reference[1], scheme);
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(chosen);
  if (!hex) throw new Error(`--${token} is not a plain colour in ${scheme}: "${chosen}"`);
  return [hex[1], hex[2], hex[3]].map((part) => Number.parseInt(part ?? "", 16)) as [
    number,
    number,
    number,
  ];
}

/** Relative luminance, WCAG 2.2. */
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(left: string, right: string, scheme: Scheme): number {
  const [low, high] = [left, right]
    .map((token) => luminance(colour(token, scheme)))
    .toSorted((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const grounds = ["ground", "surface", "sunken", "raised"];
const softs = ["key-soft", "danger-soft", "success-soft", "warning-soft"];
const onAll = (inks: readonly string[], papers: readonly string[]) =>
  inks.flatMap((ink) => papers.map((paper) => [ink, paper] as const));

/** What is read: 4.5:1 (WCAG 1.4.3). */
const texts = [
  ...onAll(["text", "muted"], [...grounds, ...softs]),
  ...onAll(["link", "key", "danger", "success", "warning"], grounds),
  ...onAll(["link"], softs),
  ["key", "key-soft"],
  ["danger", "danger-soft"],
  ["success", "success-soft"],
  ["warning", "warning-soft"],
  ["on-key", "key"],
  ["on-key", "key-hover"],
  ["on-danger", "danger"],
  ["on-danger", "danger-hover"],
  // The tooltip's bubble and the selection turn the colours round.
  ["ground", "text"],
] as const;

/** What shows where a control is, which state it has and where the focus is: 3:1 (1.4.11, 2.4.13). */
const shapes = [
  ...onAll(["border-strong", "focus", "key", "danger"], grounds),
  ...onAll(["focus"], softs),
  ["danger", "danger-soft"],
  ["key", "key-soft"],
] as const;

const schemes = ["light", "dark"] as const;
const rows = (pairs: readonly (readonly [string, string])[], least: number) =>
  schemes.flatMap((scheme) => pairs.map(([ink, paper]) => ({ scheme, ink, paper, least })));

test.each([...rows(texts, 4.5), ...rows(shapes, 3)])(
  "$scheme: $ink on $paper has at least $least:1",
  ({ scheme, ink, paper, least }) => {
    expect(contrast(ink, paper, scheme)).toBeGreaterThanOrEqual(least);
  },
);

test("the measure itself: black on white is 21:1", () => {
  declared.set("test-white", "#ffffff");
  declared.set("test-black", "#000000");
  expect(contrast("test-black", "test-white", "light")).toBeCloseTo(21, 5);
});
