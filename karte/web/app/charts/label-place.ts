import type { TrendFrame, TrendShape } from "@sekimori/kit-charts/trend";

/** The score's box in pixels: three bold figures, and the gap to the line's end at their right. */
const text = { width: 28, gap: 8, above: 12, below: 3 };

/** Places of the text's foot from the line's end, the nearest and most usual first. */
const offsets = [-10, 20, -24, 34, -38, 48];

/**
 * Where the foot of the last value's text stands, left of the line's end: above it, or where the
 * line or the drawing's edge is in the way, below it or farther off.
 */
export function labelPlace(
  dots: TrendShape["dots"],
  { height, margin }: Pick<TrendFrame, "height" | "margin">,
): number {
  const end = dots.at(-1);
  if (!end) return 0;
  const right = end.x - text.gap;
  const left = right - text.width;
  // A value holds until the next one: what the line covers between the text's sides.
  const covered = dots.slice(1).flatMap((dot, index) => {
    const before = dots[index] ?? dot;
    const level = before.x < right && dot.x > left ? [[before.y, before.y] as const] : [];
    const step = [Math.min(before.y, dot.y), Math.max(before.y, dot.y)] as const;
    return dot.x > left && dot.x < right ? [...level, step] : level;
  });
  const isFree = (foot: number) =>
    foot - text.above >= 0 &&
    foot + text.below <= height - margin.bottom &&
    covered.every(([top, bottom]) => bottom < foot - text.above || top > foot + text.below);
  const offset = offsets.find((each) => isFree(end.y + each));
  return end.y + (offset ?? (end.y < height / 2 ? 20 : -10));
}
