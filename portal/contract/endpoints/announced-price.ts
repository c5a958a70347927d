import { z } from "zod";
import type { AnnouncedPrice } from "../legal/announced-price.ts";

export const announcedPriceSchema: z.ZodType<AnnouncedPrice> = z.object({
  effectiveOn: z.iso.date(),
  monthlyPrice: z.int().nonnegative(),
});
