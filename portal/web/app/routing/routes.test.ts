import { readFileSync } from "node:fs";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { expect, test } from "vitest";

// The table itself needs a browser; its source is enough to hold it to the contract's list.
const source = readFileSync(new URL("./routes.tsx", import.meta.url), "utf8");
const pages = [...source.matchAll(/page\("(\w+)", \{(.*?)\n {2,4}\}\)/gs)].map(
  ([, name = "", settings = ""]) => ({ name, settings }),
);

/** Without a page: `/` redirects. */
const redirects = ["root"];
/** No call exists for it yet. */
const waiting = ["unsubscribe"];

test("every page of the contract has one route", () => {
  const expected = Object.keys(pagePaths).filter(
    (name) => ![...redirects, ...waiting].includes(name),
  );
  expect(pages.map(({ name }) => name).sort()).toEqual(expected.sort());
});

test.each(pages)("$name has a title, an access rule and sentences", ({ settings }) => {
  expect(settings).toMatch(/title: msg`[^`]+`/);
  expect(settings).toMatch(/access: "(public|ignore-auth|info|login)"/);
  expect(settings).toMatch(/sentences: \["/);
});

test("/ leads to sign-in and unknown addresses to the page that says so", () => {
  expect(source).toMatch(/path: pagePaths\.root, redirect: \(\) => pagePaths\.login/);
  expect(source).toMatch(/path: "\*", redirect: \(\) => pagePaths\.pageNotFound/);
});
