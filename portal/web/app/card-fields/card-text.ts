const brandNames: Readonly<Record<string, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  jcb: "JCB",
  amex: "American Express",
  diners: "Diners Club",
};

/** The cards that are accepted, under their own names (SPEC 1). */
export const acceptedBrands: readonly string[] = Object.values(brandNames);

/** A card as far as we know it: "Visa ending in 1003". */
export function cardText(card: { brand: string; last4: string }, endingIn: string): string {
  return `${brandNames[card.brand] ?? card.brand} ${endingIn} ${card.last4}`;
}
