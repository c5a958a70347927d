import { expect, test } from "vitest";
import { readTable } from "./read-table.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const cells = (bytes: Uint8Array) => readTable(bytes).rows.map((row) => row.cells);

/** 「株式会社,日本」 and a line break in Shift_JIS. */
const shiftJis = new Uint8Array([
  0x8a, 0x94, 0x8e, 0xae, 0x89, 0xef, 0x8e, 0xd0, 0x2c, 0x93, 0xfa, 0x96, 0x7b, 0x0d, 0x0a,
]);

test("reads UTF-8 with and without its mark, and Shift_JIS", () => {
  expect(cells(utf8("name,label\nexample.jp,本社\n"))).toEqual([
    ["name", "label"],
    ["example.jp", "本社"],
  ]);
  expect(cells(utf8("\ufeffname\nexample.jp"))[0]).toEqual(["name"]);
  expect(readTable(shiftJis)).toMatchObject({ encoding: "shift_jis", separator: "comma" });
  expect(cells(shiftJis)).toEqual([["株式会社", "日本"]]);
});

test("UTF-16 is known by its mark, in either order, as spreadsheets write it", () => {
  const text = "name\tlabel\r\na.jp\t本社";
  const little = Buffer.from(`\ufeff${text}`, "utf16le");
  expect(readTable(little)).toMatchObject({ encoding: "utf-16le", separator: "tab" });
  expect(cells(little)[1]).toEqual(["a.jp", "本社"]);
  const big = Buffer.from(little).swap16();
  expect(readTable(big)).toMatchObject({ encoding: "utf-16be", separator: "tab" });
  expect(cells(big)[1]).toEqual(["a.jp", "本社"]);
});

/** 「本社」 in EUC-JP, which is Shift_JIS of half-width letters too. */
const eucJp = new Uint8Array([0xcb, 0xdc, 0xbc, 0xd2]);
/** 「日本」 in EUC-JP, which is nothing else. */
const onlyEucJp = new Uint8Array([0xc6, 0xfc, 0xcb, 0xdc]);

test("the encoding that is chosen is the one that is read, whatever the guess would be", () => {
  expect(cells(onlyEucJp)).toEqual([["日本"]]);
  expect(readTable(eucJp).encoding).toBe("shift_jis");
  expect(readTable(eucJp, "euc-jp")).toMatchObject({
    encoding: "euc-jp",
    rows: [{ row: 1, cells: ["本社"] }],
  });
  expect(readTable(utf8("a.jp,本社"), "shift_jis").rows[0]?.cells[1]).not.toBe("本社");
  // What cannot be read so is said, and not guessed again.
  expect(() => readTable(shiftJis, "utf-8")).toThrow("FileUnreadable");
});

test("reads tabs, lists of names and quoted line breaks, and counts rows as a spreadsheet does", () => {
  expect(cells(utf8("name\tlabel\na.jp\tx, y"))[1]).toEqual(["a.jp", "x, y"]);
  expect(readTable(utf8("a.jp\r\nb.jp\r\n"))).toMatchObject({ separator: "line" });
  expect(readTable(utf8('name,label\n"a.jp","two\nlines"\nb.jp,c')).rows.at(-1)).toEqual({
    row: 3,
    cells: ["b.jp", "c"],
  });
});

test.each([
  [
    "name;label\na.jp;x, y",
    "semicolon",
    [
      ["name", "label"],
      ["a.jp", "x, y"],
    ],
  ],
  [
    'name;groups\na.jp;"東京;大阪"',
    "semicolon",
    [
      ["name", "groups"],
      ["a.jp", "東京;大阪"],
    ],
  ],
  [
    "name,groups\na.jp,東京;大阪",
    "comma",
    [
      ["name", "groups"],
      ["a.jp", "東京;大阪"],
    ],
  ],
  ['"a;b",c', "comma", [["a;b", "c"]]],
  [
    "sep=;\r\nname;label\r\na.jp;x",
    "semicolon",
    [
      ["name", "label"],
      ["a.jp", "x"],
    ],
  ],
  [
    "\ufeffsep=,\nname,label\na.jp,x;y",
    "comma",
    [
      ["name", "label"],
      ["a.jp", "x;y"],
    ],
  ],
  ["SEP=\t\nname\tlabel", "tab", [["name", "label"]]],
  ["a.jp\nb.jp;c.jp", "semicolon", [["a.jp"], ["b.jp", "c.jp"]]],
])("%j is read with its separator: %s", (text, separator, rows) => {
  expect(readTable(utf8(text)).separator).toBe(separator);
  expect(cells(utf8(text))).toEqual(rows);
});

test("a line that names its separator is no row", () => {
  expect(readTable(utf8("sep=;\nname;label\na.jp;x")).rows.map(({ row }) => row)).toEqual([1, 2]);
});

test.each([
  ["an open quotation mark", utf8('name\n"a.jp\nb.jp'), "quotes"],
  ["bytes of no encoding", new Uint8Array([0x61, 0xff, 0xfe, 0x80]), "encoding"],
  ["nothing", utf8(" \n \n"), "empty"],
  ["10,002 rows", utf8("a.jp\n".repeat(10_002)), "too-many-rows"],
  ["a thousand columns", utf8(`${"a,".repeat(1_000)}b`), "too-many-columns"],
  ["a row without an end", utf8(`name\n${"a".repeat(1024 * 1024)}`), "quotes"],
  ["a quotation that holds everything", utf8(`name\n"${"a\n".repeat(1024 * 1024)}"`), "quotes"],
  ["five megabytes", new Uint8Array(5 * 1024 * 1024).fill(0x61), "too-large"],
])("%s is refused: %s", (_, bytes, reason) => {
  expect(() => readTable(bytes)).toThrowError(
    expect.objectContaining({ type: "FileUnreadable", data: expect.objectContaining({ reason }) }),
  );
});
