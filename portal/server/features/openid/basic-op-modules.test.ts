// The 38 modules of the OpenID Foundation's Basic OP plan, mirrored: each test bears its module's
// name and checks what the module checks, against the portal with a real browser's cookies and the
// calls of its /authorize page. It is no certification and says nothing of conformance. One difference throughout:
// this provider requires PKCE, so every request carries it.

import type { webcrypto } from "node:crypto";
import type { TestClient } from "@sekimori/kit-development/testing";
import { showInteraction } from "@sekimori/portal-contract/endpoints/openid";
import * as oidc from "openid-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerAll, post } from "../../testing/answer-request.ts";
import { newMember } from "../../testing/members.ts";
import {
  type Arrival,
  authorizationRequest,
  exchange,
  follow,
  interactionOf,
  newRelyingParty,
  type RelyingParty,
  redirectUri,
  serverFetch,
} from "../../testing/relying-party.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

let portal: TestPortal;
let party: RelyingParty;
let email: string;
const realm = "http://localhost:3000/v1/idp/oidc";

beforeAll(async () => {
  portal = await startTestPortal({ LIMIT_FACTOR: "1000", SIGN_INS_PER_ACCOUNT: "1000000" });
  party = await newRelyingParty(portal);
  ({ email } = await newMember(portal, portal.browser()));
});
afterAll(() => portal.close());

type Changes = Readonly<Record<string, string | undefined>>;

/** One whole sign-in at the application, questions answered. */
async function authorize(
  changes: Changes = {},
  browser: TestClient = portal.browser(),
  by: RelyingParty = party,
) {
  const started = await authorizationRequest(by, changes);
  const first = await follow(browser, started.url.href);
  const arrived = await answerAll(browser, first, { email, password });
  return { started, arrived, browser };
}

/** The same, with the code exchanged. */
async function signIn(changes: Changes = {}, browser?: TestClient, by: RelyingParty = party) {
  const visit = await authorize(changes, browser, by);
  const tokens = await exchange(by, visit.started, visit.arrived.url);
  return { ...visit, tokens, claims: tokens.claims() };
}

/** What the portal's page is told of a request, in a browser that nobody is signed in with. */
async function asked(url: URL) {
  const browser = portal.browser();
  const uid = interactionOf(await follow(browser, url.href));
  return browser.call(showInteraction, { params: { uid } });
}

const partOf = (jwt: string, index: 0 | 1): Record<string, unknown> =>
  JSON.parse(Buffer.from(jwt.split(".")[index] ?? "", "base64url").toString("utf8"));

const errorAt = ({ url }: Arrival) => url.searchParams.get("error");

