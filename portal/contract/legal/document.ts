import type { Localized } from "@sekimori/kit-contract/locale";

/**
 * One article of a legal text. Every clause exists in both languages by its type, so the two
 * versions cannot drift apart in number. `{provider}` and the other names of {@link LegalNames} in
 * braces stand for what the operator sets.
 */
export interface Article {
  readonly title: Localized;
  readonly clauses: readonly Localized[];
}

export interface LegalDocument {
  readonly id: "service-terms" | "member-terms";
  readonly title: Localized;
  readonly preamble: Localized;
  readonly articles: readonly Article[];
  /** The day from which this text holds, YYYY-MM-DD. */
  readonly effectiveOn: string;
}

/** What the operator sets and the texts name. */
export interface LegalNames {
  readonly provider: Localized;
  readonly court: Localized;
  readonly contactEmail: string;
  /** The companies abroad that receive something of a member, or that there are none. */
  readonly abroad: Localized;
}

/** Puts the operator's names into a sentence. */
export function fillNames(text: string, names: LegalNames, locale: "ja" | "en"): string {
  return text
    .replaceAll("{provider}", names.provider[locale])
    .replaceAll("{court}", names.court[locale])
    .replaceAll("{contactEmail}", names.contactEmail)
    .replaceAll("{abroad}", names.abroad[locale]);
}

/**
 * The document as one text, for hashing into the version that is stored with every agreement: any
 * change to a word in either language is another version. The operator's names are left out.
 */
export function canonicalText(document: LegalDocument): string {
  return JSON.stringify([
    document.id,
    document.title,
    document.preamble,
    document.articles.map(({ title, clauses }) => [title, clauses]),
    document.effectiveOn,
  ]);
}
