import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Pool } from "pg";
import type { Clock } from "../clock/clock.ts";
import { hashToken, tokenCookie } from "../cookies/cookies.ts";
import { AppError } from "../errors/errors.ts";
import type { Limiter } from "../limits/limits.ts";
import type { Logger } from "../logger/logger.ts";
import type { Sealer } from "../sealing/sealing.ts";
import { logoutTokenVerifier } from "./logout-token.ts";
import { type ProviderCall, providerCallVerifier } from "./provider-call.ts";
import {
  type AccessToken,
  createProviderClient,
  expiryMarginMs,
  SignInFailed,
} from "./provider-client.ts";
import { providerTokenVerifier } from "./provider-tokens.ts";
import { type Trial, trySignIn } from "./provider-trial.ts";
import { registerRelyingRoutes } from "./routes.ts";
import { type SecurityEvent, securityEventVerifier } from "./security-event.ts";
import {
  createSessionStore,
  type RelyingSession,
  type SessionStore,
  type StoredSession,
} from "./session-store.ts";
import { createVisitStore } from "./visit-store.ts";

export type { ProviderCall } from "./provider-call.ts";
export type { Claims, SignInFailure } from "./provider-client.ts";
export type { Trial } from "./provider-trial.ts";
export type { SecurityEvent } from "./security-event.ts";
export type { RelyingSession } from "./session-store.ts";

export interface RelyingPartyOptions {
  /** The application's name in cookies: "sample" makes "__Host-sample_session". */
  readonly name: string;
  /** The application's own origin. */
  readonly origin: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** "openid" and what else is asked for, separated by spaces. */
  readonly scope: string;
  /** The API whose access tokens are wanted (RFC 8707). */
  readonly resource?: string;
  /** How the provider signs; RS256 unless given. */
  readonly idTokenAlgorithm?: "RS256" | "ES256";
  readonly database: { readonly pool: Pool };
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Bounds how often one network may begin a sign-in; without it nothing does. */
  readonly limiter?: Limiter;
  readonly pages: {
    /** Where a sign-in leads that names no page. */
    readonly home: string;
    /** Shown with `?reason=` (a SignInFailure, or "expired") and `&return_to=` when a sign-in fails. */
    readonly failed: string;
    /** Where the provider sends browsers after it signed them out: a page here, or a whole address. */
    readonly signedOut: string;
  };
  /** Milliseconds of a session, at most; eight hours unless given. */
  readonly sessionLifetime?: number;
  /** Milliseconds without a request after which a session ends; only its lifetime ends it unless given. */
  readonly sessionIdle?: number;
  /**
   * The authentication class (`acr`) that every sign-in has to reach, whatever its link asks for: the
   * provider is asked for it as essential, and what falls short begins no session.
   */
  readonly strength?: string;
  /** Whether pages are shown in frames of another site; see `tokenCookie`. */
  readonly inForeignFrame?: boolean;
  /** For tests. */
  readonly fetch?: typeof fetch;
}

export interface RelyingParty {
  /**
   * Adds GET `/openid/sign-in` (query: return_to, prompt, max_age, acr_values, login_hint,
   * ui_locales; with answer=address it says as JSON where to go, for the page's host), GET
   * `/openid/callback`, POST `/openid/back-channel-logout` and, for whoever wants to hear of them,
   * POST `/openid/events`.
   *
   * @param onEvent may be called twice for one event; the provider tries again when it throws.
   */
  register(app: FastifyInstance, onEvent?: (event: SecurityEvent) => Promise<void>): Promise<void>;
  /** Who is signed in with this request; undefined for nobody. Asks the provider now and then. */
  session(request: FastifyRequest): Promise<RelyingSession | undefined>;
  /**
   * The same, if the person proved who they are a short while ago; for access words.
   *
   * @param seconds how long ago at most.
   * @throws AppError RecentSignInRequired (the application's table of errors has to name it): the
   *   browser then goes to `/openid/sign-in?max_age=…`.
   */
  recentSession(request: FastifyRequest, seconds: number): Promise<RelyingSession | undefined>;
  /** A name for the caller that no script could know; for `registerCsrf`. */
  key(request: FastifyRequest): string | undefined;
  /**
   * An access token for `resource`, good for half a minute at least.
   *
   * @throws AppError SessionExpired when the provider's session ended, Unavailable.
   */
  accessToken(session: RelyingSession): Promise<string>;
  /**
   * An access token of the application's own for `resource`, for work while nobody is signed in.
   *
   * @throws AppError Unavailable.
   */
  ownToken(scope: string): Promise<string>;
  /** Forgets that token, because whoever it was shown to has refused it. */
  forgetOwnToken(scope: string): void;
  /**
   * Whether the provider itself calls, by a token that it gave itself for this (RFC 9068).
   *
   * @throws AppError Unavailable when the provider's keys cannot be read.
   */
  isProvider(request: FastifyRequest, call: ProviderCall): Promise<boolean>;
  /**
   * Tries the parts of a sign-in that need nobody, by asking the provider.
   *
   * @param ownScope what a token of the application's own is asked for.
   */
  trial(ownScope: string): Promise<readonly Trial[]>;
  /**
   * Ends the session of this request.
   *
   * @returns the address to which the whole window goes, so that the provider's session ends too.
   */
  signOut(request: FastifyRequest, reply: FastifyReply): Promise<string>;
  /**
   * Ends a person's sessions that rest on a proof from before a moment: what the provider tells of
   * them by an event must not wait for its logout token.
   *
   * @param provenBefore by the product's clock.
   * @returns how many ended.
   */
  endSessionsOf(subject: string, provenBefore: Date): Promise<number>;
  /** Removes what expired; for a scheduled job. @returns how many rows. */
  purge(): Promise<number>;
}

