import type { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { apiBase } from "@sekimori/kit-contract/api-base";
import { wrongAddress } from "@sekimori/kit-server/http";
import { errorPlace, openidEndpoints } from "@sekimori/portal-contract/openid-endpoints";
import type { errors, KoaContextWithOIDC, Provider } from "oidc-provider";
import type { PortalContext } from "../../../context.ts";
import { referenceOf } from "../protocol/reference.ts";
import { claimsByScope, wordsOf } from "../protocol/scopes.ts";
import type { RefusalLog } from "../refusals/refusal-log.ts";
import { explained, triedAuthentication } from "./explain-refusal.ts";
import { routedPath } from "./routed-path.ts";

// A refused request is told to four readers. The person sees a page, the application's engineer an
// answer and a row in the console, the operator a line in the log. All have the same reference.

/** The endpoints whose refusals are written down, by the engine's names of its events. */
const refused = [
  "authorization.error",
  "pushed_authorization_request.error",
  "grant.error",
  "userinfo.error",
  "introspection.error",
  "revocation.error",
  "end_session.error",
  "end_session_confirm.error",
  "end_session_success.error",
  "device_authorization.error",
  "device_resume.error",
  "code_verification.error",
] as const;

/** Answers that belong to a flow that goes well: a silent request, a device that waits. */
const routine: ReadonlySet<string> = new Set([
  "login_required",
  "consent_required",
  "interaction_required",
  "account_selection_required",
  "authorization_pending",
  "slow_down",
]);

/** Parameters that say what was asked for, and tell nothing of a person and no secret. */
const shown = [
  "acr_values",
  "code_challenge_method",
  "grant_type",
  "max_age",
  "post_logout_redirect_uri",
  "prompt",
  "redirect_uri",
  "resource",
  "response_mode",
  "response_type",
  "scope",
] as const;

/** A line of the log stays readable. */
const mostLetters = 500;

type Client = NonNullable<KoaContextWithOIDC["oidc"]["client"]>;

/** What is registered of a client that a received parameter is compared with. */
const registered: Readonly<Record<string, (client: Client) => unknown>> = {
  grant_type: ({ grantTypes }) => grantTypes,
  post_logout_redirect_uri: ({ postLogoutRedirectUris }) => postLogoutRedirectUris,
  redirect_uri: ({ redirectUris }) => redirectUris,
  resource: ({ resources }) => resources ?? [],
  response_type: ({ responseTypes }) => responseTypes,
  scope: ({ scope }) => scope ?? "any",
};

/** The id that a caller gave, in the body or by HTTP Basic; the secret beside it is left where it is. */
function claimedClient({ headers, oidc }: KoaContextWithOIDC): string {
  const { client_id: named } = oidc.params ?? {};
  if (typeof named === "string" && named !== "") return named;
  const [, sent = ""] = /^basic ([a-z0-9+/=_-]+)$/i.exec(headers.authorization ?? "") ?? [];
  const [id = "", ...rest] = Buffer.from(sent, "base64").toString("utf8").split(":");
  // Without a colon it is no pair, and might be a secret alone.
  if (rest.length === 0) return "";
  try {
    return decodeURIComponent(id.replaceAll("+", " "));
  } catch {
    return id;
  }
}

/** A mistyped id, but not what could be a secret in its place: ours have 43 letters of Base64. */
export const shownId = (claimed: string) =>
  claimed === "" || (/^[\w.~-]{1,64}$/.test(claimed) && !/^[\w-]{43}$/.test(claimed))
    ? claimed
    : "…";

type Middleware = Parameters<Provider["use"]>[0];

interface Detailed extends errors.OIDCProviderError {
  /** What the engine found out and does not tell. */
  readonly error_detail?: string;
}

/**
 * What the log says of a refusal: the reference, the endpoint, the client, what was received, and what
 * is registered where the two are compared.
 */
function lineOf(ctx: KoaContextWithOIDC, error: Detailed) {
  const { client, params = {}, route } = ctx.oidc;
  const received = Object.fromEntries(
    shown
      .filter((name) => params[name] !== undefined)
      .map((name) => [name, String(params[name]).slice(0, mostLetters)]),
  );
  const isAboutProof = error.error === "invalid_client" && client !== undefined;
  return {
    reference: referenceOf(ctx),
    endpoint: route,
    client: client?.clientId ?? shownId(claimedClient(ctx)),
    isRegistered: client !== undefined,
    error: error.error,
    description: error.error_description,
    detail: error.error_detail,
    received: {
      ...received,
      ...(isAboutProof ? { authentication: triedAuthentication(ctx) } : {}),
    },
    registered:
      client === undefined
        ? {}
        : {
            ...Object.fromEntries(
              Object.entries(registered)
                .filter(([name]) => name in received)
                .map(([name, of]) => [name, of(client)]),
            ),
            ...(isAboutProof ? { authentication: client.clientAuthMethod } : {}),
          },
  };
}

/** What is added to the answer of a request that was refused: by the response, until it is sent. */
const explanations = new WeakMap<ServerResponse, (said: string) => string>();

/**
 * Adds to an answer what its reader can mend it by: what came, what was expected, and where that is
 * explained. Why a code or a token was not taken is told to the client that it concerns, after that
 * has proved itself.
 */
function tell(ctx: KoaContextWithOIDC, error: Detailed, origin: string): void {
  const body: unknown = ctx.body;
  if (typeof body !== "object" || body === null || !("error" in body)) return;
  const { error: type, error_detail: detail } = error;
  const general = String("error_description" in body ? body.error_description : type);
  const said = type === "invalid_grant" && detail !== undefined ? `${general}: ${detail}` : general;
  Object.assign(body, {
    error_description: explained(ctx, error, said),
    error_uri: `${origin}${errorPlace(type)}`,
    reference: referenceOf(ctx),
  });
}

/** Requests that were refused and are noted under their reference. */
const noted = new WeakSet<ServerResponse>();

/**
 * Tells an application that is answered by a redirection what to compare, and the reference: nothing
 * but the address reaches it, so that both stand in `error_description`.
 */
const referToRefusal =
  (origin: string): Middleware =>
  async (ctx, next) => {
    await next();
    const location = ctx.response.get("location") as string | undefined;
    if (!noted.has(ctx.res) || location === undefined || !URL.canParse(location)) return;
    const url = new URL(location);
    const isInFragment = !url.searchParams.has("error");
    const words = isInFragment ? new URLSearchParams(url.hash.slice(1)) : url.searchParams;
    if (!words.has("error")) return;
    const explain = explanations.get(ctx.res) ?? ((text: string) => text);
    const said = explain(words.get("error_description") ?? "");
    words.set("error_description", `${said} (reference ${referenceOf(ctx)})`.trim());
    words.set("error_uri", `${origin}${errorPlace(words.get("error") ?? "")}`);
    if (isInFragment) url.hash = words.toString();
    ctx.redirect(url.href);
  };

/** What is asked for beside the endpoints that the reference has: the person's own pages. */
const ownPages: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/device$/, ["GET", "POST"]],
  [/^\/interactions\/[^/]+(\/details)?$/, ["GET"]],
  [/^\/interactions\/[^/]+\/finish$/, ["POST"]],
];