async function userinfo(accessToken: string, init: RequestInit = {}) {
  const { userinfo_endpoint } = party.configuration.serverMetadata();
  const response = await serverFetch(portal)(userinfo_endpoint ?? "", {
    headers: { authorization: `Bearer ${accessToken}` },
    ...init,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function claimsFor(scope: string) {
  const { tokens } = await signIn({ scope });
  return (await userinfo(tokens.access_token)).body;
}

const profile = { family_name: "山本", given_name: "花子", name: "山本 花子", locale: "en" };

test("oidcc-server", async () => {
  const { claims, arrived, started } = await signIn();
  expect(arrived.url.searchParams.get("state")).toBe(started.state);
  expect(arrived.url.searchParams.get("iss")).toBe(realm);
  expect(claims).toMatchObject({ iss: realm, aud: party.clientId, nonce: started.nonce });
});

test("oidcc-response-type-missing", async () => {
  const started = await authorizationRequest(party);
  started.url.searchParams.delete("response_type");
  const page = await follow(portal.browser(), started.url.href);
  expect(["invalid_request", "unsupported_response_type"]).toContain(errorAt(page));
  expect(page.url.href.startsWith(redirectUri)).toBe(true);
});

test("oidcc-idtoken-signature", async () => {
  const { tokens } = await signIn();
  const header = partOf(tokens.id_token ?? "", 0);
  const { jwks_uri } = party.configuration.serverMetadata();
  const { keys } = (await (await serverFetch(portal)(jwks_uri ?? "")).json()) as {
    keys: (webcrypto.JsonWebKey & { kid: string })[];
  };
  expect(header.alg).toBe("RS256");
  const key = keys.find(({ kid }) => kid === header.kid);
  expect(key).toBeDefined();
  expect(keys.every((one) => !("d" in one))).toBe(true);
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("jwk", key ?? {}, algorithm, false, ["verify"]);
  const [head = "", body = "", signature = ""] = (tokens.id_token ?? "").split(".");
  const signed = Buffer.from(`${head}.${body}`);
  const given = Buffer.from(signature, "base64url");
  expect(await crypto.subtle.verify(algorithm, imported, given, signed)).toBe(true);
});

test("oidcc-idtoken-unsigned", async () => {
  const { tokens } = await signIn();
  expect(partOf(tokens.id_token ?? "", 0).alg).not.toBe("none");
  const offered = party.configuration.serverMetadata().id_token_signing_alg_values_supported;
  expect(offered).not.toContain("none");
});

test("oidcc-userinfo-get", async () => {
  const { tokens, claims } = await signIn();
  const { status, body } = await userinfo(tokens.access_token);
  expect([status, body.sub]).toEqual([200, claims?.sub]);
});

test("oidcc-userinfo-post-header", async () => {
  const { tokens, claims } = await signIn();
  const { status, body } = await userinfo(tokens.access_token, {
    method: "POST",
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  expect([status, body.sub]).toEqual([200, claims?.sub]);
});

test("oidcc-userinfo-post-body", async () => {
  const { tokens, claims } = await signIn();
  const { status, body } = await userinfo(tokens.access_token, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ access_token: tokens.access_token }).toString(),
  });
  expect([status, body.sub]).toEqual([200, claims?.sub]);
});

test("oidcc-ensure-request-without-nonce-succeeds-for-code-flow", async () => {
  const { started, arrived } = await authorize({ nonce: undefined });
  const tokens = await oidc.authorizationCodeGrant(party.configuration, arrived.url, {
    pkceCodeVerifier: started.verifier,
    expectedState: started.state,
    idTokenExpected: true,
  });
  expect(tokens.claims()).not.toHaveProperty("nonce");
});

test("oidcc-scope-profile", async () => {
  expect(await claimsFor("openid profile")).toMatchObject(profile);
});

test("oidcc-scope-email", async () => {
  expect(await claimsFor("openid email")).toMatchObject({ email, email_verified: true });
});

test("oidcc-scope-address", async () => {
  const { address } = await claimsFor("openid address");
  expect(address).toMatchObject({ postal_code: "1000001", region: "Tokyo", country: "JP" });
  // In the order of the member's language, the postal code as it is written.
  expect(address).toHaveProperty("formatted", "千代田1-1, 千代田区, Tokyo 100-0001, Japan");
});

test("oidcc-scope-phone", async () => {
  // No telephone numbers are kept: the scope is not offered, and asking for it does no harm.
  const { scopes_supported: scopes, claims_supported: offered } =
    party.configuration.serverMetadata();
  expect(scopes).not.toContain("phone");
  expect(offered).not.toContain("phone_number");
  const claims = await claimsFor("openid phone");
  expect(claims).not.toHaveProperty("phone_number");
});

test("oidcc-scope-all", async () => {
  const claims = await claimsFor("openid profile email address phone");
  expect(claims).toMatchObject({ ...profile, email, address: { locality: "千代田区" } });
});

test("oidcc-ensure-other-scope-order-succeeds", async () => {
  expect(await claimsFor("email openid")).toMatchObject({ email });
});

test.each(["page", "popup"])("oidcc-display-%s", async (display) => {
  const { claims } = await signIn({ display });
  expect(claims?.sub).toBeDefined();
});

test("oidcc-prompt-login", async () => {
  const first = await signIn();
  portal.clock.advance(2_000);
  const second = await signIn({ prompt: "login" }, first.browser);
  expect(second.arrived.asked).toContain("reauthenticate");
  expect(second.claims?.sub).toBe(first.claims?.sub);
  expect(Number(second.claims?.auth_time)).toBeGreaterThanOrEqual(Number(first.claims?.auth_time));
});

test("oidcc-prompt-none-not-logged-in", async () => {
  const started = await authorizationRequest(party, { prompt: "none" });
  const page = await follow(portal.browser(), started.url.href);
  expect(errorAt(page)).toBe("login_required");
});

test("oidcc-prompt-none-logged-in", async () => {
  const first = await signIn();
  const second = await signIn({ prompt: "none" }, first.browser);
  expect(second.arrived.asked).toEqual([]);
  expect(second.claims?.sub).toBe(first.claims?.sub);
  expect(second.claims?.auth_time).toBe(first.claims?.auth_time);
});

test("oidcc-max-age-1", async () => {
  const first = await signIn();
  portal.clock.advance(3_000);
  const second = await signIn({ max_age: "1" }, first.browser);
  expect(second.arrived.asked).toContain("reauthenticate");
  expect(Number(second.claims?.iat) - Number(second.claims?.auth_time)).toBeLessThanOrEqual(2);
});

test("oidcc-max-age-10000", async () => {
  const first = await signIn();
  const second = await signIn({ max_age: "10000" }, first.browser);
  expect(second.arrived.asked).toEqual([]);
  expect(second.claims?.auth_time).toBe(first.claims?.auth_time);
});

test("oidcc-ensure-request-with-unknown-parameter-succeeds", async () => {
  const { claims } = await signIn({ extra: "foobar" });
  expect(claims?.sub).toBeDefined();
});

test("oidcc-id-token-hint", async () => {
  const first = await signIn();
  const hint = { prompt: "none", id_token_hint: first.tokens.id_token ?? "" };
  const second = await signIn(hint, first.browser);
  expect(second.claims?.sub).toBe(first.claims?.sub);
});

test("oidcc-login-hint", async () => {
  const started = await authorizationRequest(party, { login_hint: email });
  expect((await asked(started.url)).loginHint).toBe(email);
});

test("oidcc-ui-locales", async () => {
  const started = await authorizationRequest(party, { ui_locales: "en" });
  expect((await asked(started.url)).language).toBe("en");
  const japanese = await authorizationRequest(party, { ui_locales: "ja" });
  expect((await asked(japanese.url)).language).toBe("ja");
});

test("oidcc-claims-locales", async () => {
  const { claims } = await signIn({ claims_locales: "se" });
  expect(claims?.sub).toBeDefined();
});

test("oidcc-ensure-request-with-acr-values-succeeds", async () => {
  const { claims } = await signIn({ acr_values: "urn:sekimori:acr:pwd urn:sekimori:acr:mfa" });
  expect(claims?.acr).toBe("urn:sekimori:acr:pwd");
});

test("oidcc-codereuse", async () => {
  const { started, arrived, tokens } = await signIn();
  await expect(exchange(party, started, arrived.url)).rejects.toMatchObject({
    error: "invalid_grant",
  });
  expect((await userinfo(tokens.access_token)).status).toBe(401);
});

test("oidcc-codereuse-30seconds", async () => {
  const { started, arrived, tokens } = await signIn();
  // As if the first use lay half a minute back.
  await portal.database.pool.query(
    "update portal.oidc_record set consumed_at = consumed_at - interval '30 seconds'",
  );
  await expect(exchange(party, started, arrived.url)).rejects.toMatchObject({
    error: "invalid_grant",
  });
  expect((await userinfo(tokens.access_token)).status).toBe(401);
});

test("oidcc-ensure-registered-redirect-uri", async () => {
  const started = await authorizationRequest(party, { redirect_uri: `${redirectUri}/x` });
  const page = await follow(portal.browser(), started.url.href);
  expect(page.url.origin).toBe("http://localhost:3000");
  expect(page.status).toBe(400);
  expect(page.text).toContain("invalid_redirect_uri");
});

test("oidcc-ensure-post-request-succeeds", async () => {
  const started = await authorizationRequest(party);
  const browser = portal.browser();
  const { pathname, searchParams } = started.url;
  const origin = "https://app.example";
  const first = await post(portal, browser, pathname, searchParams.toString(), origin);
  const arrived = await answerAll(browser, first, { email, password });
  expect((await exchange(party, started, arrived.url)).claims()?.sub).toBeDefined();
});

test("oidcc-server-client-secret-post", async () => {
  const other = await newRelyingParty(portal, { secretIn: "client_secret_post" });
  expect((await signIn({}, undefined, other)).claims?.aud).toBe(other.clientId);
});

test("oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported", async () => {
  const started = await authorizationRequest(party, {
    request_uri: "https://app.example/request.jwt",
  });
  const page = await follow(portal.browser(), started.url.href);
  expect(["request_uri_not_supported", "invalid_request_uri", "invalid_request"]).toContain(
    errorAt(page) ?? /<code>(\w+)<\/code>/.exec(page.text)?.[1],
  );
});

const unsigned = (claims: object) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part(claims)}.`;
};

test("oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported", async () => {
  const request = unsigned({ scope: "openid email", client_id: party.clientId });
  const started = await authorizationRequest(party, { request });
  const page = await follow(portal.browser(), started.url.href);
  expect(errorAt(page)).toBe("request_not_supported");
});

test("oidcc-claims-essential", async () => {
  const claims = JSON.stringify({ userinfo: { name: { essential: true } } });
  const { tokens } = await signIn({ claims });
  expect((await userinfo(tokens.access_token)).body.name).toBe(profile.name);
});

test("oidcc-ensure-request-object-with-redirect-uri", async () => {
  const request = unsigned({ redirect_uri: redirectUri, client_id: party.clientId });
  const changes = { request, redirect_uri: "https://attacker.example/callback" };
  const started = await authorizationRequest(party, changes);
  const page = await follow(portal.browser(), started.url.href);
  expect(page.url.origin).toBe("http://localhost:3000");
});

test("oidcc-refresh-token", async () => {
  const offline = { scope: "openid offline_access", prompt: "consent" };
  const { tokens, claims } = await signIn(offline);
  const renewed = await oidc.refreshTokenGrant(party.configuration, tokens.refresh_token ?? "");
  const now = renewed.claims();
  expect(now).toMatchObject({ iss: claims?.iss, sub: claims?.sub, aud: claims?.aud });
  expect(now?.auth_time).toBe(claims?.auth_time);
  expect((await userinfo(renewed.access_token)).status).toBe(200);
  // Another client's token is refused.
  const other = await newRelyingParty(portal);
  await expect(
    oidc.refreshTokenGrant(other.configuration, renewed.refresh_token ?? ""),
  ).rejects.toMatchObject({ error: "invalid_grant" });
});

test("oidcc-ensure-request-with-valid-pkce-succeeds", async () => {
  const { tokens } = await signIn();
  expect(partOf(tokens.id_token ?? "", 1).sub).toBe(tokens.claims()?.sub);
  const wrong = await authorize();
  const stolen = { ...wrong.started, verifier: oidc.randomPKCECodeVerifier() };
  await expect(exchange(party, stolen, wrong.arrived.url)).rejects.toMatchObject({
    error: "invalid_grant",
  });
});
