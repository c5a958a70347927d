import { randomBytes } from "node:crypto";
import type { TestClient } from "@sekimori/kit-development/testing";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import * as oidc from "openid-client";
import {
  type ClientRegistration,
  registerClient,
} from "../features/openid/clients/client-registry.ts";
import type { TestPortal } from "./test-portal.ts";

export const redirectUri = "https://app.example/callback";
export const afterSignOut = "https://app.example/bye";

/** `fetch` that reaches the portal without a socket, as another company's server would call it. */
export function serverFetch(portal: TestPortal): typeof fetch {
  return async (input, init) => {
    const request = new Request(input as string, init as RequestInit);
    const url = new URL(request.url);
    const payload = request.method === "GET" ? undefined : await request.text();
    const response = await portal.app.inject({
      method: request.method as "GET" | "POST",
      url: url.pathname + url.search,
      headers: { ...Object.fromEntries(request.headers), host: url.host },
      ...(payload === undefined ? {} : { payload }),
      remoteAddress: "192.0.2.7",
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers)) {
      for (const one of [value].flat()) if (one !== undefined) headers.append(name, String(one));
    }
    const isEmpty = response.statusCode === 204 || response.statusCode === 304;
    return new Response(isEmpty ? null : response.body, { status: response.statusCode, headers });
  };
}

export interface RelyingParty {
  readonly clientId: string;
  readonly secret: string | undefined;
  readonly configuration: oidc.Configuration;
}

function authenticationOf({ secretIn }: Partial<ClientRegistration>, secret: string | undefined) {
  if (secret === undefined) return oidc.None();
  return secretIn === "client_secret_post"
    ? oidc.ClientSecretPost(secret)
    : oidc.ClientSecretBasic(secret);
}

/** Registers an application and reads the provider's discovery document for it. */
export async function newRelyingParty(
  portal: TestPortal,
  registration: Partial<ClientRegistration> = {},
): Promise<RelyingParty> {
  const clientId = registration.clientId ?? `app-${randomBytes(6).toString("hex")}`;
  const secret = await registerClient(portal.context, {
    clientId,
    name: "Sample application",
    redirectUris: [redirectUri],
    postLogoutRedirectUris: [afterSignOut],
    ...registration,
  });
  const configuration = await oidc.discovery(
    new URL(`${portal.context.settings.portalOrigin}/v1/idp/oidc`),
    clientId,
    registration.idTokenAlgorithm === undefined
      ? undefined
      : { id_token_signed_response_alg: registration.idTokenAlgorithm },
    authenticationOf(registration, secret),
    { execute: [oidc.allowInsecureRequests], [oidc.customFetch]: serverFetch(portal) as never },
  );
  return { clientId, secret, configuration };
}

/** Has a member agree to an application, as whoever signed in there did. */
export async function agreeTo(
  { database }: TestPortal,
  { clientId }: RelyingParty,
  account: string,
): Promise<void> {
  await database.pool.query(
    `insert into portal.oidc_consent (account_id, client_id, scope, claims, granted_at)
     values ($1, $2, 'openid', '', now())`,
    [account, clientId],
  );
}

export interface Started {
  readonly url: URL;
  readonly verifier: string;
  readonly nonce: string;
  readonly state: string;
}

/** An authorization request as an application builds it; a value of undefined leaves one out. */
export async function authorizationRequest(
  party: RelyingParty,
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<Started & { readonly parameters: Record<string, string> }> {
  const verifier = oidc.randomPKCECodeVerifier();
  const nonce = oidc.randomNonce();
  const state = oidc.randomState();
  const parameters: Record<string, string> = {
    redirect_uri: redirectUri,
    scope: "openid",
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    nonce,
    state,
  };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete parameters[name];
    else parameters[name] = value;
  }
  const url = oidc.buildAuthorizationUrl(party.configuration, parameters);
  return { url, verifier, nonce, state, parameters };
}

export interface Arrival {
  /** Where the browser stands, or was sent to beyond the portal. */
  readonly url: URL;
  readonly status: number;
  readonly text: string;
}

/** Follows redirects within the portal, as a browser does. */
export async function follow(browser: TestClient, address: string): Promise<Arrival> {
  let url = new URL(address, "http://localhost:3000");
  for (let hops = 0; hops < 12; hops++) {
    const answer = await browser.request({ url: url.pathname + url.search });
    const { location } = answer.headers;
    if (typeof location !== "string") return { url, status: answer.status, text: answer.text };
    url = new URL(location, url);
    if (url.origin !== "http://localhost:3000") return { url, status: answer.status, text: "" };
  }
  throw new Error(`Too many redirects, last to ${url.href}`);
}

/** Whether the browser was sent to the portal's page that asks for an application. */
export const isAsked = ({ url }: Pick<Arrival, "url">): boolean =>
  url.origin === "http://localhost:3000" && url.pathname === pagePaths.authorize;

/** The identifier of the interaction a browser was sent to. */
export function interactionOf({ url }: Arrival): string {
  const uid = url.searchParams.get("interaction");
  if (uid === null) throw new Error(`No interaction at ${url.href}`);
  return uid;
}

/** Exchanges the code with which the browser came back. */
export function exchange(
  party: RelyingParty,
  started: Started,
  back: URL,
  {
    dpop,
    parameters,
  }: {
    readonly dpop?: oidc.DPoPHandle | undefined;
    readonly parameters?: Readonly<Record<string, string>> | undefined;
  } = {},
) {
  return oidc.authorizationCodeGrant(
    party.configuration,
    back,
    {
      pkceCodeVerifier: started.verifier,
      expectedNonce: started.nonce,
      expectedState: started.state,
      idTokenExpected: true,
    },
    parameters,
    dpop === undefined ? undefined : { DPoP: dpop },
  );
}
