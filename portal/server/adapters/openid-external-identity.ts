import { createHash } from "node:crypto";
import { apiBase } from "@sekimori/kit-contract/api-base";
import type { Outbound } from "@sekimori/kit-server/outbound";
import { SettingsError } from "@sekimori/kit-server/settings";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type * as Oidc from "openid-client";
import { z } from "zod";
import { nameOfExternalId } from "../external-id-name.ts";
import {
  ExternalIdentityError,
  type ExternalIdentityProvider,
  ForeignWordError,
  type OrganisationClient,
  type VisitAnswer,
} from "../ports/external-identity.ts";
import type { PortalSettings } from "../settings.ts";
import { externalName } from "./external-name.ts";
import { isAboutKeys, isMeantForClient, organisationLogoutTokens } from "./openid-logout-tokens.ts";

export interface OpenIdExternalIdentityOptions {
  /** Issuer identifier; its discovery document is read from there. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The page of ours that the provider sends browsers back to. */
  readonly redirectUri: string;
  /** What is asked for; the standard scopes unless given. */
  readonly scopes?: string;
  /** What calls the provider, where its address is a customer's and not the operator's. */
  readonly fetch?: typeof fetch;
}

/** Most processes never meet anybody who comes from there. */
const library = (): Promise<typeof Oidc> => import("openid-client");

const timeoutSeconds = 10;
/** The provider may change its keys and addresses; it is asked again after this. */
const discoveryLifetimeMs = 60 * 60_000;
/** Whoever mends a provider tries again and again. */
const failureLifetimeMs = 5_000;

const denials = new Set(["access_denied", "login_required", "consent_required"]);
const faults = new Set(["server_error", "temporarily_unavailable"]);

/** A provider on this machine (the sandbox) may speak http; any other must not. */
function isOnThisMachine(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
}

function reasonOf(oidc: typeof Oidc, error: unknown): ExternalIdentityError["reason"] {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) {
    if (denials.has(error.error)) return "denied";
    return faults.has(error.error) ? "unavailable" : "untrusted";
  }
  if (error instanceof oidc.ClientError) {
    const isTransport = error.code === "OAUTH_TIMEOUT" || error.code === "OAUTH_ABORT";
    return isTransport ? "unavailable" : "untrusted";
  }
  return error instanceof TypeError ? "unavailable" : "untrusted";
}

const statedClass = z.string().regex(/^[\x21-\x7e]{1,200}$/);

const statedMethod = z.string().regex(/^[A-Za-z0-9_.:-]{1,40}$/);

/** What a provider calls its session; longer than any is, so that no answer fills a column. */
const statedSession = z.string().min(1).max(255);

/** The methods that an ID token names, as far as they are names; null where it names none. */
function statedMethods(amr: unknown): readonly string[] | null {
  const named = (Array.isArray(amr) ? amr : []).filter(
    (one) => statedMethod.safeParse(one).success,
  );
  return named.length === 0 ? null : [...new Set<string>(named)].slice(0, 10);
}

