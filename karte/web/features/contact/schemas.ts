import { z } from "zod";

export const contactSchema = z.object({
  subject: z.string().trim().min(1).max(200),
  text: z.string().trim().min(1).max(5_000),
  withState: z.boolean(),
});
