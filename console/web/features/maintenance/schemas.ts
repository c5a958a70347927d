import {
  maintenanceMinutesSchema,
  maintenanceReasonSchema,
} from "@sekimori/console-contract/fields";
import { z } from "zod";

/** The end is chosen from a list; an empty choice has none. */
export const startFormSchema = z.strictObject({
  reasonJa: maintenanceReasonSchema,
  reasonEn: maintenanceReasonSchema,
  minutes: z
    .string()
    .transform((text) => (text === "" ? null : Number(text)))
    .pipe(maintenanceMinutesSchema),
});