/** The provider that a discovery document describes: code flow with PKCE, nonce and state. */
export function openIdExternalIdentity(
  options: OpenIdExternalIdentityOptions,
): ExternalIdentityProvider {
  let known: { readonly found: Promise<Oidc.Configuration>; readonly until: number } | undefined;

  /** Many who ask at once ask the provider once; one that does not answer is left alone for a moment. */
  function configuration(): Promise<Oidc.Configuration> {
    if (known && known.until > Date.now()) return known.found;
    const asked = { found: describe(), until: Date.now() + discoveryLifetimeMs };
    known = asked;
    asked.found.catch(() => {
      if (known === asked) known = { ...asked, until: Date.now() + failureLifetimeMs };
    });
    return asked.found;
  }

  async function describe(): Promise<Oidc.Configuration> {
    const oidc = await library();
    return oidc.discovery(
      new URL(options.issuer),
      options.clientId,
      options.clientSecret,
      undefined,
      {
        timeout: timeoutSeconds,
        ...(isOnThisMachine(options.issuer) ? { execute: [oidc.allowInsecureRequests] } : {}),
        ...(options.fetch ? { [oidc.customFetch]: options.fetch as Oidc.CustomFetch } : {}),
      },
    );
  }

  /** Claims that the ID token left out, from the provider itself. */
  async function emailOf(found: Oidc.Configuration, claims: Oidc.IDToken, accessToken: string) {
    if (claims.email !== undefined || !found.serverMetadata().userinfo_endpoint) return claims;
    return await (await library()).fetchUserInfo(found, accessToken, claims.sub);
  }

  const logoutTokens = organisationLogoutTokens({
    clientId: options.clientId,
    metadata: async () => (await configuration()).serverMetadata(),
    ...(options.fetch ? { fetch: options.fetch } : {}),
  });

  return {
    async discover() {
      const oidc = await library();
      try {
        const { issuer, end_session_endpoint: address } = (await configuration()).serverMetadata();
        return { issuer, canSignOut: address !== undefined };
      } catch (error) {
        throw new ExternalIdentityError(reasonOf(oidc, error), error);
      }
    },

    async begin({ state, locale, loginHint }) {
      const oidc = await library();
      try {
        const found = await configuration();
        const verifier = oidc.randomPKCECodeVerifier();
        const nonce = oidc.randomNonce();
        const url = oidc.buildAuthorizationUrl(found, {
          redirect_uri: options.redirectUri,
          scope: options.scopes ?? "openid email profile",
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
          ui_locales: locale,
          ...(loginHint === undefined ? {} : { login_hint: loginHint }),
        });
        return { url: url.href, secrets: { verifier, nonce } };
      } catch (error) {
        throw new ExternalIdentityError("unavailable", error);
      }
    },

    async complete(answer: VisitAnswer, { verifier, nonce, state }) {
      const oidc = await library();
      try {
        const found = await configuration();
        const address = new URL(options.redirectUri);
        address.search = new URLSearchParams(answer).toString();
        const tokens = await oidc.authorizationCodeGrant(found, address, {
          pkceCodeVerifier: verifier,
          expectedNonce: nonce,
          expectedState: state,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error("no ID token");
        const known = await emailOf(found, claims, tokens.access_token);
        const { email, email_verified } = known;
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email: typeof email === "string" ? email : undefined,
          emailVerified: email_verified === true,
          name: externalName(known),
          amr: statedMethods(claims.amr),
          acr: statedClass.safeParse(claims.acr).data ?? null,
          claims: { ...known, ...claims },
          login: {
            session: statedSession.safeParse(claims.sid).data ?? null,
            hint: tokens.id_token ?? "",
          },
        };
      } catch (error) {
        throw new ExternalIdentityError(reasonOf(oidc, error), error);
      }
    },

    async readLogout(token) {
      // Before the provider is asked for anything: strangers may post here what they like.
      if (!isMeantForClient(token, options)) throw new ForeignWordError();
      try {
        return await logoutTokens(token);
      } catch (error) {
        const reason = isAboutKeys(error) ? "unavailable" : reasonOf(await library(), error);
        throw new ExternalIdentityError(reason, error);
      }
    },

    async signOut({ hint, returnTo, state, locale }) {
      const oidc = await library();
      try {
        const found = await configuration();
        if (!found.serverMetadata().end_session_endpoint) return undefined;
        const url = oidc.buildEndSessionUrl(found, {
          id_token_hint: hint,
          post_logout_redirect_uri: returnTo,
          state,
          ui_locales: locale,
        });
        return url.href;
      } catch (error) {
        throw new ExternalIdentityError("unavailable", error);
      }
    },
  };
}

/** How many organisations' providers a process keeps; the least recently used goes first. */
const capacity = 200;

/**
 * Organisations' own providers, each called by the guard. One is kept while nothing about it changes, so
 * that not every sign-in asks for its description and keys.
 */
export function organisationProviders({
  fetch,
}: Pick<Outbound, "fetch">): (client: OrganisationClient) => ExternalIdentityProvider {
  const kept = new Map<string, ExternalIdentityProvider>();
  return (client) => {
    const name = createHash("sha256").update(JSON.stringify(client)).digest("base64");
    const provider =
      kept.get(name) ??
      openIdExternalIdentity({ ...client, fetch: fetch as typeof globalThis.fetch });
    kept.delete(name);
    kept.set(name, provider);
    const [oldest] = kept.keys();
    if (kept.size > capacity && oldest !== undefined) kept.delete(oldest);
    return provider;
  };
}

/** Where the provider sends browsers back to: what an operator registers there. */
export const externalIdRedirectUri = (portalOrigin: string): string =>
  `${portalOrigin}${pagePaths.gmoidCallback}`;

/** Below which organisations' providers send browsers back that logged out there. */
export const organisationSignOutUri = (portalOrigin: string): string =>
  `${portalOrigin}${apiBase}/sso/organisation`;

/** Below which organisations' providers send browsers back, each to an address of its own. */
export const organisationSignInUri = (portalOrigin: string): string =>
  `${portalOrigin}${pagePaths.organisationSignIn}`;

/**
 * The provider that the settings name; undefined when they name none.
 *
 * @throws SettingsError when they name only a part of it, or give it a name in one language alone.
 */
export function configuredExternalId(
  settings: PortalSettings,
): ExternalIdentityProvider | undefined {
  const { externalIdIssuer: issuer, externalIdClientId: clientId } = settings;
  const clientSecret = settings.externalIdClientSecret?.reveal();
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) {
    return undefined;
  }
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    throw new SettingsError([
      "Set EXTERNAL_ID_ISSUER, EXTERNAL_ID_CLIENT_ID and EXTERNAL_ID_CLIENT_SECRET, or none of them.",
    ]);
  }
  nameOfExternalId(settings);
  const redirectUri = externalIdRedirectUri(settings.portalOrigin);
  return openIdExternalIdentity({ issuer, clientId, clientSecret, redirectUri });
}
