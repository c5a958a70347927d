import { allChecks } from "../checks/registry.ts";
import type { Term } from "../engine/check.ts";
import type { Language, LocalText } from "../engine/text.ts";

const byName = ({ term: one }: Term, { term: other }: Term) => (one.en < other.en ? -1 : 1);

/** The terms of all checks, in the order in which a report lists them. */
export const GLOSSARY: readonly Term[] = allChecks
  .flatMap(({ terms = [] }) => terms)
  .toSorted(byName);

/** The terms that stand in any of the texts, in the glossary's order. Pure. */
export function termsIn(texts: readonly LocalText[]): readonly Term[] {
  const uses = (language: Language, { term }: Term) => {
    const word = pattern(term[language]);
    return texts.some((text) => word.test(text[language]));
  };
  return GLOSSARY.filter((term) => uses("ja", term) || uses("en", term));
}

/** A term as a whole word: MX does not stand in IMXY. */
function pattern(term: string): RegExp {
  return /^[\x20-\x7e]+$/.test(term)
    ? new RegExp(`(?<![A-Za-z0-9])${term}s?(?![A-Za-z0-9])`, term === term.toUpperCase() ? "" : "i")
    : new RegExp(term);
}
