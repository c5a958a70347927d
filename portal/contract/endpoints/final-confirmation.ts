import { z } from "zod";
import { announcedPriceSchema } from "./announced-price.ts";
import { cardViewSchema } from "./card-view.ts";

export const documentVersionSchema = z.object({
  id: z.enum(["service-terms", "member-terms"]),
  version: z.string().max(64),
});

/**
 * What an application's last screen must show (Specified Commercial Transactions Act, art. 12-6),
 * at sign-up and at every later paid start. Days are in Asia/Tokyo, amounts yen with tax.
 */
export const finalConfirmationSchema = z.object({
  documents: z.array(documentVersionSchema),
  /** The last day without charge: of the trial, or of the days before the next 1st. */
  trialEndsOn: z.iso.date().nullable(),
  /** Whether those days are a trial. */
  hasTrial: z.boolean(),
  /** Who has had the one trial that others get here; null where it is given, or there is none. */
  trialUsedBy: z.enum(["account", "card"]).nullable(),
  /** Null where the plan never charges. */
  firstChargeOn: z.iso.date().nullable(),
  monthlyPrice: z.int().nonnegative().nullable(),
  taxPercent: z.number().nonnegative(),
  /** Null where nothing is announced. */
  announcedPrice: announcedPriceSchema.nullable(),
  scansPerMonth: z.int().positive().nullable(),
  card: cardViewSchema.nullable(),
  providerName: z.object({ ja: z.string(), en: z.string() }),
  contactEmail: z.string(),
  contactPhone: z.string(),
});

/** Names exactly what a screen showed; it comes back with the press that agrees to it. */
export const shownSchema = z.string().min(1).max(64);

export type FinalConfirmation = z.infer<typeof finalConfirmationSchema>;
