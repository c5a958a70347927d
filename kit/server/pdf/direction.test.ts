import { expect, test } from "vitest";
import { inVisualOrder } from "./direction.ts";
import type { Face } from "./runs.ts";

const face = {} as Face;
const drawn = (text: string) =>
  inVisualOrder([{ face, text, drawn: text }]).map((run) => run.drawn);

// Words from right to left are turned by the font library: they stand here as they are written.
test.each([
  ["no such word", "Sekimori 12", ["Sekimori 12"]],
  ["words", "שלום עולם", ["עולם", " ", "שלום"]],
  ["a number, which goes on from left to right", "לוי 1998", ["1998", " ", "לוי"]],
  ["brackets, mirrored", "לוי (א) ב", ["ב", " ", ")", "א", "(", " ", "לוי"]],
  ["words of both directions", "Levi לוי Ltd", ["Levi ", "לוי", " Ltd"]],
  ["Persian digits, which the library would turn", "الف ۱۲", ["۲۱", " ", "الف"]],
])("%s", (_, text, order) => {
  const parts = drawn(text);
  expect(parts.join("|").replace(/\|?([()])\|?/g, "|$1|")).toBe(
    order.join("|").replace(/\|?([()])\|?/g, "|$1|"),
  );
});
