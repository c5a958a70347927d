import { scaleLinear, scaleUtc } from "d3-scale";

/** One value of a trend; null where there was none to give. */
export interface TrendPoint {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly value: number | null;
  /** The rule by which the value was made: where it changes, the chart says so. */
  readonly edition: string;
}

/** A range of values with a name, drawn as a ground: `from` is in it, `to` is not, but for the last. */
export interface TrendBand {
  readonly label: string;
  readonly from: number;
  readonly to: number;
}

export interface TrendFrame {
  /** Of the whole drawing, in its own units (pixels on a screen, points on paper). */
  readonly width: number;
  readonly height: number;
  /** Room around the marks for what is written there. */
  readonly margin: {
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly left: number;
  };
  /** The values at the bottom and at the top. */
  readonly values: readonly [number, number];
  readonly bands: readonly TrendBand[];
  /** At most so many dates below, or fewer. */
  readonly dates: number;
}

/** A trend as places on paper: whoever draws it decides how lines and words look. */
export interface TrendShape {
  /** The line's `d`: a value holds until the next one; it breaks where there is none. */
  readonly line: string;
  /** The places of the values, in their order. */
  readonly dots: readonly { readonly x: number; readonly y: number; readonly index: number }[];
  readonly bands: readonly {
    readonly label: string;
    readonly y: number;
    readonly height: number;
  }[];
  readonly dates: readonly { readonly x: number; readonly at: number }[];
  /** Where a new edition begins, but for the first. */
  readonly editions: readonly { readonly x: number; readonly edition: string }[];
}

const dayMs = 86_400_000;
const round = (value: number) => Math.round(value * 10) / 10;

/** The range of time, of a day at least, so that it has a date: what is shorter stands in the middle. */
function rangeOf(points: readonly TrendPoint[]): [number, number] {
  const first = points[0]?.at ?? 0;
  const last = points.at(-1)?.at ?? 0;
  const middle = (first + last) / 2;
  return last - first < dayMs ? [middle - dayMs / 2, middle + dayMs / 2] : [first, last];
}

/** Lays out a trend. @param points in rising order of time. */
export function trendShape(points: readonly TrendPoint[], frame: TrendFrame): TrendShape {
  const { width, height, margin, values, bands } = frame;
  const x = scaleUtc(rangeOf(points), [margin.left, width - margin.right]);
  const y = scaleLinear(values, [height - margin.bottom, margin.top]).clamp(true);
  const place = (point: TrendPoint) => round(x(point.at));

  const dots: { x: number; y: number; index: number }[] = [];
  const editions: { x: number; edition: string }[] = [];
  const line: string[] = [];
  let isDrawing = false;
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    if (before && before.edition !== point.edition) {
      editions.push({ x: place(point), edition: point.edition });
    }
    if (point.value === null) {
      isDrawing = false;
      continue;
    }
    const dot = { x: place(point), y: round(y(point.value)), index };
    line.push(isDrawing ? `H${dot.x}V${dot.y}` : `M${dot.x} ${dot.y}`);
    isDrawing = true;
    dots.push(dot);
  }
  return {
    line: line.join(""),
    dots,
    bands: bands.map(({ label, from, to }) => ({
      label,
      y: round(y(to)),
      height: round(y(from) - y(to)),
    })),
    dates: points.length === 0 ? [] : datesOf(x, frame.dates),
    editions,
  };
}

/** Round dates, thinned where the scale gives more than there is room for. */
function datesOf(x: ReturnType<typeof scaleUtc<number>>, most: number) {
  const ticks = x.ticks(most).filter((tick) => tick.getTime() % dayMs === 0);
  const step = Math.max(1, Math.ceil(ticks.length / most));
  return ticks
    .filter((_, index) => index % step === 0)
    .map((tick) => ({ x: round(x(tick)), at: tick.getTime() }));
}
