import { cardBrandNames } from "@sekimori/portal-contract/card-brands";

/** The cards that are accepted, under their own names (specification 1). */
export const acceptedBrands: readonly string[] = Object.values(cardBrandNames);

/** A card as far as we know it: "Visa ending in 1003". */
export function cardText(card: { brand: string; last4: string }, endingIn: string): string {
  const names: Readonly<Record<string, string>> = cardBrandNames;
  return `${names[card.brand] ?? card.brand} ${endingIn} ${card.last4}`;
}
