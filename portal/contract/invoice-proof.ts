import { z } from "zod";

/** By what a document is recognised: its number, and its hash in whatever case it was typed. */
export const invoiceProofSchema = z.strictObject({
  number: z.string().trim().max(20),
  /** SHA-256 in hex: printed on the document, or of the PDF file itself. */
  hash: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/),
});
