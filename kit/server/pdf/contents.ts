import { ink, type PdfCanvas, pageMargin, quietInk } from "./canvas.ts";

/** A page that is filled when the pages of all headings are known. */
export interface Contents {
  /** Notes a heading at the place where the document is now. */
  add(text: string): void;
  write(): void;
}

interface Line {
  readonly text: string;
  readonly target: string;
  /** Counted from 0. */
  readonly page: number;
}

const lineHeight = 24;

/** Begins a page for the table of contents, and the next one for what follows. */
export function reserveContents(canvas: PdfCanvas, heading: string, width: number): Contents {
  canvas.addPage();
  const page = canvas.bufferedPageRange().count - 1;
  canvas.addStructure(
    canvas.struct("H2", {}, () => {
      canvas.font("bold").fontSize(15).fillColor(ink);
      canvas.text(heading, pageMargin, canvas.y, { width, paragraphGap: 14 });
    }),
  );
  const top = canvas.y;
  const list = canvas.struct("TOC");
  canvas.addStructure(list);
  canvas.addPage();
  const lines: Line[] = [];

  const writeLine = ({ text, target, page: at }: Line, y: number) => {
    const item = canvas.struct("TOCI");
    list.add(item);
    item.add(
      canvas.struct("Reference", {}, () => {
        canvas.font("regular").fontSize(11).fillColor(ink);
        canvas.text(text, pageMargin, y, { width: width - 60, goTo: target });
        canvas.text(String(at + 1), pageMargin, y, { width, align: "right", goTo: target });
      }),
    );
    item.end();
    canvas.markContent("Artifact", { type: "Layout" });
    canvas
      .moveTo(pageMargin, y + lineHeight - 6)
      .lineTo(pageMargin + width, y + lineHeight - 6)
      .lineWidth(0.5)
      .stroke(quietInk);
    canvas.endMarkedContent();
  };

  return {
    add(text) {
      const target = `heading-${lines.length}`;
      canvas.addNamedDestination(target, "XYZ", null, canvas.y, null);
      lines.push({ text, target, page: canvas.bufferedPageRange().count - 1 });
    },
    write() {
      canvas.switchToPage(page);
      lines.forEach((line, index) => {
        writeLine(line, top + index * lineHeight);
      });
      list.end();
    },
  };
}
