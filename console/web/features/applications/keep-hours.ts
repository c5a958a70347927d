import { formerSecretHours } from "@sekimori/console-contract/constants";
import { z } from "zod";

/** A choice of hours, as a list has it. */
export const keepHoursFormSchema = z.strictObject({
  keepHours: z.string().transform(Number).pipe(z.literal(formerSecretHours)),
});
