import type { FieldName } from "./fields.ts";

export type Comparison = "=" | "<" | "<=" | ">" | ">=";

/** What a term asks of its field. Items are canonical texts: a code's English word, a day, `30d`. */
export type QueryValue =
  | { readonly kind: "none" | "any" }
  | { readonly kind: "is"; readonly comparison: Comparison; readonly item: string }
  /** Both ends belong to it. */
  | { readonly kind: "range"; readonly from: string; readonly to: string };

export interface Term {
  readonly kind: "term";
  readonly field: FieldName;
  /** One of them is enough. */
  readonly values: readonly QueryValue[];
}

/** A query as a tree. `and` and `or` have two parts at least, and none of their own kind. */
export type Query =
  | { readonly kind: "and" | "or"; readonly of: readonly Query[] }
  | { readonly kind: "not"; readonly of: Query }
  | { readonly kind: "text"; readonly text: string }
  | Term;

/** Characters, terms with words, values of all terms, parentheses within each other. */
export const queryLimits = { characters: 2_000, terms: 30, values: 100, depth: 5 } as const;
