import { z } from "zod";

export const noteSchema = z.strictObject({ text: z.string().trim().min(1).max(200) });
