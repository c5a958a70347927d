import { MAIL_RECIPES } from "./recipes/mail.ts";
import { NAME_RECIPES } from "./recipes/names.ts";
import type { Recipes } from "./recipes/recipe.ts";
import { SERVICE_RECIPES } from "./recipes/services.ts";
import { TLS_RECIPES } from "./recipes/tls.ts";
import { WEB_RECIPES } from "./recipes/web.ts";

/**
 * How to mend what a check objects to, by product. Names and addresses stand for your own; try a setting
 * where it can be taken back before it meets every visitor.
 */
export const RECIPES: Recipes = {
  ...NAME_RECIPES,
  ...MAIL_RECIPES,
  ...TLS_RECIPES,
  ...WEB_RECIPES,
  ...SERVICE_RECIPES,
};
