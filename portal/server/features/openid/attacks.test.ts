// What RFC 9700 and RFC 8725 warn of, tried on the whole provider.

import { createSecretKey } from "node:crypto";
import { requestFor, type TestClient } from "@sekimori/kit-development/testing";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import {
  base64url,
  decodeJwt,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  SignJWT,
} from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { post } from "../../testing/answer-request.ts";
import { newMember } from "../../testing/members.ts";
import {
  afterSignOut,
  authorizationRequest,
  exchange,
  follow,
  newRelyingParty,
  type RelyingParty,
  redirectUri,
  type Started,
  serverFetch,
} from "../../testing/relying-party.ts";
import { startTestPortal, type TestPortal, testOrigin } from "../../testing/test-portal.ts";
import { addClient } from "./clients/client-registry.ts";
import { addResource } from "./clients/resource-registry.ts";

const provider = `${testOrigin}/v1/idp/oidc`;
const signed = "https://signed.example/api";
const asked = "https://asked.example/api";

let portal: TestPortal;
let ours: RelyingParty;
let api: RelyingParty;
beforeAll(async () => {
  portal = await startTestPortal({ LIMIT_FACTOR: "1000" });
  const scopes = ["read"];
  await addResource(portal.context, { identifier: signed, name: "S", scopes, algorithm: "RS256" });
  await addResource(portal.context, {
    identifier: asked,
    name: "A",
    scopes,
    tokenFormat: "opaque",
  });
  ours = await newRelyingParty(portal, { isFirstParty: true, resources: [signed, asked] });
  api = await newRelyingParty(portal, { redirectUris: [], introspects: [asked, signed] });
});
afterAll(() => portal.close());

async function member() {
  const browser = portal.browser();
  return { browser, ...(await newMember(portal, browser)) };
}

const call = (path: string, fields: Record<string, string>, party?: RelyingParty) =>
  serverFetch(portal)(`${provider}${path}`, {
    method: "POST",
    headers:
      party === undefined
        ? {}
        : { authorization: `Basic ${btoa(`${party.clientId}:${party.secret}`)}` },
    body: new URLSearchParams(fields),
  });

const bearer = async (path: string, token: string) =>
  (
    await serverFetch(portal)(`${testOrigin}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status;

async function codeFor(
  browser: TestClient,
  party: RelyingParty,
  changes: Readonly<Record<string, string | undefined>> = {},
) {
  const started = await authorizationRequest(party, changes);
  const { url } = await follow(browser, started.url.href);
  return { started, url, code: url.searchParams.get("code") ?? "" };
}

async function tokensFor(browser: TestClient, resource?: string) {
  const changes = resource === undefined ? {} : { scope: "openid read", resource };
  const { started, url } = await codeFor(browser, ours, changes);
  const more = resource === undefined ? undefined : { resource };
  return exchange(ours, started, url, { parameters: more });
}

const codeGrant = (started: Started, code: string) => ({
  grant_type: "authorization_code",
  redirect_uri: redirectUri,
  code_verifier: started.verifier,
  code,
});

async function errorOf(answer: Response): Promise<unknown> {
  return ((await answer.json()) as { error?: unknown }).error;
}

async function publishedKey(alg: string): Promise<JWK> {
  const answer = await portal.app.inject({ url: "/v1/idp/oidc/jwks" });
  const found = (answer.json() as { keys: JWK[] }).keys.find((key) => key.alg === alg);
  if (found === undefined) throw new Error(`No key for ${alg}.`);
  return found;
}

/** The same claims under signatures that a careless verifier takes (RFC 8725, section 2.1). */
async function forgedSignatures(claims: JWTPayload): Promise<Record<string, string>> {
  const jwk = await publishedKey("RS256");
  const kid = jwk.kid ?? "";
  const pem = await exportSPKI((await importJWK(jwk, "RS256", { extractable: true })) as never);
  const own = await generateKeyPair("RS256");
  const part = (value: unknown) => base64url.encode(JSON.stringify(value));
  const sign = (header: { alg: string; kid?: string; jwk?: JWK }) =>
    new SignJWT(claims).setProtectedHeader({ typ: "at+jwt", ...header });
  return {
    none: `${part({ alg: "none", typ: "at+jwt" })}.${part(claims)}.`,
    "none with the key's id": `${part({ alg: "nOnE", kid, typ: "at+jwt" })}.${part(claims)}.`,
    "HS256 with the public key as secret": await sign({ alg: "HS256", kid }).sign(
      createSecretKey(Buffer.from(pem)),
    ),
    "RS256 with a key of one's own": await sign({ alg: "RS256", kid }).sign(own.privateKey),
    "a key of one's own in the header": await sign({
      alg: "RS256",
      jwk: await exportJWK(own.publicKey),
    }).sign(own.privateKey),
  };
}

describe("a code", () => {
  test("of one application is none of another's", async () => {
    const { browser } = await member();
    const other = await newRelyingParty(portal, { isFirstParty: true });
    const { started, code } = await codeFor(browser, ours);
    expect(await errorOf(await call("/token", codeGrant(started, code), other))).toBe(
      "invalid_grant",
    );
  });

  test("is refused to whoever names the application without its secret", async () => {
    const { browser } = await member();
    const { started, code } = await codeFor(browser, ours);
    const fields = { ...codeGrant(started, code), client_id: ours.clientId };
    expect(await errorOf(await call("/token", fields))).toBe("invalid_client");
  });

  test("given twice in a request is refused", async () => {
    const { browser } = await member();
    const { started, code } = await codeFor(browser, ours);
    const body = `${new URLSearchParams(codeGrant(started, code))}&code=another`;
    const answer = await serverFetch(portal)(`${provider}/token`, {
      method: "POST",
      headers: {
        authorization: `Basic ${btoa(`${ours.clientId}:${ours.secret}`)}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body,
    });
    expect(await errorOf(answer)).toBe("invalid_request");
  });
});

