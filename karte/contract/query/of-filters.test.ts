import { expect, test } from "vitest";
import { queryOfFilters } from "./of-filters.ts";
import { problemIn } from "./parse.ts";

test.each([
  [{}, undefined],
  [{ severity: "critical,high", assignee: "none" }, "severity:critical,high owner:none"],
  [{ query: "label:shop or csp", state: "open" }, "state:open (label:shop or csp)"],
  [{ query: "label:shop or csp" }, "label:shop or csp"],
  [{ q: "a word", host: "www.example.jp" }, '"a word" host:www.example.jp'],
  [{ cause: 'product|a.jp "nginx"' }, 'cause:"product|a.jp \\"nginx\\""'],
  [{ check: "none" }, 'check:"none"'],
  [{ severity: "high", domain: "x" }, undefined],
  [{ severity: "high", newerThanDays: "7" }, undefined],
] as const)("filters as one query: %j", (filters, expected) => {
  const query = queryOfFilters(filters);
  expect(query).toBe(expected);
  if (query !== undefined) expect(problemIn(query)).toBeUndefined();
});
