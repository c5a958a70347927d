import type { IncomingMessage } from "node:http";
import { enqueue } from "@sekimori/kit-server/jobs";
import { sessionLifetimeMs } from "@sekimori/portal-contract/constants";
import {
  type Client,
  type ClientMetadata,
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from "oidc-provider";
import type { PortalContext } from "../../context.ts";
import { type Authentication, acrValues } from "./authentication.ts";
import { backChannelLogout } from "./back-channel.ts";
import { accountFor } from "./claims.ts";
import { ClientAdapter } from "./client-registry.ts";
import { errorPage, signedOutPage, signOutPage } from "./engine-pages.ts";
import { grantFor } from "./grants.ts";
import { bindToPortalSessions } from "./portal-sessions.ts";
import { interactionPath, issuerOf, providerPath } from "./provider-paths.ts";
import { RecordAdapter, settleExchange } from "./record-adapter.ts";
import { claimsByScope } from "./scopes.ts";
import { SessionAdapter } from "./session-adapter.ts";
import type { SigningKey } from "./signing-keys.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Seconds. A grant must outlive every token of it. */
const lifetimes = {
  AccessToken: 15 * minute,
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

/** An application may ask about, and revoke, what was given to itself. */
async function isOwnToken(
  _ctx: KoaContextWithOIDC,
  client: Client,
  token: { readonly clientId?: string | undefined },
): Promise<boolean> {
  return token.clientId === client.clientId;
}

function features(context: PortalContext): Configuration["features"] {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: true },
    introspection: { enabled: true, allowedPolicy: isOwnToken },
    revocation: { enabled: true, allowedPolicy: isOwnToken },
    claimsParameter: { enabled: true },
    pushedAuthorizationRequests: { enabled: true },
    dPoP: { enabled: true },
    backchannelLogout: { enabled: true },
    resourceIndicators: { enabled: false },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) => signOutPage(context, ctx, form),
      postLogoutSuccessSource: (ctx) => signedOutPage(context, ctx),
    },
  };
}

/** The engine's own questions, and first of all which account is meant. */
function questions() {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);
  return policy;
}

/** Applications that run in browsers may call from where they are redirected to, and nowhere else. */
function isOwnOrigin(origin: string, client: ClientMetadata): boolean {
  return (client.redirect_uris ?? []).some((uri) => new URL(uri).origin === origin);
}

/** Writes what a token request has come to before its answer leaves, or refuses it after all. */
function settleExchanges(provider: Provider, context: PortalContext): void {
  provider.use(async (ctx, next) => {
    await next();
    try {
      await settleExchange(context, ctx);
    } catch (error) {
      // In the engine's own words: this is past its handling of errors.
      if (error instanceof errors.InvalidGrant) {
        ctx.status = error.statusCode;
        ctx.body = { error: error.error, error_description: error.error_description };
        return;
      }
      context.logger.error({ err: error }, "openid provider");
      ctx.status = 500;
      ctx.body = { error: "server_error", error_description: "oops! something went wrong" };
    }
  });
}

/** Builds the provider's engine for one set of keys; everything it remembers is in the database. */
export function createProvider(
  context: PortalContext,
  keys: readonly SigningKey[],
  authenticate: (request: IncomingMessage) => Promise<Authentication | undefined>,
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
    acrValues: [...acrValues],
    subjectTypes: ["public"],
    clientAuthMethods: ["client_secret_basic", "client_secret_post", "none"],
    enabledJWA: {
      idTokenSigningAlgValues: ["RS256", "ES256"],
      dPoPSigningAlgValues: ["ES256", "EdDSA", "RS256", "PS256"],
    },
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: () => true },
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
    features: features(context),
    cookies: cookieSettings(context),
    extraClientMetadata: { properties: ["first_party"] },
    clientBasedCORS: (_ctx, origin, client) => isOwnOrigin(origin, client.metadata()),
    discovery: {
      ui_locales_supported: ["ja", "en"],
      prompt_values_supported: ["none", "login", "consent", "select_account"],
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
    },
    // The addresses called are those that an operator registered (back-channel sign-out), also on
    // a private network or this machine, which the engine's own dispatcher refuses.
    fetch: (url, init) => {
      const { dispatcher: _refusing, ...options } = { dispatcher: undefined, ...init };
      return fetch(url, options);
    },
  });
  provider.proxy = true;
  bindToPortalSessions(provider, authenticate);
  settleExchanges(provider, context);
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
