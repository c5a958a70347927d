import { z } from "zod";
import type { Surroundings } from "./standing.ts";

const ledgerSchema = z.object({
  registrations: z.array(z.looseObject({ id: z.string(), status: z.string() })),
  cards: z.array(z.looseObject({ id: z.string(), deleted_at: z.string().nullish() })),
  charges: z.array(
    z.looseObject({ id: z.string(), status: z.string(), idempotency_key: z.string() }),
  ),
  events: z.array(z.looseObject({ id: z.string(), type: z.string() })),
});

/** The payment company's books: what really happened there. */
export async function ledgerOf({ company }: Surroundings) {
  const ledger = ledgerSchema.parse((await company.get("/payment/ledger")).body);
  return { ...ledger, cards: ledger.cards.filter((card) => !card.deleted_at) };
}
