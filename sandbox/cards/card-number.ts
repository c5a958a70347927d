/** The five brands the product takes (specification 1). */
export const brands = ["visa", "mastercard", "jcb", "amex", "diners"] as const;

export type Brand = (typeof brands)[number];

interface BrandRule {
  readonly name: string;
  /** Inclusive ranges of leading digits (ISO/IEC 7812 issuer identification numbers). */
  readonly prefixes: readonly (readonly [from: string, to: string])[];
  readonly lengths: readonly number[];
  readonly securityCodeLength: 3 | 4;
}

export const brandRules: Readonly<Record<Brand, BrandRule>> = {
  visa: { name: "Visa", prefixes: [["4", "4"]], lengths: [16], securityCodeLength: 3 },
  mastercard: {
    name: "Mastercard",
    prefixes: [
      ["51", "55"],
      ["2221", "2720"],
    ],
    lengths: [16],
    securityCodeLength: 3,
  },
  jcb: { name: "JCB", prefixes: [["3528", "3589"]], lengths: [16], securityCodeLength: 3 },
  amex: {
    name: "American Express",
    prefixes: [
      ["34", "34"],
      ["37", "37"],
    ],
    lengths: [15],
    securityCodeLength: 4,
  },
  diners: {
    name: "Diners Club",
    prefixes: [
      ["300", "305"],
      ["3095", "3095"],
      ["36", "36"],
      ["38", "39"],
    ],
    lengths: [14],
    securityCodeLength: 3,
  },
};

/** The brand that the first digits name, or undefined while they name none or several. */
export function detectBrand(digits: string): Brand | undefined {
  return brands.find((brand) =>
    brandRules[brand].prefixes.some(([from, to]) => {
      const lead = digits.slice(0, from.length);
      return lead.length === from.length && lead >= from && lead <= to;
    }),
  );
}

const fours = [4, 4, 4, 4] as const;

/** How each brand prints its number; whatever is longer follows in fours. */
const printedGroups: Partial<Readonly<Record<Brand, readonly number[]>>> = {
  amex: [4, 6, 5],
  diners: [4, 6, 4],
};

/** A number as it is printed on its card, `4111 1100 …`; what is not digits stays as it is. */
export function groupedNumber(number: string): string {
  if (!/^\d+$/.test(number)) return number;
  const brand = detectBrand(number);
  const sizes = (brand && printedGroups[brand]) ?? fours;
  const groups: string[] = [];
  for (let at = 0, index = 0; at < number.length; index += 1) {
    const size = sizes[index] ?? 4;
    groups.push(number.slice(at, at + size));
    at += size;
  }
  return groups.join(" ");
}

/** ISO/IEC 7812-1 annex B check digit. False for anything but digits. */
export function passesLuhn(digits: string): boolean {
  if (!/^\d+$/.test(digits)) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = digit * 2;
    sum += place % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
