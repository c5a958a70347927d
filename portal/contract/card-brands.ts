import type { Localized } from "@sekimori/kit-contract/locale";

/**
 * The cards that are accepted, with their own names: screens, mails and legal texts take them from
 * here. Another one is one entry here and one migration of the check on `card.brand`.
 */
export const cardBrandNames = {
  visa: "Visa",
  mastercard: "Mastercard",
  jcb: "JCB",
  amex: "American Express",
  diners: "Diners Club",
} as const;

export type CardBrand = keyof typeof cardBrandNames;

export const cardBrands = Object.keys(cardBrandNames) as [CardBrand, ...CardBrand[]];

const names = Object.values(cardBrandNames);

/** All of them in one phrase. */
export const brandList: Localized = { ja: names.join("、"), en: names.join(", ") };
