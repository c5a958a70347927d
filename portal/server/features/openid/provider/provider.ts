import type { IncomingMessage } from "node:http";
import { enqueue } from "@sekimori/kit-server/jobs";
import { sessionLifetimeMs } from "@sekimori/portal-contract/constants";
import { decodeJwt, decodeProtectedHeader } from "jose";
import {
  type Client,
  type ClientMetadata,
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from "oidc-provider";
import type { PortalContext } from "../../../context.ts";
import { backChannelLogout } from "../clients/back-channel.ts";
import { recogniseSecrets } from "../clients/client-secrets.ts";
import { errorPage, signedOutPage, signOutPage } from "../interaction/engine-pages.ts";
import type { Authentication } from "../protocol/authentication.ts";
import { interactionPath, issuerOf, providerPath } from "../protocol/provider-paths.ts";
import { claimsByScope } from "../protocol/scopes.ts";
import { askedStrengths, isReached, strengths } from "../protocol/strength.ts";
import type { RefusalLog } from "../refusals/refusal-log.ts";
import { ClientAdapter } from "../storage/client-adapter.ts";
import { RecordAdapter, settleExchange } from "../storage/record-adapter.ts";
import { SessionAdapter } from "../storage/session-adapter.ts";
import { guardAuthorize } from "./authorize-guard.ts";
import { accountFor } from "./claims.ts";
import { deviceFlow, nameShortAddress, slowDown } from "./device-flow.ts";
import { grantFor } from "./grants.ts";
import { bindToPortalSessions, reachedIn } from "./portal-sessions.ts";
import { noteRefusals } from "./refusals.ts";
import { defaultResource, extraTokenClaims, resourceFor } from "./resources.ts";
import type { SigningKey } from "./signing-keys.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Seconds. A grant must outlive every token of it. */
const lifetimes = {
  AccessToken: 15 * minute,
  ClientCredentials: 15 * minute,
  DeviceCode: 10 * minute,
  AuthorizationCode: minute,
  Grant: 180 * day,
  IdToken: hour,
  Interaction: hour,
  RefreshToken: 14 * day,
  Session: sessionLifetimeMs / 1000,
} as const;

/** However often it is exchanged, a refresh token's line ends after this and a sign-in is due. */
const refreshLineSeconds = 90 * day;

declare module "oidc-provider" {
  interface Client {
    /** Our own application: no consent is asked. */
    readonly first_party?: boolean;
    /** The APIs that it may have tokens for, by their identifiers. */
    readonly resources?: readonly string[];
    /** The APIs that it is, and may therefore ask about tokens of. */
    readonly introspects?: readonly string[];
    /** Reads claims from ID tokens and never asks the userinfo endpoint. */
    readonly id_token_claims?: boolean;
    /** Cannot do PKCE, and has a secret instead. */
    readonly pkce_optional?: boolean;
    /** Where its scripts run, beside the origins of its return addresses. */
    readonly cors_origins?: readonly string[];
    /** Its picture, as a data URL. */
    readonly logo?: string;
    /** Where it is told of what happens to its members. */
    readonly events_uri?: string;
    /** Tells the application that a session of its has ended. @throws Error unless it answers 2xx. */
    backchannelLogout(subject: string, sid: string): Promise<void>;
  }
}

function cookieSettings(context: PortalContext): Configuration["cookies"] {
  const isHttps = context.settings.portalOrigin.startsWith("https:");
  const prefix = isHttps ? "__Secure-" : "";
  const attributes = { httpOnly: true, sameSite: "lax", secure: isHttps, signed: true } as const;
  return {
    keys: [context.digests.token("openid-cookies", "1")],
    names: {
      session: `${prefix}sekimori_op`,
      interaction: `${prefix}sekimori_op_interaction`,
      resume: `${prefix}sekimori_op_resume`,
    },
    long: { ...attributes, path: providerPath },
    short: attributes,
  };
}

interface AskedToken {
  readonly clientId?: string | undefined;
  readonly aud?: string | readonly string[] | undefined;
}

/** An application may revoke what was given to itself. */
async function isOwnToken(
  _ctx: KoaContextWithOIDC,
  client: Client,
  token: AskedToken,
): Promise<boolean> {
  return token.clientId === client.clientId;
}

/** It may ask about that too, and as an API about the tokens that were given for it. */
async function isOwnOrForIt(
  ctx: KoaContextWithOIDC,
  client: Client,
  token: AskedToken,
): Promise<boolean> {
  const audiences = [token.aud ?? []].flat();
  const isForIt = audiences.some((audience) => client.introspects?.includes(audience));
  return isForIt || isOwnToken(ctx, client, token);
}

type Authenticate = (request: IncomingMessage) => Promise<Authentication | undefined>;

function features(context: PortalContext, authenticate: Authenticate): Configuration["features"] {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: true },
    introspection: { enabled: true, allowedPolicy: isOwnOrForIt },
    revocation: { enabled: true, allowedPolicy: isOwnToken },
    claimsParameter: { enabled: true },
    pushedAuthorizationRequests: { enabled: true },
    dPoP: { enabled: true },
    backchannelLogout: { enabled: true },
    clientCredentials: { enabled: true },
    deviceFlow: deviceFlow(context),
    resourceIndicators: {
      enabled: true,
      defaultResource,
      getResourceServerInfo: (ctx, identifier, client) =>
        resourceFor(context, ctx, identifier, client),
    },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) => signOutPage(context, ctx, form),
      postLogoutSuccessSource: async (ctx) =>
        signedOutPage(context, ctx, (await authenticate(ctx.req)) !== undefined),
    },
  };
}

