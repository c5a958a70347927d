import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type TrendFrame, type TrendPoint, trendShape } from "./trend.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 8, 1);

const frame: TrendFrame = {
  width: 120,
  height: 60,
  margin: { top: 10, right: 10, bottom: 10, left: 10 },
  values: [0, 100],
  bands: [
    { label: "A", from: 80, to: 100 },
    { label: "B", from: 0, to: 80 },
  ],
  dates: 5,
};

const point = (days: number, value: number | null, edition = "1"): TrendPoint => ({
  at: start + days * day,
  value,
  edition,
});

describe("a trend", () => {
  test("holds each value until the next one", () => {
    const { line, dots } = trendShape([point(0, 0), point(5, 100), point(10, 50)], frame);
    expect(line).toBe("M10 50H60V10H110V30");
    expect(dots).toEqual([
      { x: 10, y: 50, index: 0 },
      { x: 60, y: 10, index: 1 },
      { x: 110, y: 30, index: 2 },
    ]);
  });

  test("breaks where there is no value", () => {
    const { line, dots } = trendShape([point(0, 0), point(5, null), point(10, 50)], frame);
    expect(line).toBe("M10 50M110 30");
    expect(dots.map(({ index }) => index)).toEqual([0, 2]);
  });

  test("says where the rule changed", () => {
    const points = [point(0, 1, "1"), point(5, 1, "2"), point(10, 1, "2")];
    expect(trendShape(points, frame).editions).toEqual([{ x: 60, edition: "2" }]);
  });

  test("has its bands as grounds that meet", () => {
    expect(trendShape([], frame).bands).toEqual([
      { label: "A", y: 10, height: 8 },
      { label: "B", y: 18, height: 32 },
    ]);
  });

  test("of one value stands in the middle", () => {
    expect(trendShape([point(0, 100)], frame).dots).toEqual([{ x: 60, y: 10, index: 0 }]);
  });

  test("of a few hours has a date", () => {
    const shape = trendShape([point(0.5, 100), point(0.75, 100)], frame);
    expect(shape.dots.map(({ x }) => x)).toEqual([47.5, 72.5]);
    expect(shape.dates).toEqual([{ x: 97.5, at: start + day }]);
  });

  test("of nothing is empty", () => {
    expect(trendShape([], frame)).toMatchObject({ line: "", dots: [], dates: [], editions: [] });
  });

  test("never draws outside its margins, nor more dates than asked for", () => {
    const values = fc.array(fc.option(fc.integer({ min: -50, max: 150 })), { maxLength: 40 });
    const steps = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(values, steps, fc.integer({ min: 1, max: 8 }), (given, gaps, dates) => {
        let days = 0;
        const points = given.map((value, index) => {
          days += gaps[index] ?? 1;
          return point(days, value);
        });
        const shape = trendShape(points, { ...frame, dates });
        expect(shape.dates.length).toBeLessThanOrEqual(dates);
        for (const { x, y } of shape.dots) {
          expect(x).toBeGreaterThanOrEqual(10);
          expect(x).toBeLessThanOrEqual(110);
          expect(y).toBeGreaterThanOrEqual(10);
          expect(y).toBeLessThanOrEqual(50);
        }
      }),
    );
  });
});
