import type { Locale } from "@sekimori/kit-contract/locale";
import PDFDocument from "pdfkit";
import { assetPath } from "../installation/installation.ts";
import { ink, type PdfCanvas, pageMargin, quietInk } from "./canvas.ts";
import { type Contents, reserveContents } from "./contents.ts";
import { showEveryScript } from "./every-script.ts";
import { writePageNumbers } from "./page-numbers.ts";
import { type TableColumn, writeTable } from "./table.ts";

export type { PdfCanvas } from "./canvas.ts";
export type { TableColumn } from "./table.ts";

const fonts = { regular: assetPath("fonts/regular.ttf"), bold: assetPath("fonts/bold.ttf") };

export interface PdfOptions {
  readonly title: string;
  readonly author: string;
  /** What this copy is of: a version, a document's number. */
  readonly subject?: string;
  readonly locale: Locale;
  /** Written into the file; the same content with the same moment is the same file. */
  readonly createdAt: Date;
  /** For what is kept for years: also PDF/A-1a (ISO 19005-1), without an outline. */
  readonly archival?: boolean;
}

export interface ParagraphOptions {
  readonly quiet?: boolean;
  readonly strong?: boolean;
  /** Points; 9.5 unless given. */
  readonly size?: number;
  readonly align?: "left" | "right";
}

/**
 * A document as one writes it from top to bottom. Everything is tagged for screen readers, headings
 * make the outline, and text can be searched and copied, Japanese too.
 */
export interface Pdf {
  /** Level 1 is the title, once; level 2 appears in the outline. */
  heading(level: 1 | 2 | 3, text: string): void;
  paragraph(text: string, options?: ParagraphOptions): void;
  /**
   * Parts side by side, each as wide as the others, read from left to right; what follows stands below
   * the longest. They hold headings and paragraphs, and have to fit on the page.
   */
  columns(...parts: readonly (() => void)[]): void;
  /**
   * A table whose head is repeated on every page.
   *
   * @param rows text per column; numbers come as people read them.
   * @param strong the row that all others lead to, from 0.
   */
  table(
    columns: readonly TableColumn[],
    rows: readonly (readonly string[])[],
    strong?: number,
  ): void;
  /**
   * A drawing; a screen reader reads `alternative`.
   *
   * @param height points that it needs; it moves to the next page when they are not left.
   */
  figure(alternative: string, height: number, draw: (canvas: PdfCanvas, top: number) => void): void;
  /** Lines and colours that say nothing; screen readers leave them out. */
  decoration(draw: (canvas: PdfCanvas) => void): void;
  /**
   * A table of contents, here: its level 2 headings are those that follow, with their pages and as
   * links. It begins a page and takes one.
   */
  contents(title: string): void;
  /** Empty space, in points. */
  space(points: number): void;
  pageBreak(): void;
  /** Points between the margins. */
  readonly width: number;
  /** The whole file; nothing can be written afterwards. */
  finish(): Promise<Buffer>;
}

/** Points between two columns. */
const gutter = 24;

const headings = {
  1: { size: 20, tag: "H1", before: 0, after: 8 },
  2: { size: 11.5, tag: "H2", before: 6, after: 4 },
  3: { size: 10, tag: "H3", before: 4, after: 3 },
} as const;

/** A heading alone at the foot of a page belongs to the next one. */
const roomAfterHeading = 90;

/** Begins a document: A4, tagged (PDF/UA's structure), Noto Sans JP embedded as a subset. */
export function createPdf(options: PdfOptions): Pdf {
  const { title, author, subject, locale, createdAt, archival = false } = options;
  const canvas = new PDFDocument({
    size: "A4",
    margin: pageMargin,
    ...(archival ? { pdfVersion: "1.4", subset: "PDF/A-1a" } : { pdfVersion: "1.7" }),
    tagged: true,
    lang: locale,
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: title,
      Author: author,
      CreationDate: createdAt,
      ...(subject === undefined ? {} : { Subject: subject }),
    },
  });
  const chunks: Buffer[] = [];
  canvas.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((done, failed) => canvas.on("end", done).on("error", failed));
  canvas.registerFont("regular", fonts.regular);
  canvas.registerFont("bold", fonts.bold);
  showEveryScript(canvas);
  const width = canvas.page.width - 2 * pageMargin;
  const foot = () => canvas.page.height - pageMargin;
  let contents: Contents | undefined;
  /** Where text stands: between the margins, or in a column. */
  let place = { x: pageMargin, width };

  return {
    width,
    heading(level, text) {
      const { size, tag, before, after } = headings[level];
      if (level > 1 && canvas.y > foot() - roomAfterHeading) canvas.addPage();
      else canvas.y += before;
      if (level === 2) {
        // The library's outline lacks a count that PDF/A asks for.
        if (!archival) canvas.outline.addItem(text);
        contents?.add(text);
      }
      canvas.addStructure(
        canvas.struct(tag, {}, () => {
          canvas.font("bold").fontSize(size).fillColor(ink);
          canvas.text(text, place.x, canvas.y, { width: place.width, paragraphGap: after });
        }),
      );
    },
    paragraph(text, { quiet = false, strong = false, size = 9.5, align = "left" } = {}) {
      canvas.addStructure(
        canvas.struct("P", {}, () => {
          canvas
            .font(strong ? "bold" : "regular")
            .fontSize(size)
            .fillColor(quiet ? quietInk : ink);
          canvas.text(text, place.x, canvas.y, {
            width: place.width,
            lineGap: 3.2,
            paragraphGap: 5,
            align,
          });
        }),
      );
    },
    columns(...parts) {
      const whole = place;
      const top = canvas.y;
      const share = (whole.width - gutter * (parts.length - 1)) / parts.length;
      const ends = parts.map((write, index) => {
        place = { x: whole.x + index * (share + gutter), width: share };
        canvas.y = top;
        write();
        return canvas.y;
      });
      place = whole;
      canvas.x = whole.x;
      canvas.y = Math.max(...ends);
    },
    table: (columns, rows, strong) => writeTable(canvas, { columns, rows, width, foot, strong }),
    figure(alternative, height, draw) {
      if (canvas.y > foot() - height) canvas.addPage();
      const top = canvas.y;
      canvas.addStructure(
        canvas.struct("Figure", { alt: alternative }, () => {
          canvas.save();
          draw(canvas, top);
          canvas.restore();
        }),
      );
      canvas.x = pageMargin;
      canvas.y = top + height;
    },
    decoration(draw) {
      canvas.markContent("Artifact", { type: "Layout" });
      canvas.save();
      draw(canvas);
      canvas.restore();
      canvas.endMarkedContent();
    },
    contents(heading) {
      contents = reserveContents(canvas, heading, width);
    },
    space(points) {
      canvas.y += points;
    },
    pageBreak: () => void canvas.addPage(),
    async finish() {
      contents?.write();
      writePageNumbers(canvas);
      canvas.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}
