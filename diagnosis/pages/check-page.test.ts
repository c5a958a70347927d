import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { allChecks } from "../checks/registry.ts";
import { checkPage } from "./check-page.ts";
import { exampleRecipes, RECIPES } from "./recipes.ts";

const folder = new URL("./generated/", import.meta.url);

it("there is one page for every check, and no other", () => {
  const pages = readdirSync(folder).sort();
  expect(pages).toEqual(allChecks.map(({ id }) => `${id}.md`).sort());
});

it.each(allChecks.map((check) => [check.id, check] as const))(
  "the page of %s is current",
  (id, check) => {
    expect(readFileSync(new URL(`${id}.md`, folder), "utf8")).toBe(checkPage(check));
  },
);

const PARTS = {
  ja: ["調べること", "なぜ重要か", "判定と評価", "対策", "対象への負荷", "出典"],
  en: [
    "What is looked at",
    "Why it matters",
    "How it is graded",
    "How to mend it",
    "What it costs",
    "Sources",
  ],
};

it.each(allChecks.map((check) => [check.id, check] as const))(
  "the page of %s says everything in both languages",
  (_id, check) => {
    const page = checkPage(check);
    const [ja = "", en = ""] = page.split(/^## .*$/m).slice(1);
    for (const [half, parts] of [
      [ja, PARTS.ja],
      [en, PARTS.en],
    ] as const) {
      const sections = half.split(/^### /m).slice(1);
      expect(sections.map((section) => section.split("\n")[0])).toEqual(parts);
      // Each says something of its own, and nothing that code failed to fill in.
      for (const section of sections) {
        const [, ...lines] = section.split("\n");
        expect(lines.join("").trim().length).toBeGreaterThan(10);
      }
      expect(half).not.toMatch(/undefined|\[object|NaN/);
    }
    expect(en.replaceAll(/```.*?```/gs, "")).not.toMatch(/[ぁ-んァ-ヶ]/);
    expect(ja.match(/^\| .* \|$/gm)).toHaveLength(Object.keys(check.outcomes).length + 2);
    expect(ja.match(/^- \[.+\]\(https:.+\)$/gm)).toHaveLength(check.source.length);
  },
);

it("what is looked at is said of every check in whole sentences", () => {
  for (const { looksAt } of allChecks) {
    expect(looksAt.ja).toMatch(/[^。]。$/);
    expect(looksAt.en).toMatch(/^[A-Z].*[.?]$/);
  }
});

/** What no setting of the reader's own server mends. */
const NO_SETTING = new Set(["dns-lookalike"]);

it("every check has settings to copy, and no others have", () => {
  const ids = allChecks.map(({ id }) => id).filter((id) => !NO_SETTING.has(id));
  expect(Object.keys(RECIPES).sort()).toEqual(ids.sort());
});

it.each(Object.keys(RECIPES))("the settings for %s name a product and are copied whole", (id) => {
  const list = exampleRecipes(id);
  expect(list.length).toBeGreaterThan(0);
  expect(new Set(list.map(({ product }) => product)).size).toBe(list.length);
  for (const { product, text } of list) {
    expect(product.trim()).not.toBe("");
    expect(text.trim()).toBe(text);
    // Quotes and brackets that do not close are what a server refuses first.
    for (const [open, close] of ["()", "{}", "[]"])
      expect(text.split(open ?? "").length, text).toBe(text.split(close ?? "").length);
    expect(text.split('"').length % 2, text).toBe(1);
  }
});

it.each([
  ["http-hsts", ["nginx", "Apache", "Caddy", "Cloudflare"]],
  ["http-redirect", ["nginx", "Apache", "Caddy", "Cloudflare"]],
  ["tls-old", ["nginx", "Apache", "Caddy", "Postfix", "Cloudflare"]],
  ["mail-spf", ["BIND", "Cloudflare"]],
  ["mail-starttls", ["Postfix"]],
  ["dns-caa", ["BIND", "Cloudflare"]],
])("%s is mended in %j", (id, products) => {
  expect(exampleRecipes(id).map(({ product }) => product)).toEqual(
    expect.arrayContaining(products),
  );
});
