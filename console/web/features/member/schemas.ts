import {
  creditNoteReasonSchema,
  reasonSchema,
  recipientSchema,
  recoveryBodySchema,
  yenSchema,
} from "@sekimori/console-contract/fields";
import { z } from "zod";

export const recoverFormSchema = recoveryBodySchema;

export const reasonFormSchema = z.strictObject({ reason: reasonSchema });

export const copyFormSchema = z.strictObject({
  recipient: recipientSchema,
  incomplete: z.boolean(),
  reason: reasonSchema,
});

/** What is typed as an amount; whoever opens the form knows how much can be given back. */
export const refundFormSchema = (most: number) =>
  z.strictObject({
    amount: z
      .string()
      .trim()
      .regex(/^[0-9]{1,9}$/)
      .transform(Number)
      .pipe(yenSchema.max(most)),
    note: creditNoteReasonSchema,
    reason: reasonSchema,
  });
