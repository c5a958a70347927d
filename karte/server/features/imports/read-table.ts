import { importBytesMost, importRowsMost } from "@sekimori/karte-contract/constants";
import { type ImportEncoding, importEncodings } from "@sekimori/karte-contract/words";
import { AppError } from "@sekimori/kit-server/errors";
import { CsvError, parse } from "csv-parse/sync";

export interface Table {
  readonly encoding: ImportEncoding;
  readonly separator: "comma" | "semicolon" | "tab" | "line";
  /** Rows with the number that a spreadsheet gives them. Empty rows are left out. */
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[];
}

/** Cells of a row, and characters of a cell, that are read; what is longer is refused later. */
const columnsMost = 20;

function refuse(reason: string, row?: number): AppError {
  return new AppError("FileUnreadable", {
    data: { reason, ...(row === undefined ? {} : { row }) },
  });
}

function decoded(bytes: Uint8Array, encoding: Table["encoding"]): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A mark at the beginning says it; only a file that has one is taken for UTF-16. */
function markedEncoding([first, second]: Uint8Array): ImportEncoding | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/**
 * As it is said; else as its mark says; else UTF-8 (the decoder drops its mark) if it is, then
 * Shift_JIS, as Japanese spreadsheets write it. Much EUC-JP can be read as Shift_JIS too: what one sees
 * is wrong then, and one chooses.
 */
function decode(
  bytes: Uint8Array,
  chosen: ImportEncoding | undefined,
): { text: string; encoding: ImportEncoding } {
  if (bytes.length > importBytesMost) throw refuse("too-large");
  const said = chosen ?? markedEncoding(bytes);
  const tried = said ? [said] : importEncodings.filter((one) => !one.startsWith("utf-16"));
  for (const encoding of tried) {
    const text = decoded(bytes, encoding);
    if (text !== undefined) return { text, encoding };
  }
  throw refuse("encoding");
}

type Delimited = Exclude<Table["separator"], "line">;

const delimiters = { comma: ",", semicolon: ";", tab: "\t" } as const satisfies Readonly<
  Record<Delimited, string>
>;

/** A first line "sep=;", as some spreadsheets write it: it names the separator and is no row. */
function statedSeparator(text: string): { separator: Delimited; rest: string } | undefined {
  const [line, mark] = /^sep=([,;\t])(?:\r\n|[\r\n]|$)/i.exec(text) ?? [];
  const found = (Object.keys(delimiters) as Delimited[]).find((name) => delimiters[name] === mark);
  return line === undefined || found === undefined
    ? undefined
    : { separator: found, rest: text.slice(line.length) };
}

/**
 * A file with tabs before its first line's end is tab-separated. Semicolons stand between the cells
 * where the first line has no comma, as spreadsheets write where a comma is part of numbers; with commas
 * they stand between groups of one cell. A list of names has none of these.
 */
function separatorOf(text: string): Table["separator"] {
  const first = (/^[^\r\n]*/.exec(text.trimStart())?.[0] ?? "").replaceAll(/"[^"]*"/g, "");
  if (first.includes("\t")) return "tab";
  if (first.includes(";") && !first.includes(",")) return "semicolon";
  if (text.includes(",")) return "comma";
  return text.includes(";") ? "semicolon" : "line";
}

/**
 * Reads a file or pasted text as a table: commas, semicolons, tabs or one name a line, with quoted cells
 * that may hold line breaks.
 *
 * @param chosen how its characters are written; guessed unless given.
 * @throws AppError FileUnreadable with data.reason: too-large, encoding, quotes, too-many-rows,
 *   too-many-columns, empty
 */
export function readTable(bytes: Uint8Array, chosen?: ImportEncoding): Table {
  const { text: whole, encoding } = decode(bytes, chosen);
  const stated = statedSeparator(whole);
  const text = stated?.rest ?? whole;
  const separator = stated?.separator ?? separatorOf(text);
  let lines: string[][];
  try {
    lines = parse(text, {
      bom: true,
      delimiter: separator === "line" ? "," : delimiters[separator],
      relax_column_count: true,
      relax_quotes: false,
      skip_empty_lines: true,
      max_record_size: 64 * 1024,
      to: importRowsMost + 2,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refuse("quotes", (error as CsvError & { lines?: number }).lines);
  }
  if (lines.length > importRowsMost + 1) throw refuse("too-many-rows");
  const rows = lines.map((cells, index) => ({ row: index + 1, cells }));
  const wide = rows.find(({ cells }) => cells.length > columnsMost);
  if (wide) throw refuse("too-many-columns", wide.row);
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (filled.length === 0) throw refuse("empty");
  return { encoding, separator, rows: filled };
}