test("a refresh token of one application is none of another's", async () => {
  const { browser } = await member();
  const { refresh_token: token = "" } = await tokensFor(browser);
  expect(token).not.toBe("");
  const other = await newRelyingParty(portal, { isFirstParty: true });
  const fields = { grant_type: "refresh_token", refresh_token: token };
  expect(await errorOf(await call("/token", fields, other))).toBe("invalid_grant");
  expect((await call("/token", fields, ours)).status).toBe(200);
});

describe("PKCE is not taken away", () => {
  test.each([
    ["plain", { code_challenge_method: "plain" }],
    ["no method, which means plain", { code_challenge_method: undefined }],
    ["no challenge", { code_challenge: undefined, code_challenge_method: undefined }],
  ])("by %s", async (_name, changes) => {
    const { browser } = await member();
    const { url } = await codeFor(browser, ours, changes);
    expect([url.searchParams.get("error"), url.searchParams.has("code")]).toEqual([
      "invalid_request",
      false,
    ]);
  });

  test("from an application that may do without: what was begun with it ends with it", async () => {
    const { browser } = await member();
    const optional = await newRelyingParty(portal, { isFirstParty: true, isPkceOptional: true });
    const begun = await codeFor(browser, optional);
    const { code_verifier: _left, ...without } = codeGrant(begun.started, begun.code);
    expect(await errorOf(await call("/token", without, optional))).toBe("invalid_grant");
    // RFC 9700, section 2.1.1: a verifier where no challenge was is an attack, too.
    const none = { code_challenge: undefined, code_challenge_method: undefined };
    const stripped = await codeFor(browser, optional, none);
    const fields = codeGrant(stripped.started, stripped.code);
    expect(await errorOf(await call("/token", fields, optional))).toBe("invalid_grant");
  });
});

describe("mix-up", () => {
  test("every answer names the issuer (RFC 9207), a refusal too", async () => {
    const { browser } = await member();
    const good = await codeFor(browser, ours);
    const refused = await codeFor(portal.browser(), ours, { prompt: "none" });
    expect(good.url.searchParams.get("iss")).toBe(provider);
    expect(refused.url.searchParams.get("error")).toBe("login_required");
    expect(refused.url.searchParams.get("iss")).toBe(provider);
    const started = await authorizationRequest(ours, { response_mode: "form_post" });
    const page = await follow(browser, started.url.href);
    expect(page.text).toContain(`name="iss" value="${provider}"`);
    const metadata = ours.configuration.serverMetadata();
    expect(metadata.authorization_response_iss_parameter_supported).toBe(true);
  });

  test.each(["token", "id_token", "code token", "code id_token", "none"])(
    "no token comes by the browser: response_type=%s",
    async (responseType) => {
      const { browser } = await member();
      const { url } = await codeFor(browser, ours, { response_type: responseType });
      expect(url.href).not.toMatch(/access_token|id_token=|code=/);
      expect(url.href).toMatch(/error=unsupported_response_type|error=unauthorized_client/);
    },
  );
});

