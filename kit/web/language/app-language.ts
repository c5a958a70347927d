import type { I18n, Messages } from "@lingui/core";
import { type Locale, locales } from "@sekimori/kit-contract/locale";
import { kitCatalogue } from "./kit-catalogue.ts";
import { type Catalogue, createLanguage, type Language } from "./language.ts";

/** Catalogues by their file's path, as `import.meta.glob` gives them. */
export type CatalogueFiles = Readonly<
  Record<string, () => Promise<{ readonly messages: Messages }>>
>;

/** The language of an app whose parts have a catalogue each. */
export interface AppLanguage extends Language {
  /** Loads what every page needs: the kit's sentences and those of the app's shell. */
  loadShell(): Promise<void>;
  /**
   * Loads a part of the interface together with what it says.
   *
   * @param names the features, and parts of the app, whose sentences it shows.
   */
  withSentences<Loaded>(names: readonly string[], load: () => Promise<Loaded>): Promise<Loaded>;
}

interface AppLanguageSettings {
  readonly i18n: I18n;
  /** Seen from the folder `app`: `./locales`, `./<part>/locales`, `../features/<name>/locales`. */
  readonly files: CatalogueFiles;
  readonly initial: Locale;
  /** Hears of the first language and of every change after it. */
  readonly onSwitch: (locale: Locale) => void;
}

/** The language of an app laid out as `linguiConfig` expects it. */
export function createAppLanguage(settings: AppLanguageSettings): AppLanguage {
  const { i18n, files, initial, onSwitch } = settings;
  const language = createLanguage(i18n, initial, onSwitch);
  const known = new Map<string, Catalogue>();

  function catalogueIn(folder: string): Catalogue {
    const found = known.get(folder);
    if (found) return found;
    const loaders = locales.map((locale) => {
      const load = files[`${folder}/locales/${locale}.po`];
      if (!load) throw new Error(`no sentences in ${locale} for ${folder}`);
      return [locale, load];
    });
    const catalogue: Catalogue = Object.fromEntries(loaders);
    known.set(folder, catalogue);
    return catalogue;
  }

  /** Of `features/<name>`, or of a part of the app (`app/<part>`) that several features use. */
  const catalogueOf = (name: string) =>
    catalogueIn(name.startsWith("app/") ? name.replace("app", ".") : `../features/${name}`);

  return {
    ...language,
    async loadShell() {
      await Promise.all([language.load(kitCatalogue), language.load(catalogueIn("."))]);
    },
    async withSentences(names, load) {
      const sentences = names.map((name) => language.load(catalogueOf(name)));
      const [loaded] = await Promise.all([load(), ...sentences]);
      return loaded;
    },
  };
}
