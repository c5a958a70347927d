import { allChecks } from "../checks/registry.ts";
import type { LocalText } from "../engine/text.ts";

/**
 * What each observed fact is called where people read it, as the texts of the checks say. A fact's name stays
 * the machine's: comparisons with other tools and a finding's life hang on it.
 */
const words: ReadonlyMap<string, LocalText> = new Map([
  ["reason", { ja: "理由", en: "Reason" }],
  ...allChecks.flatMap(({ facts = {} }) => Object.entries(facts)),
]);

const exposed = "exposure.";

/** @returns the fact's name where nobody has named it, as in findings of an older engine */
export function factWord(name: string): LocalText {
  if (name.startsWith(exposed)) {
    const path = name.slice(exposed.length);
    return { ja: `${path} が公開されている`, en: `${path} is public` };
  }
  return words.get(name) ?? { ja: name, en: name };
}
