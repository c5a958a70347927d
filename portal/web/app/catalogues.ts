import type { Messages } from "@lingui/core";
import { locales } from "@sekimori/kit-contract/locale";
import type { Catalogue } from "@sekimori/kit-web/language/language";

type Loader = () => Promise<{ messages: Messages }>;

const files = {
  ...import.meta.glob<{ messages: Messages }>("./locales/*.po"),
  ...import.meta.glob<{ messages: Messages }>(
    "./{private,new-password,scopes,step-up}/locales/*.po",
  ),
  ...import.meta.glob<{ messages: Messages }>("../features/*/locales/*.po"),
};

function catalogue(folder: string): Catalogue {
  const loaders = locales.map((locale): [string, Loader] => {
    const load = files[`${folder}/locales/${locale}.po`];
    if (!load) throw new Error(`no sentences in ${locale} for ${folder}`);
    return [locale, load];
  });
  return Object.fromEntries(loaders) as Catalogue;
}

const known = new Map<string, Catalogue>();

function once(folder: string): Catalogue {
  const found = known.get(folder) ?? catalogue(folder);
  known.set(folder, found);
  return found;
}

export const shellCatalogue = once(".");

/** The sentences of `features/<name>`, or of a part of the app that several features use. */
export const featureCatalogue = (name: string) =>
  once(name.startsWith("app/") ? name.replace("app", ".") : `../features/${name}`);
