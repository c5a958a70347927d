import { csvLines, csvText } from "@sekimori/kit-server/csv";

type Row = readonly (string | number | boolean | null)[];

/** Rows that are read and written together: the event loop has others to serve between two of them. */
const portion = 500;

/**
 * A long list as CSV, read from its beginning in portions.
 *
 * @param most rows at most, without the heading.
 * @param read gives the rows after `last`, at most `count` of them, and where they end.
 * @returns the text, and how many rows it has.
 */
export async function csvInPortions<Place>(
  columns: Row,
  most: number,
  read: (
    last: Place | undefined,
    count: number,
  ) => Promise<{ readonly rows: readonly Row[]; readonly last: Place | undefined }>,
): Promise<{ readonly text: string; readonly count: number }> {
  const parts = [csvText([columns])];
  let count = 0;
  let last: Place | undefined;
  for (;;) {
    const wanted = Math.min(portion, most - count);
    const given = await read(last, wanted);
    parts.push(csvLines(given.rows));
    count += given.rows.length;
    last = given.last;
    if (last === undefined || given.rows.length < wanted || count >= most) break;
  }
  return { text: parts.join(""), count };
}
