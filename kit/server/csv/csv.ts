/** What a spreadsheet takes for the beginning of a formula, also behind white space. */
const formula = /^[\s\u3000]*[=+\-@|\t\r\n＝＋－＠]/u;

/**
 * Marks that Shift_JIS as Windows knows it lacks, and those that it has in their place: a spreadsheet
 * that saves the file in it would lose them.
 */
const spreadsheetMarks: Readonly<Record<string, string>> = {
  "\u301c": "\uff5e",
  "\u2212": "\uff0d",
  "\u2016": "\u2225",
};

/**
 * One cell: in quotes where it needs them, and with an apostrophe in front where a spreadsheet
 * would calculate it. NULs and other control characters are left out.
 */
export function csvCell(value: string | number | boolean | null): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const clean = value
    .replace(/\p{Cc}/gu, (mark) => (/[\t\r\n]/.test(mark) ? mark : ""))
    .replace(/[\u301c\u2212\u2016]/g, (mark) => spreadsheetMarks[mark] ?? mark);
  const safe = formula.test(clean) ? `'${clean}` : clean;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

type Rows = readonly (readonly (string | number | boolean | null)[])[];

/** Lines of a table as CSV, which end as RFC 4180 says; what a table is continued with. */
export function csvLines(rows: Rows): string {
  return rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

/** A table as CSV for spreadsheets: UTF-8 with its mark. */
export function csvText(rows: Rows): string {
  return `\ufeff${csvLines(rows)}`;
}
