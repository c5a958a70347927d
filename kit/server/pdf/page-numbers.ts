import { type PdfCanvas, quietInk } from "./canvas.ts";

/** Writes "3 / 12" at every page's foot, as decoration that no screen reader reads. */
export function writePageNumbers(canvas: PdfCanvas): void {
  const { start, count } = canvas.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    canvas.switchToPage(start + index);
    // Below the bottom margin pdfkit would begin a new page; the margin is lifted for one line.
    const { margins, width, height } = canvas.page;
    const { bottom, left, right } = margins;
    margins.bottom = 0;
    canvas.markContent("Artifact", { type: "Pagination" });
    canvas
      .font("regular")
      .fontSize(8)
      .fillColor(quietInk)
      .text(`${index + 1} / ${count}`, left, height - 40, {
        width: width - left - right,
        align: "center",
        lineBreak: false,
      });
    canvas.endMarkedContent();
    margins.bottom = bottom;
  }
}
