import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";

/**
 * Tells the tabs, menus, popovers, dialogs and tooltips below it the page's language: their
 * hidden close buttons and their type-ahead would else follow the browser's.
 */
export function AriaLanguage({
  language,
  children,
}: {
  language: "ja" | "en";
  children: ReactNode;
}) {
  return <I18nProvider locale={language === "ja" ? "ja-JP" : "en-US"}>{children}</I18nProvider>;
}
