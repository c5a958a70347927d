import { i18n } from "@lingui/core";
import { localeFromBrowser } from "@sekimori/kit-contract/locale";
import { createLanguage } from "@sekimori/kit-web/language/language";
import { clientStorage } from "./session/current.ts";

/**
 * The interface's language: from the stored profile, else the visitor's own choice, else the
 * browser's (SPEC 1). Loading the profile switches it.
 */
export const language = createLanguage(
  i18n,
  clientStorage.read("accountInfo")?.language_code ??
    clientStorage.read("language") ??
    localeFromBrowser(navigator.language),
  (locale) => {
    document.documentElement.lang = locale;
  },
);

export { i18n };
