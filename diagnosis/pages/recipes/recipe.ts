/** Something to copy: for which product, and what. */
export interface Recipe {
  readonly product: string;
  readonly text: string;
}

/** Recipes by check. */
export type Recipes = Readonly<Record<string, readonly Recipe[]>>;

/** Shorthand for a table of products. */
export function recipes(byProduct: Readonly<Record<string, string>>): readonly Recipe[] {
  return Object.entries(byProduct).map(([product, text]) => ({ product, text }));
}
