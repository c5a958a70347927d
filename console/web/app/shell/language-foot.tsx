import { LanguageSwitch } from "@sekimori/kit-web/shell/language-switch";
import { language } from "../language.ts";
import { clientStorage } from "../storage.ts";

/** The foot of every page: in which language it is. */
export function LanguageFoot() {
  return (
    <footer className="border-t border-border px-4 py-3 sm:px-8">
      <LanguageSwitch
        onChoose={(locale) => {
          clientStorage.write("language", locale);
          void language.switchTo(locale);
        }}
      />
    </footer>
  );
}
