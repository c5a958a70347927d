import { i18n, type Messages } from "@lingui/core";
import { localeFromBrowser } from "@sekimori/kit-contract/locale";
import { createAppLanguage } from "@sekimori/kit-web/language/app-language";
import { clientStorage } from "./session/current.ts";

/**
 * The interface's language: from the stored profile, else the visitor's own choice, else the
 * browser's (specification 1). Loading the profile switches it.
 */
export const language = createAppLanguage({
  i18n,
  files: {
    ...import.meta.glob<{ messages: Messages }>("./locales/*.po"),
    ...import.meta.glob<{ messages: Messages }>(
      "./{private,new-password,scopes,second-factor,step-up,card-flow,final-confirmation,payment-dates,payment-errors,registered-details,unpaid,maintenance,sign-up-steps}/locales/*.po",
    ),
    ...import.meta.glob<{ messages: Messages }>("../features/*/locales/*.po"),
  },
  initial:
    clientStorage.read("accountInfo")?.language_code ??
    clientStorage.read("language") ??
    localeFromBrowser(navigator.language),
  onSwitch(locale) {
    document.documentElement.lang = locale;
  },
});

export { i18n };
