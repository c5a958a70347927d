import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("../../portal/web/", import.meta.url));

/** What a catalogue of the portal says: the English sentence of the source and what is shown. */
function catalogueOf(folder: string, locale: "ja" | "en"): ReadonlyMap<string, string> {
  const text = readFileSync(`${web}${folder}/locales/${locale}.po`, "utf8");
  const pairs = text.matchAll(/^msgid ("(?:[^"\\]|\\.)*")\nmsgstr ("(?:[^"\\]|\\.)*")$/gm);
  return new Map(
    [...pairs].map(([, id, said]) => [JSON.parse(id ?? '""'), JSON.parse(said ?? '""')]),
  );
}

/**
 * Looks sentences up as a person of a language reads them, by their English source.
 *
 * @param folder of portal/web whose catalogue it is, such as `features/my-page`
 * @throws Error when the catalogue does not have the sentence
 */
export function sentencesOf(folder: string, locale: "ja" | "en") {
  const catalogue = catalogueOf(folder, locale);
  return (english: string, values: Readonly<Record<string, string>> = {}): string => {
    const said = catalogue.get(english);
    if (!said) throw new Error(`${folder} has no sentence «${english}» in ${locale}.`);
    return said.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  };
}
