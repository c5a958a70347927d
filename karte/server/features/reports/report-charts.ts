import { formatMonthInYear } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import type { PdfCanvas } from "@sekimori/kit-server/pdf";
import type { MonthEnd } from "./month-ends.ts";
import type { HistoryPoint, ReportFigures } from "./report-figures.ts";

const ink = "#1b1f27";
const quiet = "#7b808a";
const rule = "#dedbd3";
const key = "#1d3f70";
const warm = "#b4552d";
const pale = "#a9bbd4";

export const chartHeight = 150;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Room for figures at the left and days beneath. */
const inner = (left: number, top: number, width: number): Box => ({
  left: left + 28,
  top: top + 8,
  width: width - 36,
  height: chartHeight - 36,
});

function label(canvas: PdfCanvas, text: string, x: number, y: number, align: "left" | "right") {
  const width = 80;
  canvas.font("regular").fontSize(7.5).fillColor(quiet);
  canvas.text(text, align === "left" ? x : x - width, y, { width, align, lineBreak: false });
}

function grid(canvas: PdfCanvas, box: Box, values: readonly number[], most: number): void {
  for (const value of values) {
    const y = box.top + box.height * (1 - value / most);
    canvas
      .moveTo(box.left, y)
      .lineTo(box.left + box.width, y)
      .lineWidth(0.5)
      .stroke(rule);
    label(canvas, String(value), box.left - 6, y - 5, "right");
  }
}

const dayNumber = (day: string) => Date.parse(day) / dayMs;

/** The score over the period; where the rules of the score changed stands a line of its own. */
export function drawScore(
  canvas: PdfCanvas,
  place: { readonly left: number; readonly top: number; readonly width: number },
  history: readonly HistoryPoint[],
  { from, to }: { readonly from: string; readonly to: string },
  versionMark: string,
): void {
  const box = inner(place.left, place.top, place.width);
  grid(canvas, box, [0, 25, 50, 75, 100], 100);
  const span = Math.max(1, dayNumber(to) - dayNumber(from));
  const x = (day: string) => box.left + (box.width * (dayNumber(day) - dayNumber(from))) / span;
  const y = (score: number) => box.top + box.height * (1 - score / 100);
  const known = history.flatMap(({ day, score, scoreVersion }) =>
    score === null ? [] : [{ day, score, scoreVersion }],
  );
  known.forEach((point, index) => {
    const before = known[index - 1];
    if (before && before.scoreVersion !== point.scoreVersion) {
      canvas.moveTo(x(point.day), box.top).lineTo(x(point.day), box.top + box.height);
      canvas.lineWidth(0.7).dash(2, { space: 2 }).stroke(quiet).undash();
      label(canvas, versionMark, x(point.day) + 3, box.top, "left");
    }
  });
  known.forEach(({ day, score }, index) => {
    if (index === 0) canvas.moveTo(x(day), y(score));
    else canvas.lineTo(x(day), y(score));
  });
  if (known.length > 1) canvas.lineWidth(1.6).lineJoin("round").stroke(key);
  for (const { day, score } of known) canvas.circle(x(day), y(score), 1.8).fill(key);
  label(canvas, from, box.left, box.top + box.height + 8, "left");
  label(canvas, to, box.left + box.width, box.top + box.height + 8, "right");
  const last = known.at(-1);
  if (last) {
    const above = y(last.score) - 14;
    canvas.font("bold").fontSize(9).fillColor(ink);
    canvas.text(String(last.score), Math.min(x(last.day) - 10, box.left + box.width - 20), above, {
      width: 20,
      align: "center",
      lineBreak: false,
    });
  }
}

const yearHeight = 82;

/**
 * How the months ended: a bar as high as the score, with the grade above it, and a broken line where other rules
 * began.
 */
export function drawYear(
  canvas: PdfCanvas,
  place: { readonly left: number; readonly top: number; readonly width: number },
  months: readonly MonthEnd[],
  language: Locale,
): void {
  const slot = place.width / months.length;
  const bar = slot / 2;
  const foot = place.top + yearHeight - 22;
  const most = yearHeight - 48;
  const write = (text: string, index: number, y: number) =>
    canvas.text(text, place.left + slot * index, y, {
      width: slot,
      align: "center",
      lineBreak: false,
    });
  canvas
    .moveTo(place.left, foot)
    .lineTo(place.left + place.width, foot)
    .lineWidth(0.5)
    .stroke(rule);
  months.forEach(({ month, score, grade, isOtherRules }, index) => {
    if (isOtherRules) {
      const x = place.left + slot * index;
      canvas.moveTo(x, place.top + 12).lineTo(x, foot);
      canvas.lineWidth(0.7).dash(2, { space: 2 }).stroke(quiet).undash();
    }
    if (score !== null && grade !== null) {
      const height = Math.max(1, (most * score) / 100);
      const isLast = index === months.length - 1;
      canvas.rect(place.left + slot * index + (slot - bar) / 2, foot - height, bar, height);
      canvas.fill(isLast ? key : pale);
      canvas.font("bold").fontSize(8).fillColor(ink);
      write(grade, index, foot - height - 11);
    }
    const [year = "", number] = month.split("-");
    canvas.font("regular").fontSize(6.5).fillColor(quiet);
    write(formatMonthInYear(`${month}-01`, language), index, foot + 4);
    if (index === 0 || number === "01") write(year, index, foot + 13);
  });
}

/** New and mended findings by week, beside each other; told apart by form too. */
export function drawWeeks(
  canvas: PdfCanvas,
  place: { readonly left: number; readonly top: number; readonly width: number },
  weeks: ReportFigures["weeks"],
  words: { readonly appeared: string; readonly closed: string },
): void {
  const box = inner(place.left, place.top + 12, place.width);
  const most = Math.max(4, ...weeks.flatMap(({ appeared, closed }) => [appeared, closed]));
  const top = Math.ceil(most / 4) * 4;
  grid(canvas, box, [0, top / 2, top], top);
  const slot = box.width / Math.max(1, weeks.length);
  const bar = Math.min(14, slot / 3);
  const height = (count: number) => (box.height * count) / top;
  weeks.forEach(({ appeared, closed }, index) => {
    const middle = box.left + slot * (index + 0.5);
    const foot = box.top + box.height;
    canvas.rect(middle - bar - 1, foot - height(appeared), bar, height(appeared)).fill(warm);
    // Open bars for what was mended: on a printer without colour they differ as well.
    if (closed > 0) {
      canvas
        .rect(middle + 1.5, foot - height(closed) + 0.5, bar - 1, height(closed) - 0.5)
        .lineWidth(1)
        .stroke(key);
    }
  });
  const first = weeks[0];
  const last = weeks.at(-1);
  const under = box.top + box.height + 8;
  if (first) label(canvas, first.from, box.left, under, "left");
  if (last && last !== first) label(canvas, last.from, box.left + box.width, under, "right");
  canvas.rect(box.left, place.top + 2, 8, 8).fill(warm);
  label(canvas, words.appeared, box.left + 12, place.top, "left");
  canvas
    .rect(box.left + 80.5, place.top + 2.5, 7, 7)
    .lineWidth(1)
    .stroke(key);
  label(canvas, words.closed, box.left + 92, place.top, "left");
}