/**
 * The engine's own questions, and first of all which account is meant: a new one (Initiating User
 * Registration via OpenID Connect), or one of those there are.
 */
function questions() {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);
  policy.add(new interactionPolicy.Prompt({ name: "create", requestable: true }), 0);
  const checks = policy.get("login")?.checks;
  // The engine's own compare names, and forget what is essential beside `acr_values`.
  checks?.remove("essential_acr");
  checks?.remove("essential_acrs");
  checks?.add(essentialStrength());
  checks?.add(wishedStrength());
  return policy;
}

const { Check } = interactionPolicy;

/** Whether the sign-in of a session falls short of what the request asks for. */
function isMissing({ oidc }: KoaContextWithOIDC, isEssential: boolean): boolean {
  const reached = reachedIn(oidc.session);
  if (reached === undefined) return false;
  return askedStrengths(oidc.params ?? {}).some(
    (asked) => asked.isEssential === isEssential && !isReached(reached, asked),
  );
}

/** The claim `acr` may be insisted on (OpenID Connect Core, section 5.5.1.1). */
const essentialStrength = () =>
  new Check("essential_acr", "the requested ACR could not be obtained", (ctx) =>
    isMissing(ctx, true),
  );

/**
 * `acr_values` is a wish: a sign-in that falls short of it is asked for again, once, and then goes
 * on with what was reached (OpenID Connect Core, section 3.1.2.1; RFC 9470, section 4).
 */
const wishedStrength = () =>
  new Check("acr_values", "none of the wished ACRs was reached", (ctx) => {
    const { prompts, result } = ctx.oidc;
    return !prompts.has("none") && result?.login === undefined && isMissing(ctx, false);
  });

/** Applications that run in browsers may call from where they are redirected to, and nowhere else. */
function isOwnOrigin(
  origin: string,
  client: ClientMetadata & { cors_origins?: string[] },
): boolean {
  // Of an application's own scheme the origin is "null", which is also what every sandboxed frame sends.
  if (origin === "null") return false;
  if (client.cors_origins?.includes(origin)) return true;
  return (client.redirect_uris ?? []).some((uri) => new URL(uri).origin === origin);
}

