import { expect, test } from "vitest";
import { dataPage } from "./data-page.ts";

const page = (rows: readonly Readonly<Record<string, unknown>>[]) =>
  dataPage({
    locale: "en",
    title: "Your data",
    madeAt: new Date("2026-11-24T00:00:00Z"),
    parts: [{ name: "Part", rows }],
  });

test("one row is a list of facts, several are a table", () => {
  expect(page([{ city: "Tokyo" }])).toContain("<dt>city</dt><dd>Tokyo</dd>");
  expect(page([{ city: "Tokyo" }, { city: "Osaka" }])).toContain('data-column="city">Osaka</td>');
});

test("values are written for people, and what is within one stands line by line", () => {
  const text = page([
    { yes: true, no: false, none: null, at: new Date("2026-11-24T00:00:00Z"), on: "2026-11-03" },
    { yes: [{ id: "a", version: "1" }], no: "<b>" },
  ]);
  for (const shown of [
    "Yes",
    "No",
    "–",
    "2026/11/24 09:00",
    "2026/11/03",
    "id: a\nversion: 1",
    "&lt;b&gt;",
  ]) {
    expect(text).toContain(`">${shown}</td>`);
  }
});

test("it says when it was made, and by which clock", () => {
  expect(page([])).toContain('<p class="made">2026/11/24 09:00 (JST)</p>');
});
