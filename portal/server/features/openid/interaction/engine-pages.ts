import type { Locale } from "@sekimori/kit-contract/locale";
import { Html, html } from "@sekimori/kit-server/html";
import { errorPlace } from "@sekimori/portal-contract/openid-endpoints";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import type { ErrorOut, KoaContextWithOIDC } from "oidc-provider";
import type { PortalContext } from "../../../context.ts";
import { providerPath } from "../protocol/provider-paths.ts";
import { referenceOf } from "../protocol/reference.ts";
import { registeredThere } from "../protocol/registered-there.ts";
import { type EnginePage, enginePage } from "./engine-page.ts";
import { readerLanguage } from "./reader-language.ts";

const text = {
  failed: { ja: "リクエストを処理できません", en: "We can't process this request" },
  failedLead: {
    ja: "アプリケーションからのリクエストに問題があります。もう一度アプリケーションから始めてください。",
    en: "There's a problem with the application's request. Start again from the application.",
  },
  notSignedOut: {
    ja: "まだログアウトしていません。アプリケーションからのログアウトのリクエストに問題があります。",
    en: "You haven't been logged out yet. There's a problem with the application's logout request.",
  },
  busy: { ja: "リクエストが多すぎます", en: "Too many requests" },
  busyLead: {
    ja: "しばらくしてから、もう一度アプリケーションから始めてください。",
    en: "Wait a moment, then start again from the application.",
  },
  forProvider: {
    ja: "アプリケーションの提供元へお伝えいただく情報",
    en: "For the application's provider",
  },
  error: { ja: "エラー", en: "Error" },
  description: { ja: "内容", en: "Description" },
  application: { ja: "アプリケーション", en: "Application" },
  received: { ja: "受け取った戻り先", en: "Return address received" },
  registered: { ja: "登録されている戻り先", en: "Return address registered" },
  help: { ja: "エラーの説明（英語）", en: "About this error" },
  reference: { ja: "お問い合わせ番号", en: "Reference" },
  home: { ja: "ポータルを開く", en: "Open the portal" },
  signOut: { ja: "ログアウト", en: "Log out" },
  signOutLead: {
    ja: "ログアウトしますか。連携しているアプリケーションからもログアウトします。",
    en: "Do you want to log out? You'll also be logged out of connected applications.",
  },
  stay: { ja: "ログアウトしない", en: "Stay logged in" },
  signedOut: { ja: "ログアウトしました", en: "You're logged out" },
  stillSignedIn: { ja: "ログインしたままです", en: "You're still logged in" },
  signIn: { ja: "ログインする", en: "Log in" },
} as const;

/**
 * What each of the errors means that a person may be shown (OAuth 2.0, section 4.1.2.1; OpenID Connect
 * Core, section 3.1.2.6). Others get the general sentence.
 */
const reasons: Readonly<Record<string, Record<"ja" | "en", string>>> = {
  invalid_client: {
    ja: "このアプリケーションは登録されていません。アプリケーションの提供元にお問い合わせください。",
    en: "This application isn't registered. Contact its provider.",
  },
  invalid_redirect_uri: {
    ja: "アプリケーションの戻り先が登録と一致しません。アプリケーションの提供元にお問い合わせください。",
    en: "The application's return address isn't registered. Contact its provider.",
  },
  access_denied: {
    ja: "アクセスは許可されませんでした。",
    en: "Access wasn't allowed.",
  },
  server_error: {
    ja: "処理中に問題が発生しました。しばらくしてから、もう一度アプリケーションから始めてください。",
    en: "Something went wrong on our side. Wait a moment, then start again from the application.",
  },
};

/** Answers with a page of ours in the engine's place. */
export function sendPage(
  { settings }: PortalContext,
  ctx: KoaContextWithOIDC,
  page: Omit<EnginePage, "isStaging">,
): void {
  const isStaging = settings.sekimoriMode === "staging";
  const { markup, policy } = enginePage({ ...page, isStaging });
  ctx.type = "html";
  ctx.set("content-security-policy", policy);
  ctx.body = markup;
}

/** An address that a caller named, as a page may show it: one that is none could be any sentence. */
function shownAddress(value: unknown): string | undefined {
  const address = typeof value === "string" ? URL.parse(value)?.href : undefined;
  // An opaque one keeps its spaces, and could be a sentence.
  return address !== undefined && address.length <= mostShown && !/\s/.test(address)
    ? address
    : undefined;
}

const mostShown = 200;

/** The way on from a page that ends what an application, or a device, began. */
export const portalLink = ({ settings }: PortalContext, locale: Locale) =>
  html`<p><a href="${settings.portalOrigin}${pageUrl("root")}">${text.home[locale]}</a></p>`;

/** What the engine says of a request in words of its own alone: no caller can put others there. */
const ownWords = [
  /^missing required parameters? '[a-z_]+'(,? (and )?'[a-z_]+')*$/,
  /^post_logout_redirect_uri not registered$/,
  /^could not (decode|validate) id_token_hint$/,
  /^client_id does not match the provided id_token_hint$/,
] as const;