const eightHoursMs = 8 * 60 * 60_000;
/** A provider that does not answer is asked again after this; the session goes on meanwhile. */
const askAgainMs = 60_000;
const exchangePauseMs = 100;
/** How long one request believes what it was told of its session: as long as its work takes. */
const believedMs = 1_000;
const exchangeTries = 100;

/** Where the application is called back; what is registered at the provider. */
export const redirectPath = "/openid/callback";
export const backChannelLogoutPath = "/openid/back-channel-logout";
export const eventsPath = "/openid/events";

function goodToken({ identity: { access } }: StoredSession): string | undefined {
  return access && access.expiresAt > Date.now() + expiryMarginMs ? access.token : undefined;
}

/** @returns the session as it is now; undefined when the provider says that it is over. */
async function checked(
  store: SessionStore,
  renew: (session: StoredSession) => Promise<StoredSession["identity"]>,
  session: StoredSession,
  logger: Logger,
): Promise<StoredSession | undefined> {
  const { identity } = session;
  if (identity.refreshToken === undefined || session.checkAfter.getTime() > Date.now()) {
    return session;
  }
  const exchange = await store.beginExchange(session.id);
  // Another request is asking; what is known is good enough until it has the answer.
  if (exchange === undefined) return session;
  const { session: taken } = exchange;
  if (taken.checkAfter.getTime() > Date.now()) {
    await store.endExchange(exchange, taken.identity);
    return taken;
  }
  try {
    const renewed = await renew(taken);
    const isKept = await store.endExchange(exchange, renewed);
    // The person has signed in anew meanwhile: what that brought counts.
    return isKept
      ? { ...taken, identity: renewed, claims: renewed.claims }
      : store.findById(taken.id);
  } catch (error) {
    if (!(error instanceof SignInFailed)) throw error;
    if (error.reason !== "unavailable") {
      if (!(await store.endRefused(exchange))) return store.findById(taken.id);
      logger.info({ err: error, session: taken.id }, "the provider ended the session");
      return undefined;
    }
    logger.warn({ err: error }, "the OpenID provider does not answer");
    await store.endExchange(exchange, { ...taken.identity, checkAfter: Date.now() + askAgainMs });
    return taken;
  }
}

