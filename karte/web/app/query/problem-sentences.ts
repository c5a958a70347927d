import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import {
  emptyWords,
  type FieldName,
  fieldNamed,
  fieldOf,
  valuesOf,
} from "@sekimori/karte-contract/query/fields";
import type {
  QueryProblem,
  QueryProblemCode,
  QueryProblemFacts,
} from "@sekimori/karte-contract/query/problem";
import type { Locale } from "@sekimori/kit-contract/locale";

/** What a sentence has to name, in the reader's language. */
interface Named {
  readonly word: string;
  readonly field: string;
  readonly near: string | undefined;
  readonly values: string;
  readonly most: string;
}

const sentences: Readonly<Record<QueryProblemCode, (named: Named) => MessageDescriptor>> = {
  too_long: ({ most }) => msg`This is too long. Use at most ${{ most }} characters.`,
  too_many_terms: ({ most }) => msg`Use at most ${{ most }} conditions.`,
  too_many_values: ({ most }) => msg`Use at most ${{ most }} values.`,
  too_deep: ({ most }) => msg`Nest parentheses at most ${{ most }} levels deep.`,
  empty: () => msg`Enter a condition here.`,
  unknown_field: ({ word, near }) =>
    near === undefined
      ? msg`There's no field “${{ word }}”. Put the words in quotes to search for them.`
      : msg`There's no field “${{ word }}”. Did you mean “${{ near }}”?`,
  unknown_value: ({ word, field, values }) =>
    msg`“${{ word }}” isn't a value of “${{ field }}”. It can be: ${{ values }}`,
  no_value: ({ field }) => msg`Enter a value for “${{ field }}”.`,
  no_comparison: ({ field }) => msg`“${{ field }}” can't be compared with < or >.`,
  not_optional: ({ field, word }) =>
    msg`Every finding has “${{ field }}”: “${{ word }}” isn't possible.`,
  not_a_number: ({ word, field }) => msg`“${{ word }}” isn't a possible number for “${{ field }}”.`,
  not_a_date: ({ word }) =>
    msg`“${{ word }}” isn't a date. Use a date such as 2026-04-01, or a time such as 30d, 2w, 3mo, 1y or 5bd.`,
  not_an_address: ({ word }) =>
    msg`“${{ word }}” isn't an IP address or a network such as 192.0.2.0/24.`,
  too_short: ({ most }) => msg`Enter at least ${{ most }} characters to search for.`,
  unclosed_quote: () => msg`The closing quote is missing.`,
  unclosed_parenthesis: () => msg`The closing parenthesis is missing.`,
  unexpected: ({ word }) => msg`“${{ word }}” can't be here. Put it in quotes to search for it.`,
  nothing_after: ({ word }) => msg`Something is missing after “${{ word }}”.`,
};

/** A field as the reader's language calls it; what is none stays as it was written. */
const nameIn = (word: string | undefined, language: Locale): string => {
  const field = word === undefined ? undefined : fieldNamed(word);
  if (field === undefined) return word ?? "";
  return language === "ja" ? fieldOf(field).ja[0] : field;
};

function valuesIn(field: FieldName | undefined, language: Locale): string {
  if (field === undefined) return "";
  const { isOptional } = fieldOf(field);
  const words = { ...valuesOf(field), ...(isOptional ? emptyWords : {}) };
  return Object.entries(words)
    .map(([word, ja]) => (language === "ja" ? ja[0] : word))
    .join(language === "ja" ? "、" : ", ");
}

function namedIn(
  { word, field, near, most }: QueryProblemFacts,
  language: Locale,
  i18n: I18n,
): Named {
  return {
    word: word ?? "",
    field: nameIn(field, language),
    near: near === undefined ? undefined : nameIn(near, language),
    values: valuesIn(field === undefined ? undefined : fieldNamed(field), language),
    most: most === undefined ? "" : i18n.number(most),
  };
}

/** What is wrong with a query and what is possible instead, in the reader's language. */
export const problemSentence = (
  { code, facts }: QueryProblem,
  language: Locale,
  i18n: I18n,
): string => i18n._(sentences[code](namedIn(facts, language, i18n)));
