import type { Locale } from "@sekimori/kit-contract/locale";

/** An amount in yen: `11,000円` in Japanese, `¥11,000` in English. */
export function formatYen(amount: number, locale: Locale): string {
  const grouped = new Intl.NumberFormat("en-US").format(amount);
  return locale === "ja" ? `${grouped}円` : `¥${grouped}`;
}
