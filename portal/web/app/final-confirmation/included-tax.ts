/**
 * The consumption tax contained in a price, in whole yen, fractions dropped as invoices here do.
 *
 * @param price yen, tax included.
 * @param percent the rate, 10 for ten per cent.
 */
export function includedTax(price: number, percent: number): number {
  return Math.floor((price * percent) / (100 + percent));
}
