import type { Finding } from "../engine/finding.ts";
import { HEADER_CHECKS } from "./recipes/header-block.ts";
import { MAIL_RECIPES } from "./recipes/mail.ts";
import { NAME_RECIPES } from "./recipes/names.ts";
import type { Recipe, RecipeSite, Recipes } from "./recipes/recipe.ts";
import { isSeen, type SeenAsset, told } from "./recipes/seen.ts";
import { SERVICE_RECIPES } from "./recipes/services.ts";
import { TLS_RECIPES } from "./recipes/tls.ts";
import { WEB_RECIPES } from "./recipes/web.ts";

/** How to mend what a check objects to, by product; try a setting where it can be taken back first. */
export const RECIPES: Recipes = {
  ...NAME_RECIPES,
  ...MAIL_RECIPES,
  ...TLS_RECIPES,
  ...WEB_RECIPES,
  ...SERVICE_RECIPES,
};

/** The site of examples, of which nothing is known. */
const EXAMPLE: RecipeSite = {
  domain: "example.jp",
  host: "example.jp",
  port: null,
  outcome: null,
  subject: null,
  facts: [],
  openChecks: new Set(HEADER_CHECKS),
  issuers: [],
};

/** The recipes of a check for the site of examples; none where no setting mends it. */
export function exampleRecipes(check: string): readonly Recipe[] {
  return RECIPES[check]?.(EXAMPLE) ?? [];
}

/** Checks whose recipes are records of the name itself. */
const AT_THE_NAME = new Set([
  "mail-spf",
  "mail-spoof",
  "mail-nullmx",
  "mail-mx",
  "dns-caa",
  "net-ipv6",
]);

/** What is known around a finding, beside what it says itself. */
export interface Surroundings {
  readonly domain: string;
  /** Checks with an open finding at the finding's host. */
  readonly openChecks: ReadonlySet<string>;
  /** The host itself, the domain's name servers, and hosts with a certificate; others are no harm. */
  readonly assets: readonly SeenAsset[];
}

/** A recipe made for one finding, and whether its product was seen there. */
export interface MadeRecipe extends Recipe {
  readonly isSeen: boolean;
}

/**
 * How to mend one finding: with its own names and records, merged with what is published, and the products
 * that were seen first. None where no setting mends it.
 */
export function recipesFor(finding: Finding, around: Surroundings): readonly MadeRecipe[] {
  const { check, place, outcome, subject, evidence } = finding;
  const { domain, openChecks, assets } = around;
  const issuers = assets.flatMap(({ certificate }) => certificate?.issuer ?? []);
  const { host, port = null } = place;
  const site = { domain, host, port, outcome, subject, facts: evidence, openChecks, issuers };
  // Beside an alias a name has no other records (RFC 1034 §3.6.2): a zone with one more would not load.
  if (openChecks.has("dns-alias") && AT_THE_NAME.has(check)) return [];
  const words = told(finding, assets);
  return (RECIPES[check]?.(site) ?? [])
    .map((recipe) => ({ ...recipe, isSeen: isSeen(recipe.product, words) }))
    .sort((left, right) => Number(right.isSeen) - Number(left.isSeen));
}
