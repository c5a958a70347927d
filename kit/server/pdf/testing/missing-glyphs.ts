import { getDocument, OPS } from "pdfjs-dist/legacy/build/pdf.mjs";

interface DrawnGlyph {
  readonly originalCharCode: number;
}

/** Where a document draws its fonts' sign for a missing letter: each as "page 1: 2". */
export async function missingGlyphs(pdf: Uint8Array): Promise<readonly string[]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const opened = await task.promise;
  const found: string[] = [];
  let drawn = 0;
  for (let number = 1; number <= opened.numPages; number++) {
    const page = await opened.getPage(number);
    const { fnArray, argsArray } = await page.getOperatorList();
    const glyphs = fnArray.flatMap((operator, index) =>
      operator === OPS.showText
        ? (argsArray[index][0] as (DrawnGlyph | number | null)[]).filter(
            (one): one is DrawnGlyph => typeof one === "object" && one !== null,
          )
        : [],
    );
    drawn += glyphs.length;
    // Every font's glyph 0 is the one for what it lacks.
    const missing = glyphs.filter(({ originalCharCode }) => originalCharCode === 0).length;
    if (missing > 0) found.push(`page ${number}: ${missing}`);
  }
  await task.destroy();
  if (drawn === 0) throw new Error("The document draws nothing.");
  return found;
}