/** Signs people in by an OpenID provider. Tokens stay on the server; browsers get an opaque cookie. */
export function createRelyingParty(options: RelyingPartyOptions): RelyingParty {
  const { origin, clientId, logger, clock, pages } = options;
  const cookie = (kind: string) =>
    tokenCookie({
      name: `${options.name}_${kind}`,
      origin,
      inForeignFrame: options.inForeignFrame ?? false,
    });
  const sessionCookie = cookie("session");
  const visitCookie = cookie("visit");
  const stored = { pool: options.database.pool, sealer: options.sealer, clock, clientId };
  const lifetimeMs = options.sessionLifetime ?? eightHoursMs;
  const store = createSessionStore({ ...stored, lifetimeMs, idleMs: options.sessionIdle });
  const provider = createProviderClient({
    issuer: options.issuer,
    clientId,
    clientSecret: options.clientSecret,
    redirectUri: `${origin}${redirectPath}`,
    scope: options.scope,
    resource: options.resource,
    idTokenAlgorithm: options.idTokenAlgorithm,
    fetch: options.fetch,
  });
  const verify = providerTokenVerifier(provider, {
    clientId,
    algorithm: options.idTokenAlgorithm ?? "RS256",
    ...(options.fetch ? { fetch: options.fetch } : {}),
  });
  const ownTokens = new Map<string, AccessToken>();
  /** Answers of this moment's work on a request; one that stays open is asked anew. */
  const asked = new WeakMap<
    FastifyRequest,
    { readonly at: number; readonly found: Promise<StoredSession | undefined> }
  >();

  async function lookUp(request: FastifyRequest): Promise<StoredSession | undefined> {
    const token = sessionCookie.read(request);
    const found = token === undefined ? undefined : await store.find(token);
    return found && checked(store, ({ identity }) => provider.renew(identity), found, logger);
  }

  function session(request: FastifyRequest): Promise<StoredSession | undefined> {
    const known = asked.get(request);
    const at = performance.now();
    if (known !== undefined && at - known.at < believedMs) return known.found;
    const found = lookUp(request);
    asked.set(request, { at, found });
    return found;
  }

  const bare = ({ identity: _, checkAfter: __, ...rest }: StoredSession): RelyingSession => rest;

  /** A token that is good, from the store or from the provider; undefined while another asks. */
  async function tokenOf(id: string): Promise<string | undefined> {
    const known = await store.findById(id);
    if (known === undefined) throw new AppError("SessionExpired");
    const good = goodToken(known);
    if (good !== undefined) return good;
    const exchange = await store.beginExchange(id);
    const identity = exchange?.session.identity;
    if (identity?.refreshToken === undefined || exchange === undefined) return undefined;
    const meanwhile = goodToken(exchange.session);
    if (meanwhile !== undefined) {
      await store.endExchange(exchange, identity);
      return meanwhile;
    }
    try {
      const fresh = await provider.accessToken(identity.refreshToken);
      await store.endExchange(exchange, { ...identity, ...fresh });
      return fresh.access.token;
    } catch (error) {
      if (!(error instanceof SignInFailed)) throw error;
      if (error.reason === "unavailable") {
        await store.endExchange(exchange, identity);
        throw new AppError("Unavailable", { cause: error, detail: "OpenID provider" });
      }
      // Signed in anew meanwhile: there is another token to ask with.
      if (!(await store.endRefused(exchange))) return undefined;
      throw new AppError("SessionExpired", { cause: error });
    }
  }

  return {
    register: (app, onEvent) =>
      registerRelyingRoutes(app, {
        provider,
        store,
        visits: createVisitStore(stored),
        sessionCookie,
        visitCookie,
        verifyLogout: logoutTokenVerifier(verify),
        verifyEvent: securityEventVerifier(verify, clock),
        onEvent,
        eventsPath,
        pages,
        origin,
        logger,
        limiter: options.limiter,
        strength: options.strength,
        lifetimeMs,
      }),

    async session(request) {
      const found = await session(request);
      return found && bare(found);
    },

    async recentSession(request, seconds) {
      const found = await session(request);
      if (found === undefined) return undefined;
      const age = clock.now().getTime() - found.authenticatedAt.getTime();
      if (age > seconds * 1000) throw new AppError("RecentSignInRequired");
      return bare(found);
    },

    key(request) {
      const token = sessionCookie.read(request);
      return token === undefined ? undefined : hashToken(token);
    },

    async accessToken({ id }) {
      for (let tries = 0; tries < exchangeTries; tries++) {
        const token = await tokenOf(id);
        if (token !== undefined) return token;
        await pause(exchangePauseMs);
      }
      throw new AppError("Unavailable", { detail: "no access token in time" });
    },

    async ownToken(scope) {
      const known = ownTokens.get(scope);
      if (known && known.expiresAt > Date.now() + expiryMarginMs) return known.token;
      try {
        const fresh = await provider.ownToken(scope);
        ownTokens.set(scope, fresh);
        return fresh.token;
      } catch (error) {
        if (!(error instanceof SignInFailed)) throw error;
        throw new AppError("Unavailable", { cause: error, detail: "OpenID provider" });
      }
    },

    forgetOwnToken(scope) {
      ownTokens.delete(scope);
    },

    isProvider: providerCallVerifier(verify),

    trial: (ownScope) =>
      trySignIn({
        client: provider,
        issuer: options.issuer,
        clientId,
        redirectUri: `${origin}${redirectPath}`,
        ownScope,
        fetch: options.fetch,
      }),

    async signOut(request, reply) {
      const token = sessionCookie.read(request);
      const afterwards = new URL(pages.signedOut, origin).href;
      const found = token === undefined ? undefined : await store.find(token);
      sessionCookie.clear(reply);
      if (found === undefined) return afterwards;
      await store.remove(found.id);
      return provider.endSessionUrl(found.identity.idToken, afterwards).catch((error: unknown) => {
        logger.warn({ err: error }, "signed out here only");
        return afterwards;
      });
    },

    endSessionsOf: (subject, provenBefore) => store.removeProvenBefore(subject, provenBefore),

    purge: () => store.purge(),
  };
}
