import { i18n, type Messages } from "@lingui/core";
import { localeFromBrowser } from "@sekimori/kit-contract/locale";
import { createAppLanguage } from "@sekimori/kit-web/language/app-language";
import { clientStorage } from "./storage.ts";

/** What somebody has chosen here, else the browser's. */
export const language = createAppLanguage({
  i18n,
  files: {
    ...import.meta.glob<{ messages: Messages }>("./locales/*.po"),
    ...import.meta.glob<{ messages: Messages }>("../features/*/locales/*.po"),
  },
  initial: clientStorage.read("language") ?? localeFromBrowser(navigator.language),
  onSwitch(locale) {
    document.documentElement.lang = locale;
  },
});

export { i18n };
