import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parsePo } from "pofile-ts";

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** A sentence by its English source, and by its context where that English means two things. */
type Named = string | { readonly message: string; readonly context: string };

const keyOf = (message: string, context: string | null) => JSON.stringify([message, context]);

/** What a catalogue says: the English sentence of the source, its context and what is shown. */
function catalogueOf(folder: string, locale: "ja" | "en"): ReadonlyMap<string, string> {
  const text = readFileSync(pathOf(`${folder}/locales/${locale}.po`), "utf8");
  return new Map(
    parsePo(text).items.map(({ msgid, msgctxt, msgstr }) => [
      keyOf(msgid, msgctxt ?? null),
      msgstr.join(""),
    ]),
  );
}

/**
 * Looks sentences up as a person of a language reads them, by their English source: the kit's and
 * those of one part of an application.
 *
 * @param folder of the application's web app whose catalogue it is, such as `features/my-page`
 * @throws Error when the catalogue does not have the sentence
 */
export function sentencesOf(
  folder: string,
  locale: "ja" | "en",
  application: "portal" | "karte" | "console" = "portal",
) {
  const catalogue = new Map([
    ...catalogueOf("kit/web", locale),
    ...catalogueOf(`${application}/web/${folder}`, locale),
  ]);
  return (english: Named, values: Readonly<Record<string, string>> = {}): string => {
    const { message, context } =
      typeof english === "string" ? { message: english, context: null } : english;
    const said = catalogue.get(keyOf(message, context));
    if (!said) {
      const where = context === null ? "" : ` of «${context}»`;
      throw new Error(`${folder} has no sentence «${message}»${where} in ${locale}.`);
    }
    return said.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  };
}
