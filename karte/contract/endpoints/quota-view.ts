import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";

/** A quota and its use in the present month. */
export const quotaSchema = z.object({
  /** Null for a plan without a count. */
  limit: z.int().nullable(),
  used: z.int(),
  renewsAt: momentSchema,
});
export type Quota = z.infer<typeof quotaSchema>;
