import type { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { wrongAddress } from "@sekimori/kit-server/http";
import type { errors, KoaContextWithOIDC, Provider } from "oidc-provider";
import type { PortalContext } from "../../../context.ts";
import { referenceOf } from "../protocol/reference.ts";
import { claimsByScope, wordsOf } from "../protocol/scopes.ts";

// A refused request is told to three readers. The person sees a page, the application's engineer an
// answer, the operator a line in the log. All three have the same reference.

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
const shownId = (claimed: string) =>
  claimed === "" || (/^[\w.~-]{1,64}$/.test(claimed) && !/^[\w-]{43}$/.test(claimed))
    ? claimed
    : "…";

/** How a client tried to prove itself at an endpoint that asks for it. */
function triedAuthentication({ headers, oidc }: KoaContextWithOIDC): string {
  if (/^basic /i.test(headers.authorization ?? "")) return "client_secret_basic";
  if (oidc.params?.client_assertion !== undefined) return "private_key_jwt";
  return oidc.params?.client_secret === undefined ? "none" : "client_secret_post";
}

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

/**
 * Adds to an answer what its reader can mend it by. Why a code or a token was not taken is told to the
 * client that it concerns, after that has proved itself; strangers hear the engine's general words.
 */
function tell(ctx: KoaContextWithOIDC, { error, error_detail: detail }: Detailed): void {
  const body: unknown = ctx.body;
  if (typeof body !== "object" || body === null || !("error" in body)) return;
  Object.assign(body, { reference: referenceOf(ctx) });
  if (error === "invalid_grant" && detail !== undefined) {
    Object.assign(body, { error_description: `grant request is invalid: ${detail}` });
  }
}

/** Requests that were refused and are noted under their reference. */
const noted = new WeakSet<ServerResponse>();

/**
 * Tells the reference to an application that is answered by a redirection: nothing but the address
 * reaches it, so that it stands at the end of `error_description`.
 */
const referToRefusal: Middleware = async (ctx, next) => {
  await next();
  const location = ctx.response.get("location") as string | undefined;
  if (!noted.has(ctx.res) || location === undefined || !URL.canParse(location)) return;
  const url = new URL(location);
  const isInFragment = !url.searchParams.has("error");
  const words = isInFragment ? new URLSearchParams(url.hash.slice(1)) : url.searchParams;
  if (!words.has("error")) return;
  const said = words.get("error_description") ?? "";
  words.set("error_description", `${said} (reference ${referenceOf(ctx)})`.trim());
  if (isInFragment) url.hash = words.toString();
  ctx.redirect(url.href);
};

/** What other servers post to, and a browser's address bar asks for in vain. */
const postedOnly: ReadonlySet<string> = new Set([
  "/token",
  "/token/introspection",
  "/token/revocation",
  "/request",
  "/device/code",
]);

/** Says of an address below the issuer what it takes, where the engine has an empty 404. */
const tellOfWrongAddress: Middleware = async (ctx, next) => {
  await next();
  if (ctx.status !== 404 || (ctx.body !== null && ctx.body !== undefined)) return;
  const methods = postedOnly.has(ctx.path) ? ["POST"] : [];
  if (methods.length > 0) ctx.set("allow", methods.join(", "));
  ctx.status = 404;
  ctx.body = {
    error: "invalid_request",
    error_description: wrongAddress(methods),
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
export function noteRefusals(provider: Provider, { logger }: Pick<PortalContext, "logger">): void {
  const events: EventEmitter = provider;
  provider.use(tellOfWrongAddress);
  provider.use(referToRefusal);
  for (const name of refused) {
    events.on(name, (ctx: KoaContextWithOIDC, error: Detailed) => {
      const isRoutine = routine.has(error.error);
      logger[isRoutine ? "debug" : "info"](lineOf(ctx, error), "openid request refused");
      if (!isRoutine) noted.add(ctx.res);
      tell(ctx, error);
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
