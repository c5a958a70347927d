import type { Locale } from "@sekimori/kit-contract/locale";

/** A full name in the order its reader expects: family name first in Japanese. */
export function personName(firstName: string, lastName: string, locale: Locale): string {
  const inOrder = locale === "ja" ? [lastName, firstName] : [firstName, lastName];
  return inOrder.filter(Boolean).join(" ");
}
