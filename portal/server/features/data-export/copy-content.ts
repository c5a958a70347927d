import { z } from "zod";

export const contentSchema = z.object({
  json: z.string(),
  html: z.object({ ja: z.string(), en: z.string() }),
});

/** A copy in its forms: for programs, and as a page in each language. */
export type CopyContent = z.infer<typeof contentSchema>;
