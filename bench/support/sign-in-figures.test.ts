import { expect, test } from "vitest";
import { backToNormal, checkedPerSecond, refusedTooSoon } from "./sign-in-figures.ts";

const answer = (rows: readonly (readonly [number, number, number, number])[]) => ({
  sent: rows.map(([sent]) => sent),
  took: rows.map(([, took]) => took),
  status: rows.map(([, , status]) => status),
  client: rows.map(([, , , client]) => client),
  failures: [],
});

test("counts what was checked in the time, right or wrong, and no refusal", () => {
  const seen = answer([
    [0, 50, 200, 0],
    [0, 1_500, 200, 0],
    [1_000, 500, 400, 1],
    [1_000, 500, 503, 1],
    [1_900, 500, 200, 1],
  ]);
  expect(checkedPerSecond(seen, 1_000, 2_000)).toBe(2);
});

test("a refusal is too soon when who came before was served within a second of it", () => {
  const served = [0, 1_400, 200, 0] as const;
  const known = new Set([0, 1]);
  expect(refusedTooSoon(answer([served, [300, 600, 503, 1]]), known)).toBe(0);
  expect(refusedTooSoon(answer([served, [500, 600, 503, 1]]), known)).toBe(1);
  // While the crowd connects, the order in which it is read is not known.
  expect(refusedTooSoon(answer([served, [500, 600, 503, 1]]), known, 501)).toBe(0);
  // A stranger may be refused, and who comes later shows nothing.
  expect(refusedTooSoon(answer([served, [500, 600, 503, 2]]), known)).toBe(0);
  expect(
    refusedTooSoon(
      answer([
        [400, 2_000, 200, 0],
        [300, 600, 503, 1],
      ]),
      known,
    ),
  ).toBe(1);
});

test("it is normal again after the last slow or refused answer", () => {
  const probes = [
    { sent: 0, took: 3_000, status: 200 },
    { sent: 3_000, took: 300, status: 503 },
    { sent: 3_300, took: 80, status: 200 },
  ];
  expect(backToNormal(probes, 2_000)).toBe(1_300);
  expect(backToNormal(probes, 3_400)).toBe(0);
});
