import type * as Oidc from "openid-client";

/** Why a sign-in came to nothing. */
export type SignInFailure =
  /** The person is not signed in at the provider, and was not to be asked (`prompt=none`). */
  | "login_required"
  /** The person declined. */
  | "denied"
  /** The provider did not recognise the person as strongly or as recently as was asked. */
  | "not_strong_enough"
  /** The provider cannot be reached, or says that it cannot answer. */
  | "unavailable"
  /** The answer cannot be trusted. */
  | "untrusted";

export class SignInFailed extends Error {
  override readonly name = "SignInFailed";
  readonly reason: SignInFailure;

  constructor(reason: SignInFailure, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** What is asked of the provider beside "who is this". */
export interface SignInRequest {
  /** `none`: only if nobody has to be asked anything. */
  readonly prompt?: string | undefined;
  /** Seconds since the person last proved who they are. */
  readonly maxAge?: number | undefined;
  /** The authentication class that is needed (`acr`). */
  readonly acr?: string | undefined;
  /** Nothing less will do: the provider is to refuse rather than answer with less. */
  readonly isAcrEssential?: boolean | undefined;
  readonly loginHint?: string | undefined;
  readonly locale?: string | undefined;
}

/** What has to be remembered until the browser comes back. */
export interface VisitSecrets {
  readonly verifier: string;
  readonly nonce: string;
  readonly maxAge?: number | undefined;
  readonly acr?: string | undefined;
}

export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

export interface AccessToken {
  readonly token: string;
  /** Milliseconds since 1970, by the machine's clock. */
  readonly expiresAt: number;
}

/** Who somebody is and what the application may do for them. */
export interface Identity {
  /** Of the ID token and the userinfo endpoint together. */
  readonly claims: Claims;
  readonly idToken: string;
  readonly refreshToken: string | undefined;
  /** Milliseconds since 1970 by the machine's clock, when claims should be read again. */
  readonly checkAfter: number;
}

export interface ProviderOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  /** "openid" and what else is asked for, separated by spaces. */
  readonly scope: string;
  /** The API whose access tokens are wanted (RFC 8707). */
  readonly resource?: string | undefined;
  /** How ID tokens are signed; RS256 unless given. */
  readonly idTokenAlgorithm?: "RS256" | "ES256" | undefined;
  readonly fetch?: typeof fetch | undefined;
}

export interface ProviderClient {
  metadata(): Promise<Oidc.ServerMetadata>;
  begin(state: string, request: SignInRequest): Promise<{ url: string; secrets: VisitSecrets }>;
  /** @param answer the query that the browser came back with. @throws SignInFailed. */
  complete(answer: string, state: string, secrets: VisitSecrets): Promise<Identity>;
  /** Asks whether the person is still signed in, and for the claims of now. @throws SignInFailed. */
  renew(identity: Identity): Promise<Identity>;
  /** An access token for `resource`, and the refresh token that comes with it. @throws SignInFailed. */
  accessToken(refreshToken: string): Promise<{ access: AccessToken; refreshToken: string }>;
  /** An access token of the application's own for `resource` (`client_credentials`). @throws SignInFailed. */
  ownToken(scope: string): Promise<AccessToken>;
  endSessionUrl(idToken: string, afterwards: string): Promise<string>;
}

const timeoutSeconds = 10;
/** The provider may change its keys and addresses; it is asked again after this. */
const metadataLifetimeMs = 60 * 60_000;
/** An access token that ends sooner is not worth a call. */
export const expiryMarginMs = 30_000;
/** Where the provider does not say how long a token lasts. */
const defaultLifetimeSeconds = 300;

const askFirst = new Set([
  "login_required",
  "interaction_required",
  "consent_required",
  "account_selection_required",
]);
const faults = new Set(["server_error", "temporarily_unavailable"]);

/** A provider on this machine may speak http; any other must not. */
const isOnThisMachine = (address: string): boolean =>
  ["localhost", "127.0.0.1", "[::1]"].includes(new URL(address).hostname);

/** Reading the library takes a while, and a process is at work before anybody signs in. */
const library = (): Promise<typeof Oidc> => import("openid-client");

function reasonOf(oidc: typeof Oidc, error: unknown): SignInFailure {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) {
    if (askFirst.has(error.error)) return "login_required";
    if (error.error === "access_denied") return "denied";
    if (error.error === "unmet_authentication_requirements") return "not_strong_enough";
    return faults.has(error.error) ? "unavailable" : "untrusted";
  }
  if (error instanceof oidc.ClientError) {
    const isTransport = error.code === "OAUTH_TIMEOUT" || error.code === "OAUTH_ABORT";
    const isStatus = error.code === "OAUTH_RESPONSE_IS_NOT_CONFORM";
    return isTransport || isStatus ? "unavailable" : "untrusted";
  }
  return error instanceof TypeError ? "unavailable" : "untrusted";
}

const expiryOf = (tokens: { readonly expires_in?: number | undefined }): number =>
  Date.now() + (tokens.expires_in ?? defaultLifetimeSeconds) * 1000;

