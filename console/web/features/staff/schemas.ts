import { appointmentBodySchema, reasonSchema } from "@sekimori/console-contract/fields";
import { z } from "zod";

export const reasonFormSchema = z.strictObject({ reason: reasonSchema });

/** Roles are ticked, and stand in one field with commas between. */
export const appointmentFormSchema = z.strictObject({
  ...appointmentBodySchema.shape,
  roles: z
    .string()
    .transform((text) => text.split(",").filter((role) => role !== ""))
    .pipe(appointmentBodySchema.shape.roles),
});
