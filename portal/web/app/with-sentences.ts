import { featureCatalogue } from "./catalogues.ts";
import { language } from "./language.ts";

/**
 * Loads a part of the interface together with what it says.
 *
 * @param names the features, and parts of the app, whose sentences it shows.
 */
export async function withSentences<Loaded>(
  names: readonly string[],
  load: () => Promise<Loaded>,
): Promise<Loaded> {
  const sentences = names.map((name) => language.load(featureCatalogue(name)));
  const [loaded] = await Promise.all([load(), ...sentences]);
  return loaded;
}
