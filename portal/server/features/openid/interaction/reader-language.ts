import { type Locale, localeFromBrowser } from "@sekimori/kit-contract/locale";
import { localeSchema } from "@sekimori/kit-contract/locale-schema";
import { languageCookieName } from "@sekimori/portal-contract/language-cookie";
import type { KoaContextWithOIDC } from "oidc-provider";
import type { PortalContext } from "../../../context.ts";

/**
 * The first language of a request's `ui_locales` that we speak: they stand in the order of
 * preference (OpenID Connect Core, section 3.1.2.1).
 */
export function askedLanguage(uiLocales: unknown): Locale | undefined {
  if (typeof uiLocales !== "string") return undefined;
  return uiLocales
    .split(" ")
    .map((tag) => localeSchema.safeParse(tag.toLowerCase().split("-")[0]).data)
    .find((spoken) => spoken !== undefined);
}

/**
 * What the engine's pages speak, as the portal's own do: the language that was chosen in this
 * browser, else the one that the application asks for, else the browser's (specification 1).
 */
export function readerLanguage(
  { settings }: Pick<PortalContext, "settings">,
  ctx: KoaContextWithOIDC,
): Locale {
  const cookie = ctx.cookies.get(languageCookieName(settings.portalOrigin), { signed: false });
  return (
    localeSchema.safeParse(cookie).data ??
    askedLanguage(ctx.oidc?.params?.ui_locales) ??
    localeFromBrowser(ctx.get("accept-language"))
  );
}
