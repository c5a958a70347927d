import type { I18n, Messages } from "@lingui/core";
import type { Locale } from "@sekimori/kit-contract/locale";

/** The sentences of one part of an app: for each language, how to fetch them. */
export type Catalogue = Readonly<Record<Locale, () => Promise<{ readonly messages: Messages }>>>;

export interface Language {
  current(): Locale;
  /** Fetches a part's sentences in the present language; later switches include them. */
  load(catalogue: Catalogue): Promise<void>;
  /** Changes the language of everything loaded so far, once all its sentences are there. */
  switchTo(locale: Locale): Promise<void>;
}

/**
 * Keeps the parts of an app that are loaded in one language. Each part brings its own catalogue,
 * so a page fetches the sentences it shows and no others.
 *
 * @param onSwitch hears of the first language and of every change after it.
 */
export function createLanguage(
  i18n: I18n,
  initial: Locale,
  onSwitch: (locale: Locale) => void,
): Language {
  const parts = new Set<Catalogue>();
  let locale = initial;

  async function fetchInto(catalogue: Catalogue, target: Locale): Promise<void> {
    const { messages } = await catalogue[target]();
    i18n.load(target, messages);
  }

  i18n.load(initial, {});
  i18n.activate(initial);
  onSwitch(initial);

  return {
    current: () => locale,
    async load(catalogue) {
      if (parts.has(catalogue)) return;
      let target: Locale;
      // The language may have been switched while the sentences were on their way.
      do {
        target = locale;
        await fetchInto(catalogue, target);
      } while (target !== locale);
      parts.add(catalogue);
    },
    async switchTo(target) {
      if (target === locale) return;
      await Promise.all([...parts].map((part) => fetchInto(part, target)));
      locale = target;
      i18n.activate(target);
      onSwitch(target);
    },
  };
}
