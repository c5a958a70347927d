/** The two languages the product speaks (specification 9). Every sentence exists in both. */
export const locales = ["ja", "en"] as const;

export type Locale = (typeof locales)[number];

/** A sentence in every language. */
export type Localized = Readonly<Record<Locale, string>>;

/**
 * The language for a browser that has no stored choice: English if its first preference
 * starts with "en", otherwise Japanese (specification 1).
 */
export function localeFromBrowser(language: string | undefined): Locale {
  return language?.toLowerCase().startsWith("en") ? "en" : "ja";
}