const isAboutSignOut = ({ path }: KoaContextWithOIDC) => path === "/session/end";

/** A request that is refused before the engine looked at it has no session yet, nor what would hold it. */
const isSignedIn = ({ oidc }: Partial<KoaContextWithOIDC>) =>
  oidc?.session?.accountId !== undefined;

/** What the engineer of an application needs, whom the person may send it. */
function factsOf(ctx: KoaContextWithOIDC, { error, error_description: said = "" }: ErrorOut) {
  const { client_id: client, redirect_uri: address, post_logout_redirect_uri: last } = ctx.query;
  const isReturn = error === "invalid_redirect_uri";
  const { client: known } = (ctx as Partial<KoaContextWithOIDC>).oidc ?? {};
  const registered = isReturn ? known?.redirectUris : known?.postLogoutRedirectUris;
  const received = isReturn ? address : isAboutSignOut(ctx) ? last : undefined;
  return [
    ["error", error],
    ["description", ownWords.some((words) => words.test(said)) ? said : undefined],
    ["application", typeof client === "string" && /^[\w.~-]{1,100}$/.test(client) ? client : ""],
    ["received", shownAddress(received)],
    ["registered", registeredThere(received, registered ?? []).join(" ")],
    ["reference", referenceOf(ctx)],
  ] as const;
}

/**
 * What a browser sees when there is no application to send it back to. The engine's own words, which
 * are English, stand in the log under the same reference.
 */
export function errorPage(context: PortalContext, ctx: KoaContextWithOIDC, out: ErrorOut): void {
  const locale = readerLanguage(context, ctx);
  const { error } = out;
  // Of whom nobody is logged in, it would not be true.
  const isSignOut = isAboutSignOut(ctx) && error !== "server_error" && isSignedIn(ctx);
  const general = isSignOut ? text.notSignedOut : text.failedLead;
  const lead = (isSignOut ? general : (reasons[error] ?? general))[locale];
  const facts = factsOf(ctx, out)
    .filter(([, value]) => value)
    .map(([name, value]) => html`<dt>${text[name][locale]}</dt><dd><code>${value}</code></dd>`);
  sendPage(context, ctx, {
    locale,
    title: text.failed[locale],
    body: html`<h1>${text.failed[locale]}</h1><p>${lead}</p>
${isSignOut && html`<p><a href="${providerPath}/session/end">${text.signOut[locale]}</a></p>`}
${portalLink(context, locale)}
<section class="muted"><h2>${text.forProvider[locale]}</h2><dl>${facts}</dl><p><a href="${context.settings.portalOrigin}${errorPlace(error)}">${text.help[locale]}</a></p></section>`,
  });
}

/** What a browser sees whose network has begun more than it may. */
export function busyPage(context: PortalContext, ctx: KoaContextWithOIDC): void {
  const locale = readerLanguage(context, ctx);
  sendPage(context, ctx, {
    locale,
    title: text.busy[locale],
    body: html`<h1>${text.busy[locale]}</h1><p>${text.busyLead[locale]}</p>${portalLink(context, locale)}`,
  });
}

/**
 * Asks whether to sign out. Where the application shows by an ID token that it speaks of this very
 * person, the page answers for itself; without scripts the button does.
 *
 * @param form the engine's form, already safe markup.
 */
export function signOutPage(context: PortalContext, ctx: KoaContextWithOIDC, form: string): void {
  const locale = readerLanguage(context, ctx);
  const subject = ctx.oidc.entities.IdTokenHint?.payload.sub;
  const isCertain = subject !== undefined && subject === ctx.oidc.session?.accountId;
  const back = ctx.oidc.params?.post_logout_redirect_uri;
  sendPage(context, ctx, {
    locale,
    title: text.signOut[locale],
    body: html`<h1>${text.signOut[locale]}</h1><p>${text.signOutLead[locale]}</p>${new Html(form)}
<button type="submit" form="op.logoutForm" name="logout" value="yes" id="yes">${text.signOut[locale]}</button>
<button type="submit" form="op.logoutForm" class="second">${text.stay[locale]}</button>`,
    ...(isCertain ? { script: 'document.getElementById("yes").click()' } : {}),
    formTargets: typeof back === "string" ? [new URL(back).origin] : [],
  });
}

/** Where a sign-out ends, or is declined, that named no address to go on to. */
export function signedOutPage(
  context: PortalContext,
  ctx: KoaContextWithOIDC,
  isSignedIn: boolean,
): void {
  const locale = readerLanguage(context, ctx);
  const title = (isSignedIn ? text.stillSignedIn : text.signedOut)[locale];
  const next = (isSignedIn ? text.home : text.signIn)[locale];
  const address = `${context.settings.portalOrigin}${pageUrl(isSignedIn ? "root" : "login")}`;
  sendPage(context, ctx, {
    locale,
    title,
    body: html`<h1>${title}</h1><p><a href="${address}">${next}</a></p>`,
  });
}
