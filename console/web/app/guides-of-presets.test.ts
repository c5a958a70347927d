import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { presets } from "../features/applications/presets.ts";
import { guideNames } from "../features/guide/guides.ts";
import { readGuide } from "../features/guide/read-guide.ts";

// Every page that a preset leads to, with an application's own values.

const pageOf = (name: string) =>
  readFileSync(new URL(`../../../docs/integrate/${name}.md`, import.meta.url), "utf8");

const values = {
  issuer: "https://portal.test/v1/idp/oidc",
  clientId: "app-0123456789ab",
  origin: "https://shop.test",
};

describe.each(Object.keys(guideNames))("the guide for %s", (name) => {
  const page = pageOf(name);
  const blocks = readGuide(page, values);
  const code = blocks.flatMap((block) => (block.kind === "code" ? [block.text] : [])).join("\n");

  test("has the application's values in the place of the example's", () => {
    // Spring follows the address that it is called at.
    const { origin, ...others } = values;
    const wanted = name === "spring" ? Object.values(others) : [origin, ...Object.values(others)];
    for (const value of wanted) expect(code).toContain(value);
    expect(code).not.toContain("http://localhost:3000");
    expect(code).not.toContain("http://localhost:4000");
    const [, id = ""] = / --id ([a-z-]+)/.exec(page) ?? [];
    expect(code).not.toMatch(new RegExp(`(client.?id|aud).{0,40}[ "]${id}\\b`, "i"));
  });

  test("registers nothing again, and leaves no mark of how it is written", () => {
    expect(JSON.stringify(blocks)).not.toContain("operator clients add");
    expect(JSON.stringify(blocks)).not.toMatch(/http:\/\/localhost:[34]000/);
    expect(code).not.toContain("```");
    expect(blocks.length).toBeGreaterThan(5);
    // As much code as the page has, but what registers.
    const fences = page.split(/^```/m).length - 1;
    expect(blocks.filter(({ kind }) => kind === "code")).toHaveLength(fences / 2 - 1);
  });
});

test("what is imported keeps its name", () => {
  const texts = readGuide(pageOf("express"), values).flatMap((block) =>
    block.kind === "code" ? [block.text] : [],
  );
  expect(texts.join("\n")).toContain('import express from "express"');
});

test("every preset with a framework has one, by the same name", () => {
  const made = presets.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name]]));
  expect(Object.fromEntries(made)).toEqual(guideNames);
});
