import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { letterRanges } from "@sekimori/kit-contract/letters-table";
import { expect, onTestFinished, test } from "vitest";
import { createPdf } from "./pdf.ts";
import { documentLetters } from "./testing/document-letters.ts";
import { missingGlyphs } from "./testing/missing-glyphs.ts";
import { namesByScript } from "./testing/names-by-script.ts";

const run = promisify(execFile);
const hasPoppler = spawnSync("which", ["pdftotext"]).status === 0;

/** A document with a text as heading, as paragraph, and in both kinds of a table's columns. */
async function documentOf(texts: readonly string[]): Promise<Buffer> {
  const pdf = createPdf({
    title: "Names",
    author: "Example Ltd",
    locale: "en",
    createdAt: new Date("2026-11-01T00:00:00Z"),
    archival: true,
  });
  for (const text of texts) {
    pdf.heading(3, text);
    pdf.paragraph(text);
  }
  pdf.table(
    [{ header: "left" }, { header: "right", align: "right" }],
    texts.map((text) => [text, text]),
  );
  return pdf.finish();
}

/** What another program finds; its own marks of direction stand around what it turned. */
async function readBack(pdf: Buffer): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "scripts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "names.pdf");
  writeFileSync(file, pdf);
  const { stdout } = await run("pdftotext", [file, "-"]);
  return stdout.replace(/[\u202a-\u202e]/g, "");
}

const names = Object.entries(namesByScript);

test("names of more than twenty scripts are shown, and no letter is a crossed box", async () => {
  expect(names.length).toBeGreaterThan(20);
  expect(await missingGlyphs(await documentOf(Object.values(namesByScript)))).toEqual([]);
});

test.skipIf(!hasPoppler).each(names)("%s is read back as it was written: %s", async (_, name) => {
  const text = await readBack(await documentOf([name]));
  expect(text.split(name).length - 1, text).toBe(4);
});

test("a letter that no font has is shown as one that is missing, and keeps its place", async () => {
  const pdf = await documentOf(["a\u{12000}b"]);
  expect(await missingGlyphs(pdf)).toEqual([]);
  if (hasPoppler) expect(await readBack(pdf)).toContain("a\u{12000}b");
});

test.skipIf(!hasPoppler).each([
  ["Thai between words", "ธนาคารแห่งประเทศไทย".repeat(6)],
  ["astral letters whole", "𠮷野家".repeat(40)],
  ["emoji whole", "👩‍💻".repeat(60)],
  ["Korean", "홍길동".repeat(40)],
])("a word without an end is divided: %s", async (_, text) => {
  const pdf = await documentOf([text]);
  expect(await missingGlyphs(pdf)).toEqual([]);
  expect((await readBack(pdf)).replace(/\s/g, "")).toContain(text);
});

test("the letters that a name may have are those that the fonts have", () => {
  // After a change of fonts: node kit/server/pdf/write-letters.ts
  expect(letterRanges).toBe(documentLetters());
});