/** Writes what a token request has come to before its answer leaves, or refuses it after all. */
function settleExchanges(provider: Provider, context: PortalContext): void {
  provider.use(async (ctx, next) => {
    await next();
    try {
      await settleExchange(context, ctx as unknown as KoaContextWithOIDC);
    } catch (error) {
      // In the engine's own words: this is past its handling of errors.
      if (error instanceof errors.InvalidGrant) {
        ctx.status = error.statusCode;
        ctx.body = { error: error.error, error_description: error.error_description };
        provider.emit("grant.error", ctx as unknown as KoaContextWithOIDC, error);
        return;
      }
      context.logger.error({ err: error }, "openid provider");
      ctx.status = 500;
      ctx.body = { error: "server_error", error_description: "oops! something went wrong" };
    }
  });
}

/**
 * An application that sends a request object says in there how it is to be answered, and may listen
 * in no other way. Its refusal goes that way: anybody could ask for the same in the query, and
 * nothing else in an object is read.
 */
function refuseWhereHeard({ oidc }: KoaContextWithOIDC, { error }: errors.OIDCProviderError): void {
  const { params } = oidc;
  if (error !== "request_not_supported" || params === undefined) return;
  params.response_mode ??= wishedModeOf(String(params.request));
}

function wishedModeOf(requestObject: string): unknown {
  try {
    return decodeJwt(requestObject).response_mode;
  } catch {
    return undefined;
  }
}

type Middleware = Parameters<Provider["use"]>[0];

type EngineContext = Parameters<Middleware>[0];

/**
 * Changes a request's query. The engine learns from the address as it came where it is mounted, by
 * what stands before the address that it was given, so the two are changed together.
 */
function setQuery(ctx: EngineContext, query: EngineContext["query"]): void {
  const request: IncomingMessage & { originalUrl?: string } = ctx.req;
  const mounted = request.originalUrl?.slice(0, -ctx.url.length);
  ctx.query = query;
  if (mounted !== undefined) request.originalUrl = `${mounted}${ctx.url}`;
}

/**
 * An ID token outlives the key that signed it in the hands of an application. As a hint at a
 * sign-out it proves nothing then, so the person is asked, and goes on to where the application
 * says, instead of standing before an error.
 */
function forgettingOldHints(kids: ReadonlySet<string>): Middleware {
  return async (ctx, next) => {
    const { id_token_hint: hint, ...rest } = ctx.query;
    if (ctx.path === "/session/end" && typeof hint === "string") {
      const clientId = applicationOfOldHint(hint, kids);
      if (clientId !== undefined) setQuery(ctx, { client_id: clientId, ...rest });
    }
    await next();
  };
}

/** The application that a hint was made for, if none of today's keys signed it. */
function applicationOfOldHint(hint: string, kids: ReadonlySet<string>): string | undefined {
  try {
    const { kid } = decodeProtectedHeader(hint);
    const { aud } = decodeJwt(hint);
    return kid === undefined || kids.has(kid) || typeof aud !== "string" ? undefined : aud;
  } catch {
    return undefined;
  }
}

/**
 * Clients are to ignore what a revocation answers (RFC 7009, section 2.2). Some read it all the
 * same: they throw on an empty text, and simple-oauth2 on whatever is not JSON.
 */
const answerRevocation: Middleware = async (ctx, next) => {
  await next();
  if (ctx.oidc?.route === "revocation" && ctx.status === 200) ctx.body = {};
};

