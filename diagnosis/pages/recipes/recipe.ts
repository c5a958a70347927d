import type { Fact, Finding } from "../../engine/finding.ts";

/** Something to copy: for which product, and what. */
export interface Recipe {
  readonly product: string;
  readonly text: string;
}

/** What a recipe is made for: the names of a finding and what was seen there, or those of the example. */
export interface RecipeSite {
  readonly domain: string;
  readonly host: string;
  /** Of the service that the finding is about, where it names one. */
  readonly port: number | null;
  readonly outcome: Finding["outcome"] | null;
  readonly subject: string | null;
  readonly facts: readonly Fact[];
  /** Checks with an open finding at this host: what belongs into one block is set by one block. */
  readonly openChecks: ReadonlySet<string>;
  /** Issuers of the domain's certificates, as the certificates name them. */
  readonly issuers: readonly string[];
}

export type RecipeMaker = (site: RecipeSite) => readonly Recipe[];

/** How to make the recipes of each check. */
export type Recipes = Readonly<Record<string, RecipeMaker>>;

/** Shorthand for a table of products. */
export function recipes(byProduct: Readonly<Record<string, string>>): readonly Recipe[] {
  return Object.entries(byProduct).map(([product, text]) => ({ product, text }));
}

/** For settings that name nothing of the site. */
export const same =
  (byProduct: Readonly<Record<string, string>>): RecipeMaker =>
  () =>
    recipes(byProduct);

/** The values of a fact, of one or several; none where it was not observed. */
export function factValues({ facts }: RecipeSite, name: string): readonly string[] {
  const value = facts.find((fact) => fact.name === name)?.value;
  if (value === undefined || value === "") return [];
  return Array.isArray(value) ? value : [String(value)];
}

/** The host names among a fact's values. */
export function factNames(site: RecipeSite, name: string): readonly string[] {
  return factValues(site, name).filter((value) => ownName(value) !== null);
}

/**
 * A host name as it is, null for anything else. Other people's servers said it, and what is copied ends up in
 * a shell or a configuration: whatever is not plainly a name is left out.
 */
export function ownName(text: string | null): string | null {
  return text !== null && HOST_NAME.test(text) ? text : null;
}

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_][a-z0-9_-]{0,62}(?:\.[a-z0-9_][a-z0-9_-]{0,62})+$/i;
