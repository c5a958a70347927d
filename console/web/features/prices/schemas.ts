import { priceBodySchema } from "@sekimori/console-contract/fields";
import { z } from "zod";

const whole = z
  .string()
  .trim()
  .regex(/^[0-9]{1,9}$/)
  .transform(Number);

export const priceFormSchema = z.strictObject({
  ...priceBodySchema.shape,
  monthlyPrice: whole.pipe(priceBodySchema.shape.monthlyPrice),
  taxPercent: whole.pipe(priceBodySchema.shape.taxPercent),
});
