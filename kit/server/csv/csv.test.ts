import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { csvCell, csvText } from "./csv.ts";

test.each(["=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", " =1", "\t=1", "\r=1", "＝1", "|x"])(
  "%j leaves as text and not as a formula",
  (given) => {
    const [[cell] = []] = parse(csvCell(given), { relax_quotes: true }) as string[][];
    expect(cell?.startsWith("'")).toBe(true);
  },
);

/** Without control characters, which no cell keeps. */
const printable = (text: string) =>
  [...text]
    .filter((character) => !/\p{Cc}/u.test(character) || /[\t\r\n]/.test(character))
    .join("");

test("what is written is read back as the same cells, but for the apostrophe", () => {
  const cell = fc.string().map(printable);
  const row = fc.array(cell, { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), (rows) => {
      const back = parse(csvText(rows), { bom: true, relax_column_count: true }) as string[][];
      expect(back.length).toBe(rows.length);
      for (const [index, cells] of back.entries()) {
        for (const [column, text] of cells.entries()) {
          const given = rows[index]?.[column];
          expect([given, `'${given}`]).toContain(text);
          expect(text).not.toMatch(/^[\s\u3000]*[=+\-@|]/);
        }
      }
    }),
  );
});
