import { trendShape } from "@sekimori/kit-charts/trend";
import { describe, expect, it } from "vitest";
import { labelPlace } from "./label-place.ts";

const frame = {
  width: 640,
  height: 220,
  margin: { top: 16, right: 44, bottom: 28, left: 8 },
  values: [0, 100],
  bands: [],
  dates: 4,
} as const;

/** The text's foot below (or, negative, above) the end of a line of one value a day. */
function offsetOf(...values: readonly (number | null)[]) {
  const points = values.map((value, day) => ({ at: day * 86_400_000, value, edition: "1" }));
  const { dots } = trendShape(points, frame);
  return Math.round(labelPlace(dots, frame) - (dots.at(-1)?.y ?? 0));
}

describe("the place of the last score", () => {
  it.each([
    ["a single value: above", [70], -10],
    ["level: above", [70, 70], -10],
    ["risen: above", [40, 70], -10],
    ["fallen: above, clear of the line it fell from", [95, 40], -10],
    ["fallen a little: below, for the line is above", [76, 70], 20],
    ["at the upper edge: below", [100, 100], 20],
    ["risen a little to the upper edge: below the line it came from", [92, 99], 34],
    ["at the bottom: above the dates", [0, 0], -10],
    ["fallen a little to the bottom: above the line it fell from", [6, 0], -24],
    ["after a gap", [70, null, 70], -10],
  ] as const)("%s", (_, values, offset) => {
    expect(offsetOf(...values)).toBe(offset);
  });

  it("stays inside the drawing and off the level it came from, from any score to any other", () => {
    const wrong: string[] = [];
    for (let from = 0; from <= 100; from += 1) {
      for (let to = 0; to <= 100; to += 1) {
        const { dots } = trendShape(
          [from, to].map((value, day) => ({ at: day * 86_400_000, value, edition: "1" })),
          frame,
        );
        const foot = labelPlace(dots, frame);
        const level = dots[0]?.y ?? 0;
        const isInside = foot - 12 >= 0 && foot <= 192;
        const isOff = level < foot - 12 || level > foot + 3;
        if (!isInside || !isOff) wrong.push(`${from} to ${to}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
