import type { Locale } from "./locale.ts";

// Made once: a formatter costs a hundred times what it does, and a month has many amounts.
const grouping = new Intl.NumberFormat("en-US");

/** An amount in yen: `11,000円` in Japanese, `¥11,000` in English. */
export function formatYen(amount: number, locale: Locale): string {
  const grouped = grouping.format(amount);
  return locale === "ja" ? `${grouped}円` : `¥${grouped}`;
}
