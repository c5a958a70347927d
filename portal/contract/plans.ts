import { daySchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { planIds } from "./plan-ids.ts";

export const planIdSchema = z.enum(planIds);

export type PlanId = z.infer<typeof planIdSchema>;

/** A calendar day in Asia/Tokyo as YYYY-MM-DD. */
export const calendarDaySchema = daySchema;

/**
 * Where a contract stands: in its trial, running, with its end asked for, resting because months
 * are unpaid (only the free plan's rights), over.
 */
export const contractStates = ["trial", "active", "cancelling", "suspended", "ended"] as const;

export const contractStateSchema = z.enum(contractStates);

export type ContractState = z.infer<typeof contractStateSchema>;

/** A plan as shown wherever it stands: name (by id), free-until, next billing and price (specification 3). */
export const planViewSchema = z.object({
  id: planIdSchema,
  state: contractStateSchema,
  /** The last day, once an end is known; the free plan follows. */
  endsOn: calendarDaySchema.nullable(),
  freeUntil: calendarDaySchema.nullable(),
  nextBillingOn: calendarDaySchema.nullable(),
  /** Yen a month with tax; null when nothing is ever charged. */
  monthlyPrice: z.int().nonnegative().nullable(),
  /** Consumption tax contained in the price, in per cent. */
  taxPercent: z.number().nonnegative(),
  /** Manual scans allowed in a month; null when there is no limit. */
  scansPerMonth: z.int().positive().nullable(),
});

export type PlanView = z.infer<typeof planViewSchema>;
