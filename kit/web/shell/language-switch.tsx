import { useLingui } from "@lingui/react/macro";
import { type Locale, locales } from "@sekimori/kit-contract/locale";

/** Each language by its own name: who needs it cannot read the other. */
const names: Readonly<Record<Locale, string>> = { ja: "日本語", en: "English" };

/** Switches the interface in place; what was typed stays. */
export function LanguageSwitch({ onChoose }: { onChoose: (locale: Locale) => void }) {
  const { t, i18n } = useLingui();
  return (
    <fieldset className="flex items-center gap-1">
      <legend className="sr-only">{t`Language`}</legend>
      {locales.map((locale) => (
        <button
          key={locale}
          type="button"
          lang={locale}
          aria-pressed={i18n.locale === locale}
          onClick={() => onChoose(locale)}
          className="min-h-8 cursor-pointer rounded-4 px-2.5 text-[0.875rem] text-muted hover:bg-key-soft hover:text-text aria-pressed:bg-key-soft aria-pressed:font-700 aria-pressed:text-text"
        >
          {names[locale]}
        </button>
      ))}
    </fieldset>
  );
}