/** The methods that an address below the issuer takes; none where nothing is there. */
function methodsAt(path: string): readonly string[] {
  const routed = routedPath(path);
  const declared = openidEndpoints.find((endpoint) => endpoint.path === routed)?.methods;
  return declared ?? ownPages.find(([pattern]) => pattern.test(path))?.[1] ?? [];
}

/** The engine's own: what a browser asks for another origin's sake, and answers without a body. */
const engineMethods: ReadonlySet<string> = new Set(["OPTIONS", "HEAD"]);

/** Says of an address below the issuer what it takes, where the engine has an empty 404. */
const tellOfWrongAddress =
  (origin: string): Middleware =>
  async (ctx, next) => {
    const taken = methodsAt(ctx.path);
    const isWrong =
      taken.length > 0 && !taken.includes(ctx.method) && !engineMethods.has(ctx.method);
    if (!isWrong) {
      await next();
      if (ctx.status !== 404 || (ctx.body !== null && ctx.body !== undefined)) return;
    }
    const methods = isWrong ? taken : [];
    if (isWrong) ctx.set("allow", methods.join(", "));
    ctx.status = isWrong ? 405 : 404;
    ctx.body = {
      error: "invalid_request",
      error_description: wrongAddress(methods, ctx.method),
      error_uri: `${origin}${apiBase}/docs#openid-endpoints`,
      reference: referenceOf(ctx),
    };
  };

/** The words of the asked scope that neither the portal nor a named API knows. */
function unknownScopes({ oidc }: KoaContextWithOIDC): string[] {
  const ofApis = Object.values(oidc.resourceServers ?? {}).flatMap(({ scopes }) => [...scopes]);
  const known = new Set([...Object.keys(claimsByScope), "offline_access", ...ofApis]);
  return wordsOf(String(oidc.params?.scope ?? "")).filter((scope) => !known.has(scope));
}

/** Writes down each refusal, and tells the application what it can mend. */
export function noteRefusals(
  provider: Provider,
  { logger, settings: { portalOrigin } }: Pick<PortalContext, "logger" | "settings">,
  log: RefusalLog,
): void {
  const events: EventEmitter = provider;
  provider.use(tellOfWrongAddress(portalOrigin));
  provider.use(referToRefusal(portalOrigin));
  for (const name of refused) {
    events.on(name, (ctx: KoaContextWithOIDC, error: Detailed) => {
      const isRoutine = routine.has(error.error);
      const line = lineOf(ctx, error);
      logger[isRoutine ? "debug" : "info"](line, "openid request refused");
      if (!isRoutine) {
        noted.add(ctx.res);
        log.note(line);
      }
      explanations.set(ctx.res, (said) => explained(ctx, error, said));
      tell(ctx, error, portalOrigin);
    });
  }
  // Scopes that nobody knows are left out, not refused (OpenID Connect Core, section 3.1.2.1).
  const noteUnknown = (ctx: KoaContextWithOIDC) => {
    const scopes = unknownScopes(ctx).map((scope) => scope.slice(0, mostLetters));
    if (scopes.length === 0) return;
    const { clientId } = ctx.oidc.client ?? {};
    logger.info({ reference: referenceOf(ctx), client: clientId, scopes }, "openid scopes unknown");
  };
  provider.on("authorization.success", noteUnknown);
}
