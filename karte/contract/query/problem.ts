/** What can be wrong with a query. */
export const queryProblems = [
  "too_long",
  "too_many_terms",
  "too_many_values",
  "too_deep",
  "empty",
  "unknown_field",
  "unknown_value",
  "no_value",
  "no_comparison",
  "not_optional",
  "not_a_number",
  "not_a_date",
  "not_an_address",
  "too_short",
  "unclosed_quote",
  "unclosed_parenthesis",
  "unexpected",
  "nothing_after",
] as const;

export type QueryProblemCode = (typeof queryProblems)[number];

/** What a sentence about a problem needs. */
export interface QueryProblemFacts {
  /** The word that is wrong, as it was written. */
  readonly word?: string;
  readonly field?: string;
  /** What is nearly the word, and exists. */
  readonly near?: string;
  /** What would be right here. */
  readonly expected?: string;
  readonly most?: number;
}

/** Why a query cannot be read, and where: counted in UTF-16 units, as an input's selection is. */
export class QueryProblem extends Error {
  override readonly name = "QueryProblem";
  readonly code: QueryProblemCode;
  readonly at: number;
  readonly length: number;
  readonly facts: QueryProblemFacts;

  constructor(
    code: QueryProblemCode,
    { at, length }: { readonly at: number; readonly length: number },
    facts: QueryProblemFacts = {},
  ) {
    super(`${code} at ${at}`);
    this.code = code;
    this.at = at;
    this.length = length;
    this.facts = facts;
  }
}
