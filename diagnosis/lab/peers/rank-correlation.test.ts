import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { rankCorrelation, rankTable, scoresIn } from "./rank-correlation.ts";
import { VERDICTS } from "./verdicts.ts";

const page = readFileSync(new URL("../../../docs/evidence/diagnosis.md", import.meta.url), "utf8");
const scores = scoresIn(page);

const pairs = (...list: readonly (readonly [number, number])[]) =>
  list.map(([ours, theirs]) => ({ ours, theirs }));

it.each([
  ["the same order", pairs([10, 1], [20, 5], [90, 6]), 1],
  ["the opposite order", pairs([10, 6], [20, 5], [90, 1]), -1],
  ["equal numbers share their ranks", pairs([1, 1], [2, 2], [2, 3], [3, 4]), 0.949],
  ["two changed places", pairs([1, 2], [2, 1], [3, 3], [4, 4]), 0.8],
])("%s", (_name, list, expected) => {
  expect(rankCorrelation(list)).toBeCloseTo(expected, 3);
});

it("cannot be told where one says the same of all", () => {
  expect(rankCorrelation(pairs([1, 5], [2, 5]))).toBeNull();
});

it("prints the figures that the page's own scores come to", () => {
  expect(scores.length).toBeGreaterThan(40);
  expect(page).toContain(rankTable(scores).join("\n"));
});

/** Where we look at something else: pages of firewalls, which we do not judge, and files laid open. */
const isOther = ({ state }: { readonly state: string }) => /^(blocked|env)-/.test(state);
/** Where one of the two reads a header as no browser does: each has its verdict, and one is wrong. */
const isReadOtherwise = ({ state }: { readonly state: string }) =>
  VERDICTS.some(
    (one) => one.peer === "MDN HTTP Observatory" && one.right === "we" && one.state.test(state),
  );
/** It takes off as much for any cookie without Secure as for a session's; we take off for a session's. */
const isCookie = ({ state }: { readonly state: string }) => state.startsWith("cookie-");

it("ranks headers as Observatory does, and cookies otherwise, as the page says", () => {
  const seen = scores.filter((site) => site.area === "HTTP headers" && !isOther(site));
  const bare = seen.filter((site) => !isCookie(site));
  const headers = rankCorrelation(bare) ?? 0;
  const readAlike = rankCorrelation(bare.filter((site) => !isReadOtherwise(site))) ?? 0;
  const withCookies = rankCorrelation(seen) ?? 0;
  expect(readAlike).toBeGreaterThan(0.6);
  expect(headers).toBeLessThan(readAlike);
  expect(withCookies).toBeLessThan(headers);
  expect(page).toContain(
    `Without cookies it is ${headers.toFixed(2)}, and ${readAlike.toFixed(2)} without the sites`,
  );
});
