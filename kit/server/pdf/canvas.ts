import type PDFDocument from "pdfkit";

/** pdfkit's own document, for drawings. */
export type PdfCanvas = InstanceType<typeof PDFDocument>;

/** Points; the same on all four sides. */
export const pageMargin = 62;

export const ink = "#1a1a1c";
export const quietInk = "#626264";