describe("a return address", () => {
  const host = new URL(redirectUri).host;
  test.each([
    `https://${host}\\@attacker.example/callback`,
    `https://attacker.example\\@${host}/callback`,
    `https:\\\\${host}/callback`,
    `https:/${host}/callback`,
    `https:///${host}/callback`,
    `https://${host}:443/callback`,
    `https://${host}./callback`,
    `https://user:secret@${host}/callback`,
    "https://аpp.example/callback",
    "https://app。example/callback",
    "https://ａpp.example/callback",
    `${redirectUri}\r\nSet-Cookie: sekimori_session=attacker`,
    `${redirectUri}%0d%0aLocation:https://attacker.example`,
    `${redirectUri}\t`,
    ` ${redirectUri}`,
    `${redirectUri}\u0000`,
    `${redirectUri}\u202e`,
    `${redirectUri};a=b`,
    `${redirectUri}/./`,
    `${redirectUri}?`,
    `${redirectUri}#`,
  ])("%j is not the registered one, at sign-in or at sign-out", async (forged) => {
    const { browser } = await member();
    const started = await authorizationRequest(ours, { redirect_uri: forged });
    const page = await follow(browser, started.url.href);
    expect([page.url.origin, page.status]).toEqual([testOrigin, 400]);
    const pushed = await call("/request", started.parameters, ours);
    expect(pushed.status).toBe(400);
    const end = new URL(`${provider}/session/end`);
    end.searchParams.set("client_id", ours.clientId);
    const after = forged.replace("callback", "bye");
    end.searchParams.set("post_logout_redirect_uri", after);
    const out = await follow(browser, end.href);
    expect([out.url.origin, out.status]).toEqual([testOrigin, 400]);
    await browser.call(getMyProfile, {});
  });

  test("carries a state that cannot break out of it", async () => {
    const { browser } = await member();
    const state = `"><script>alert(1)</script>\r\nSet-Cookie: a=b`;
    const { url } = await codeFor(browser, ours, { state });
    expect(url.href.startsWith(`${redirectUri}?`)).toBe(true);
    expect(url.searchParams.get("state")).toBe(state);
    const started = await authorizationRequest(ours, { state, response_mode: "form_post" });
    const page = await follow(browser, started.url.href);
    expect(page.text).not.toContain("<script>alert");
  });
});

describe("a token", () => {
  test("is good for what it was made for, and for nothing else", async () => {
    const { browser } = await member();
    const own = await tokensFor(browser);
    const forSigned = await tokensFor(browser, signed);
    const forAsked = await tokensFor(browser, asked);
    expect(await bearer("/v1/idp/oidc/me", own.access_token)).toBe(200);
    const ofMember = `/v1/applications/accounts/${own.claims()?.sub}/member`;
    const tokens = [
      own.id_token ?? "",
      own.refresh_token ?? "",
      forSigned.access_token,
      forAsked.access_token,
    ];
    const { code } = await codeFor(browser, ours);
    for (const token of [...tokens, code]) {
      expect(token).not.toBe("");
      expect([401, 403]).toContain(await bearer("/v1/idp/oidc/me", token));
      expect(await bearer(ofMember, token)).toBe(401);
      expect(await bearer(requestFor(getMyProfile, {}).url, token)).toBe(401);
    }
    for (const token of [own.access_token, ...tokens.filter((one) => one !== own.refresh_token)]) {
      const fields = { grant_type: "refresh_token", refresh_token: token };
      expect(await errorOf(await call("/token", fields, ours))).toBe("invalid_grant");
    }
  });

  test("of one API is not widened to another, also not by a refresh", async () => {
    const { browser } = await member();
    const { refresh_token: token = "" } = await tokensFor(browser, asked);
    const widened = await call(
      "/token",
      { grant_type: "refresh_token", refresh_token: token, resource: signed },
      ours,
    );
    expect(await errorOf(widened)).toBe("invalid_target");
    const both = new URLSearchParams({ grant_type: "refresh_token", refresh_token: token });
    both.append("resource", asked);
    both.append("resource", signed);
    expect((await call("/token", Object.fromEntries(both), ours)).status).toBe(400);
  });

  test("is not exchanged for another: there is no such grant", async () => {
    const { browser } = await member();
    const { access_token: token } = await tokensFor(browser, asked);
    for (const grant of [
      "urn:ietf:params:oauth:grant-type:token-exchange",
      "urn:ietf:params:oauth:grant-type:jwt-bearer",
      "password",
      "implicit",
    ]) {
      const fields = {
        grant_type: grant,
        subject_token: token,
        assertion: token,
        audience: signed,
      };
      expect(await errorOf(await call("/token", fields, ours))).toBe("unsupported_grant_type");
    }
  });

  test("that is forged is not active, whatever signs it", async () => {
    const { browser } = await member();
    const { access_token: token } = await tokensFor(browser, signed);
    const claims = decodeJwt(token);
    for (const [how, forged] of Object.entries(await forgedSignatures(claims))) {
      const answer = await (await call("/token/introspection", { token: forged }, api)).json();
      expect([how, (answer as { active?: boolean }).active ?? false]).toEqual([how, false]);
      expect([how, await bearer("/v1/idp/oidc/me", forged)]).toEqual([how, 401]);
    }
  });
});