/** Builds the provider's engine for one set of keys; everything it remembers is in the database. */
export function createProvider(
  context: PortalContext,
  keys: readonly SigningKey[],
  authenticate: Authenticate,
  refusals: RefusalLog,
): Provider {
  const { settings, logger } = context;
  const clients = new ClientAdapter(context);
  const sessions = new SessionAdapter(context);
  const provider = new Provider(issuerOf(settings.portalOrigin), {
    adapter: (model) => {
      if (model === "Client") return clients;
      return model === "Session" ? sessions : new RecordAdapter(context, model);
    },
    jwks: { keys: keys.map((key) => ({ ...key })) },
    responseTypes: ["code"],
    scopes: ["openid", "offline_access"],
    claims: Object.fromEntries(
      Object.entries(claimsByScope).map(([scope, names]) => [scope, [...names]]),
    ),
    acrValues: [...strengths],
    subjectTypes: ["public"],
    clientAuthMethods: ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"],
    enabledJWA: {
      idTokenSigningAlgValues: ["RS256", "ES256"],
      dPoPSigningAlgValues: ["ES256", "EdDSA", "RS256", "PS256"],
    },
    allowOmittingSingleRegisteredRedirectUri: false,
    // Some confidential clients cannot do it; their secret binds the code to them.
    pkce: {
      required: (_ctx, client) => !(client.pkce_optional && client.clientAuthMethod !== "none"),
    },
    // Which claims an ID token has is decided by the account (claims.ts).
    conformIdTokenClaims: false,
    rotateRefreshToken: true,
    // Our own applications renew their tokens for as long as the portal's session lasts; others
    // when the person allowed access while away.
    issueRefreshToken: async (_ctx, client, source) =>
      client.grantTypeAllowed("refresh_token") &&
      (client.first_party === true || source.scopes.has("offline_access")),
    // Grants end with the portal's session by themselves; the engine would look the session up with
    // every token, and refuse all grants of it but the last.
    expiresWithSession: async () => false,
    ttl: {
      ...lifetimes,
      RefreshToken: (_ctx, token) => {
        const begun = token.iiat ?? Math.floor(Date.now() / 1000);
        const left = begun + refreshLineSeconds - Math.floor(Date.now() / 1000);
        return Math.max(1, Math.min(lifetimes.RefreshToken, left));
      },
    },
    extraTokenClaims: (ctx, token) => extraTokenClaims(context, ctx, token),
    features: features(context, authenticate),
    cookies: cookieSettings(context),
    extraClientMetadata: {
      properties: [
        "client_name#ja",
        "client_name#en",
        "first_party",
        "resources",
        "introspects",
        "events_uri",
        "summaries_uri",
        "personal_data_uri",
        "leaving_uri",
        "id_token_claims",
        "pkce_optional",
        "cors_origins",
        "logo",
        "start_uri",
        "former_secret_digest",
        "walk_secret_digest",
      ],
    },
    clientBasedCORS: (_ctx, origin, client) => isOwnOrigin(origin, client.metadata()),
    discovery: {
      // Left out it would mean the same; a reader need not know that (OpenID Connect Core, section 6).
      request_parameter_supported: false,
      ui_locales_supported: ["ja", "en"],
      prompt_values_supported: ["none", "login", "consent", "select_account", "create"],
    },
    interactions: {
      policy: questions(),
      url: (_ctx, interaction) => interactionPath(interaction.uid),
    },
    findAccount: (ctx, accountId) => accountFor(context, ctx, accountId),
    loadExistingGrant: (ctx) => grantFor(context, ctx),
    renderError: (ctx, out) => errorPage(context, ctx, out),
    routes: {
      authorization: "/authorize",
      pushed_authorization_request: "/request",
      end_session: "/session/end",
      device_authorization: "/device/code",
      code_verification: "/device",
    },
    // Addresses of applications (back-channel sign-out): through our guard, which knows what the
    // engine's own does not: the networks and origins that the operator allows.
    fetch: (url, init) => context.outbound.fetch(url as string | URL, init),
  });
  provider.proxy = true;
  recogniseSecrets(provider);
  provider.use(forgettingOldHints(new Set(keys.map(({ kid }) => kid))));
  provider.use(guardAuthorize(context, refusals));
  provider.use(answerRevocation);
  provider.use(nameShortAddress(context));
  provider.use(slowDown(context));
  bindToPortalSessions(provider, authenticate);
  settleExchanges(provider, context);
  provider.on("authorization.error", refuseWhereHeard);
  noteRefusals(provider, context, refusals);
  provider.on("server_error", (_ctx, error) => logger.error({ err: error }, "openid provider"));
  provider.on("backchannel.error", (_ctx, error, client, accountId, sid) => {
    const { clientId } = client;
    logger.warn({ err: error, client: clientId }, "back-channel sign-out not delivered yet");
    const authorizations = { [clientId]: sid === undefined ? {} : { sid } };
    enqueue(context.db, backChannelLogout, { accountId, authorizations }).catch((cause: unknown) =>
      logger.error({ err: cause, client: clientId }, "back-channel sign-out lost"),
    );
  });
  return provider;
}