/** Speaks to one OpenID provider: code flow with PKCE, nonce and state; tokens stay on the server. */
export function createProviderClient(options: ProviderOptions): ProviderClient {
  const { issuer, clientId, clientSecret, redirectUri, resource } = options;
  const wanted: Record<string, string> = resource === undefined ? {} : { resource };
  let known: { readonly configuration: Oidc.Configuration; readonly until: number } | undefined;

  async function configuration(): Promise<Oidc.Configuration> {
    if (known && known.until > Date.now()) return known.configuration;
    const oidc = await library();
    const found = await oidc.discovery(
      new URL(issuer),
      clientId,
      { id_token_signed_response_alg: options.idTokenAlgorithm ?? "RS256" },
      oidc.ClientSecretBasic(clientSecret),
      {
        timeout: timeoutSeconds,
        ...(isOnThisMachine(issuer) ? { execute: [oidc.allowInsecureRequests] } : {}),
        ...(options.fetch ? { [oidc.customFetch]: options.fetch as Oidc.CustomFetch } : {}),
      },
    );
    known = { configuration: found, until: Date.now() + metadataLifetimeMs };
    return found;
  }

  async function asking<T>(work: (oidc: typeof Oidc, found: Oidc.Configuration) => Promise<T>) {
    const oidc = await library();
    try {
      return await work(oidc, await configuration());
    } catch (error) {
      if (error instanceof SignInFailed) throw error;
      throw new SignInFailed(reasonOf(oidc, error), error);
    }
  }

  return {
    metadata: () => asking(async (_, found) => found.serverMetadata()),

    begin: (state, request) =>
      asking(async (oidc, found) => {
        const verifier = oidc.randomPKCECodeVerifier();
        const nonce = oidc.randomNonce();
        const { prompt, maxAge, acr, loginHint, locale } = request;
        const url = oidc.buildAuthorizationUrl(found, {
          redirect_uri: redirectUri,
          scope: options.scope,
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
          ...(prompt === undefined ? {} : { prompt }),
          ...(maxAge === undefined ? {} : { max_age: String(maxAge) }),
          ...(acr === undefined ? {} : { acr_values: acr }),
          ...(acr !== undefined && request.isAcrEssential
            ? { claims: JSON.stringify({ id_token: { acr: { essential: true, value: acr } } }) }
            : {}),
          ...(loginHint === undefined ? {} : { login_hint: loginHint }),
          ...(locale === undefined ? {} : { ui_locales: locale }),
          ...wanted,
        });
        return { url: url.href, secrets: { verifier, nonce, maxAge, acr } };
      }),

    complete: (answer, state, { verifier, nonce, maxAge, acr }) =>
      asking(async (oidc, found) => {
        const address = new URL(redirectUri);
        address.search = answer;
        const tokens = await oidc.authorizationCodeGrant(found, address, {
          pkceCodeVerifier: verifier,
          expectedNonce: nonce,
          expectedState: state,
          idTokenExpected: true,
          ...(maxAge === undefined ? {} : { maxAge }),
        });
        const proved = tokens.claims();
        if (proved === undefined || tokens.id_token === undefined) throw new Error("no ID token");
        // `acr_values` is a wish (OpenID Connect Core, 3.1.2.1): whoever needs it has to look.
        if (acr !== undefined && proved.acr !== acr) throw new SignInFailed("not_strong_enough");
        const told = await oidc.fetchUserInfo(found, tokens.access_token, proved.sub);
        return {
          claims: { ...proved, ...told },
          idToken: tokens.id_token,
          refreshToken: tokens.refresh_token,
          checkAfter: expiryOf(tokens) - expiryMarginMs,
        };
      }),

    renew: (identity) =>
      asking(async (oidc, found) => {
        const { claims, refreshToken = "" } = identity;
        const tokens = await oidc.refreshTokenGrant(found, refreshToken);
        const told = await oidc.fetchUserInfo(found, tokens.access_token, claims.sub);
        return {
          // What the ID token proved stays: userinfo does not repeat it.
          claims: { ...claims, ...told },
          idToken: tokens.id_token ?? identity.idToken,
          refreshToken: tokens.refresh_token ?? refreshToken,
          checkAfter: expiryOf(tokens) - expiryMarginMs,
        };
      }),

    ownToken: (ownScope) =>
      asking(async (oidc, found) => {
        const tokens = await oidc.clientCredentialsGrant(found, { ...wanted, scope: ownScope });
        return { token: tokens.access_token, expiresAt: expiryOf(tokens) };
      }),

    accessToken: (refreshToken) =>
      asking(async (oidc, found) => {
        const tokens = await oidc.refreshTokenGrant(found, refreshToken, wanted);
        return {
          access: { token: tokens.access_token, expiresAt: expiryOf(tokens) },
          refreshToken: tokens.refresh_token ?? refreshToken,
        };
      }),

    endSessionUrl: (idToken, afterwards) =>
      asking(async (oidc, found) => {
        if (!found.serverMetadata().end_session_endpoint) return afterwards;
        return oidc.buildEndSessionUrl(found, {
          id_token_hint: idToken,
          post_logout_redirect_uri: afterwards,
        }).href;
      }),
  };
}
