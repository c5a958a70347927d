import { daySchema, momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { roles } from "./rights.ts";
import { identityChecks, requestedActs } from "./words.ts";

/** What waits for a second person, as every call that asks for one answers it. */
export const requestSchema = z.object({
  id: z.uuid(),
  act: z.enum(requestedActs),
  /** The account that it is about; null: the service. */
  member: z.uuid().nullable(),
  invoice: z.string().nullable(),
  amount: z.int().nullable(),
  /** What is to stand on the credit note. */
  note: z.string().nullable(),
  /** Of an appointment or a removal; one without roles is a removal. */
  staff: z.object({ name: z.string(), roles: z.array(z.enum(roles)) }).nullable(),
  /** Of a former address: when it was changed. */
  changedAt: momentSchema.nullable(),
  /** Of an account's recovery: how whoever asks made sure that it is the member. */
  identity: z.enum(identityChecks).nullable(),
  /** Of a price: from when, and yen a month with tax. */
  price: z
    .object({ effectiveOn: daySchema, monthlyPrice: z.int(), taxPercent: z.int() })
    .nullable(),
  reason: z.string(),
  askedBy: z.string(),
  isOwn: z.boolean(),
  askedAt: momentSchema,
  /** When whoever asked may confirm it, where nobody else could. */
  aloneFrom: momentSchema.nullable(),
  expiresAt: momentSchema,
});
export type RequestView = z.infer<typeof requestSchema>;
