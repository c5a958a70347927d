import { z } from "zod";
import { momentSchema } from "./field-schemas.ts";

/** A quota and its use in the present month. */
export const quotaSchema = z.object({
  /** Null for a plan without a count. */
  limit: z.int().nullable(),
  used: z.int(),
  renewsAt: momentSchema,
});
export type Quota = z.infer<typeof quotaSchema>;
