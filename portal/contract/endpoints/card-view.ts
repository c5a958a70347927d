import { z } from "zod";
import { cardBrands } from "../card-brands.ts";

/** What may be shown of a card: never its number (PCI SAQ A). */
export const cardViewSchema = z.object({
  brand: z.enum(cardBrands),
  last4: z.string().regex(/^[0-9]{4}$/),
  expiryMonth: z.int().min(1).max(12),
  expiryYear: z.int().min(2000).max(2100),
  holder: z.string(),
  expired: z.boolean(),
});

export type CardView = z.infer<typeof cardViewSchema>;
