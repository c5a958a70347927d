import { z } from "zod";

/** The two languages the product speaks (specification 9). Every sentence exists in both. */
export const locales = ["ja", "en"] as const;

// Marked pure so that pages which only read the list do without the schema library.
export const localeSchema = /* @__PURE__ */ z.enum(locales);

export type Locale = z.infer<typeof localeSchema>;

/** A sentence in every language. */
export type Localized = Readonly<Record<Locale, string>>;

/**
 * The language for a browser that has no stored choice: English if its first preference
 * starts with "en", otherwise Japanese (specification 1).
 */
export function localeFromBrowser(language: string | undefined): Locale {
  return language?.toLowerCase().startsWith("en") ? "en" : "ja";
}
