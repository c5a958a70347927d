import type { Sealer } from "@sekimori/kit-server/sealing";
import type { CardView } from "@sekimori/portal-contract/endpoints/card-view";
import type { Selectable } from "kysely";
import type { Tables } from "../../database/generated/tables.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import { openCardHolder } from "./card-holder.ts";

export type CardRow = Selectable<Tables["portal.card"]>;

/** A card is good to the last day of its month, counted in Tokyo. */
export function isCardExpired(year: number, month: number, now: Date): boolean {
  return `${year}-${String(month).padStart(2, "0")}` < calendarDay(now).slice(0, 7);
}

export function showCard(sealer: Sealer, card: CardRow, now: Date): CardView {
  return {
    brand: card.brand,
    last4: card.last4,
    expiryMonth: card.expiry_month,
    expiryYear: card.expiry_year,
    holder: openCardHolder(sealer, card.id, card.holder),
    expired: isCardExpired(card.expiry_year, card.expiry_month, now),
  };
}
