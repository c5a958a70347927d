import type { Localized } from "@sekimori/kit-contract/locale";

/** Each language by its own name. */
export const languageNames: Localized = { ja: "日本語", en: "English" };