describe("an assertion of an application's key", () => {
  const clientId = `keyed-${crypto.randomUUID()}`;
  const prove = (jwt: string) =>
    call("/token", {
      grant_type: "client_credentials",
      scope: "contract:read",
      client_id: clientId,
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: jwt,
    });
  const claims = (changes: JWTPayload = {}): JWTPayload => ({
    iss: clientId,
    sub: clientId,
    aud: provider,
    jti: crypto.randomUUID(),
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 60,
    ...changes,
  });

  test("holds for its algorithm, its audience and its time alone", async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    const jwk = await exportJWK(publicKey);
    await addClient(portal.context, {
      clientId,
      name: "Keyed",
      isService: true,
      resources: [`${testOrigin}/v1/applications`],
      keys: [{ ...jwk, kty: "EC", kid: "k1", use: "sig", alg: "ES256" }],
    });
    const sign = (payload: JWTPayload) =>
      new SignJWT(payload).setProtectedHeader({ alg: "ES256", kid: "k1" }).sign(privateKey);
    expect((await prove(await sign(claims()))).status).toBe(200);
    const part = (value: unknown) => base64url.encode(JSON.stringify(value));
    const secret = createSecretKey(Buffer.from(await exportSPKI(publicKey)));
    const past = Math.floor(Date.now() / 1000) - 600;
    const forged = {
      none: `${part({ alg: "none" })}.${part(claims())}.`,
      "HS256 with the public key": await new SignJWT(claims())
        .setProtectedHeader({ alg: "HS256", kid: "k1" })
        .sign(secret),
      "for another provider": await sign(claims({ aud: "https://other.example" })),
      "of another application": await sign(claims({ iss: ours.clientId, sub: ours.clientId })),
      "that is over": await sign(claims({ iat: past, exp: past + 60 })),
    };
    for (const [how, jwt] of Object.entries(forged)) {
      const answer = await prove(jwt);
      expect([how, [400, 401].includes(answer.status)]).toEqual([how, true]);
    }
  });
});

describe("a sign-out that somebody else wants", () => {
  const end = (parameters: Record<string, string>) =>
    `${provider}/session/end?${new URLSearchParams(parameters)}`;

  test("by a hint that is forged, or of another member, ends nothing by itself", async () => {
    const victim = await member();
    const attacker = await member();
    const { id_token: theirs = "" } = await tokensFor(victim.browser);
    const { id_token: hint = "" } = await tokensFor(attacker.browser);
    const forged = await forgedSignatures(decodeJwt(theirs));
    for (const id_token_hint of [hint, ...Object.values(forged)]) {
      const page = await follow(
        victim.browser,
        end({ id_token_hint, post_logout_redirect_uri: afterSignOut }),
      );
      expect(page.url.origin).toBe(testOrigin);
      expect(page.text).not.toContain(".click()");
      await victim.browser.call(getMyProfile, {});
    }
  });

  test("by posting the answer from elsewhere, or without its secret, ends nothing", async () => {
    const { browser } = await member();
    const { id_token: hint = "" } = await tokensFor(browser);
    const page = await follow(browser, end({ id_token_hint: hint }));
    const [, action = ""] = /action="([^"]+)"/.exec(page.text) ?? [];
    const [, xsrf = ""] = /name="xsrf" value="([^"]*)"/.exec(page.text) ?? [];
    expect([action, xsrf]).not.toContain("");
    const without = await post(portal, browser, action, "logout=yes&xsrf=made-up");
    expect(without.status).toBe(400);
    await browser.call(getMyProfile, {});
  });
});
