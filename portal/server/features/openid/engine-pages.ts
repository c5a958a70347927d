import { type Locale, localeFromBrowser } from "@sekimori/kit-contract/locale";
import { Html, html } from "@sekimori/kit-server/html";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import type { ErrorOut, KoaContextWithOIDC } from "oidc-provider";
import type { PortalContext } from "../../context.ts";
import { type PlainPage, plainPage } from "./plain-page.ts";

const text = {
  failed: { ja: "リクエストを処理できません", en: "This request cannot be processed" },
  failedLead: {
    ja: "アプリケーションからのリクエストに問題があります。もう一度アプリケーションから始めてください。",
    en: "There is a problem with the application's request. Start again from the application.",
  },
  home: { ja: "ポータルを開く", en: "Open the portal" },
  signOut: { ja: "ログアウト", en: "Sign out" },
  signOutLead: {
    ja: "ログアウトしますか。連携しているアプリケーションからもログアウトします。",
    en: "Do you want to sign out? You are signed out of connected applications too.",
  },
  stay: { ja: "ログアウトしない", en: "Stay signed in" },
  signedOut: { ja: "ログアウトしました", en: "You are signed out" },
  signIn: { ja: "ログインする", en: "Log in" },
} as const;

/** `ui_locales` of the request, else what the browser prefers (SPEC 1). */
function localeOf(ctx: KoaContextWithOIDC): Locale {
  const wanted = ctx.oidc?.params?.ui_locales;
  const first = typeof wanted === "string" ? wanted.split(" ")[0] : undefined;
  return localeFromBrowser(first ?? ctx.get("accept-language"));
}

function send(ctx: KoaContextWithOIDC, page: PlainPage): void {
  const { markup, policy } = plainPage(page);
  ctx.type = "html";
  ctx.set("content-security-policy", policy);
  ctx.body = markup;
}

/** What a browser sees when there is no application to send it back to. */
export function errorPage(
  { settings }: PortalContext,
  ctx: KoaContextWithOIDC,
  out: ErrorOut,
): void {
  const locale = localeOf(ctx);
  const home = `${settings.portalOrigin}${pageUrl("root")}`;
  send(ctx, {
    locale,
    title: text.failed[locale],
    body: html`<h1>${text.failed[locale]}</h1><p>${text.failedLead[locale]}</p>
<p class="muted"><code>${out.error}</code>${out.error_description && html`<br>${out.error_description}`}</p>
<p><a href="${home}">${text.home[locale]}</a></p>`,
  });
}

/**
 * Asks whether to sign out. Where the application shows by an ID token that it speaks of this very
 * person, the page answers for itself; without scripts the button does.
 *
 * @param form the engine's form, already safe markup.
 */
export function signOutPage(_context: PortalContext, ctx: KoaContextWithOIDC, form: string): void {
  const locale = localeOf(ctx);
  const subject = ctx.oidc.entities.IdTokenHint?.payload.sub;
  const isCertain = subject !== undefined && subject === ctx.oidc.session?.accountId;
  const back = ctx.oidc.params?.post_logout_redirect_uri;
  send(ctx, {
    locale,
    title: text.signOut[locale],
    body: html`<h1>${text.signOut[locale]}</h1><p>${text.signOutLead[locale]}</p>${new Html(form)}
<button type="submit" form="op.logoutForm" name="logout" value="yes" id="yes">${text.signOut[locale]}</button>
<button type="submit" form="op.logoutForm" class="second">${text.stay[locale]}</button>`,
    ...(isCertain ? { script: 'document.getElementById("yes").click()' } : {}),
    formTargets: typeof back === "string" ? [new URL(back).origin] : [],
  });
}

/** Where a sign-out ends that named no address to go on to. */
export function signedOutPage({ settings }: PortalContext, ctx: KoaContextWithOIDC): void {
  const locale = localeOf(ctx);
  const login = `${settings.portalOrigin}${pageUrl("login")}`;
  send(ctx, {
    locale,
    title: text.signedOut[locale],
    body: html`<h1>${text.signedOut[locale]}</h1><p><a href="${login}">${text.signIn[locale]}</a></p>`,
  });
}
