// Applications are of many kinds, and each of these is one that a library in use needs.

import { type CryptoKey, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from "jose";
import * as oidc from "openid-client";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { post } from "../../../testing/answer-request.ts";
import { newMember } from "../../../testing/members.ts";
import {
  afterSignOut,
  authorizationRequest,
  exchange,
  follow,
  newRelyingParty,
  redirectUri,
  serverFetch,
} from "../../../testing/relying-party.ts";
import { startTestPortal, type TestPortal, testOrigin } from "../../../testing/test-portal.ts";
import { maintainKeys } from "../provider/signing-keys.ts";
import type { ClientRegistration } from "./client-registration.ts";
import {
  addClient,
  listClients,
  registerClient,
  rotateSecret,
  updateClient,
} from "./client-registry.ts";

const provider = `${testOrigin}/v1/idp/oidc`;

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());
afterEach(() => void vi.useRealTimers());

async function member() {
  const browser = portal.browser();
  return { browser, ...(await newMember(portal, browser)) };
}

const token = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  serverFetch(portal)(`${provider}/token`, {
    method: "POST",
    headers,
    body: new URLSearchParams(fields),
  });

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
});

describe("claims in the ID token", () => {
  const scope = "openid profile email";

  test.each([
    [
      true,
      (email: string) => ({
        email,
        name: "山本 花子",
        preferred_username: email,
        updated_at: expect.any(Number),
      }),
    ],
    [false, () => ({ sub: expect.any(String) })],
  ])("registered so: %s", async (idTokenClaims, expected) => {
    const { browser, email } = await member();
    const party = await newRelyingParty(portal, { isFirstParty: true, idTokenClaims });
    const started = await authorizationRequest(party, { scope });
    const { url } = await follow(browser, started.url.href);
    const claims = (await exchange(party, started, url)).claims();
    expect(claims).toMatchObject(expected(email));
    expect(claims?.email).toBe(idTokenClaims ? email : undefined);
  });

  test("never more than was asked for and is registered", async () => {
    const { browser } = await member();
    const registration = { isFirstParty: true, idTokenClaims: true, scopes: ["profile" as const] };
    const party = await newRelyingParty(portal, registration);
    const started = await authorizationRequest(party, { scope: "openid profile" });
    const { url } = await follow(browser, started.url.href);
    const claims = (await exchange(party, started, url)).claims();
    expect(claims).toHaveProperty("name");
    for (const name of ["email", "address", "plan"]) expect(claims).not.toHaveProperty(name);
  });
});

describe("PKCE", () => {
  async function withoutChallenge(registration: Partial<ClientRegistration>) {
    const { browser } = await member();
    const party = await newRelyingParty(portal, { isFirstParty: true, ...registration });
    const changes = { code_challenge: undefined, code_challenge_method: undefined };
    const started = await authorizationRequest(party, changes);
    const { url } = await follow(browser, started.url.href);
    return { party, url };
  }

  test("is required of everybody who is not exempt by name", async () => {
    const { url } = await withoutChallenge({});
    expect(url.searchParams.get("error")).toBe("invalid_request");
  });

  test("may be left out by one that is, with its secret", async () => {
    const { party, url } = await withoutChallenge({ isPkceOptional: true });
    const code = url.searchParams.get("code") ?? "";
    const fields = { grant_type: "authorization_code", code, redirect_uri: redirectUri };
    const answer = await token(fields, basic(party.clientId, party.secret ?? ""));
    expect(await answer.json()).toHaveProperty("id_token");
  });

  test("is never optional for one without a secret", async () => {
    const registration = { isPublic: true, isPkceOptional: true };
    await expect(newRelyingParty(portal, registration)).rejects.toThrow("has only PKCE");
  });
});

describe("private_key_jwt", () => {
  const assertion = async (key: CryptoKey, clientId: string) => ({
    client_id: clientId,
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: await new SignJWT()
      .setProtectedHeader({ alg: "ES256", kid: "k1" })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(provider)
      .setJti(crypto.randomUUID())
      .setIssuedAt()
      .setExpirationTime("1m")
      .sign(key),
  });

  test("proves an application without a secret, once for each assertion", async () => {
    const own = await generateKeyPair("ES256", { extractable: true });
    const jwk = await exportJWK(own.publicKey);
    const resource = `${testOrigin}/v1/applications`;
    const { added, secret } = await addClient(portal.context, {
      clientId: "keyed",
      name: "Keyed",
      isService: true,
      resources: [resource],
      keys: [{ ...jwk, kty: "EC", kid: "k1", use: "sig", alg: "ES256" }],
    });
    expect([added, secret]).toEqual([true, undefined]);
    const fields = { grant_type: "client_credentials", scope: "contract:read" };
    const proof = await assertion(own.privateKey, "keyed");
    expect(await (await token({ ...fields, ...proof })).json()).toHaveProperty("access_token");
    expect((await token({ ...fields, ...proof })).status).toBe(401);
    const other = await generateKeyPair("ES256");
    expect(
      (await token({ ...fields, ...(await assertion(other.privateKey, "keyed")) })).status,
    ).toBe(401);
  });
});

describe("a native application", () => {
  test.each([
    ["any port of this machine", "http://127.0.0.1/callback", "http://127.0.0.1:49152/callback"],
    ["a scheme of its own", "com.example.app:/callback", "com.example.app:/callback"],
  ])("comes back by %s", async (_, registered, used) => {
    const { browser } = await member();
    const redirectUris = [registered];
    const party = await newRelyingParty(portal, { isPublic: true, isNative: true, redirectUris });
    const started = await authorizationRequest(party, { redirect_uri: used, prompt: "none" });
    const { url } = await follow(browser, started.url.href);
    // Anybody could claim to be it, so the person is always asked (RFC 8252, section 8.6).
    expect(url.href.startsWith(used)).toBe(true);
    expect(url.searchParams.get("error")).toMatch(/required/);
  });

  test("on another path is refused", async () => {
    const redirectUris = ["http://127.0.0.1/callback"];
    const party = await newRelyingParty(portal, { isPublic: true, isNative: true, redirectUris });
    const started = await authorizationRequest(party, {
      redirect_uri: "http://127.0.0.1:5000/other",
    });
    const page = await follow((await member()).browser, started.url.href);
    expect(page.text).toContain("redirect_uri");
  });
});

test("scripts of registered origins may ask for tokens, and no others", async () => {
  const party = await newRelyingParty(portal, { isPublic: true, origins: ["https://spa.example"] });
  const allowed = async (origin: string) => {
    const fields = { grant_type: "authorization_code", client_id: party.clientId, code: "x" };
    const answer = await token(
      { ...fields, redirect_uri: redirectUri, code_verifier: "x".repeat(43) },
      { origin },
    );
    return answer.headers.get("access-control-allow-origin");
  };
  expect(await allowed("https://spa.example")).toBe("https://spa.example");
  expect(await allowed("https://app.example")).toBe("https://app.example");
  expect(await allowed("https://evil.example")).toBeNull();
});

test("the origin null belongs to nobody, also where an application has a scheme of its own", async () => {
  const redirectUris = ["example.app:/callback"];
  const party = await newRelyingParty(portal, { isPublic: true, isNative: true, redirectUris });
  const fields = { grant_type: "authorization_code", client_id: party.clientId, code: "x" };
  const answer = await token(
    { ...fields, redirect_uri: redirectUris[0] ?? "", code_verifier: "x".repeat(43) },
    { origin: "null" },
  );
  expect(answer.status).toBe(400);
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
});

describe("a secret", () => {
  const resource = `${testOrigin}/v1/applications`;
  const isTaken = async (id: string, secret: string) =>
    (await token({ grant_type: "client_credentials", scope: "contract:read" }, basic(id, secret)))
      .status === 200;

  /** Every process has read the registration again by then. */
  const later = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });

  async function service(clientId: string): Promise<string> {
    const registration = { clientId, name: clientId, isService: true, resources: [resource] };
    return (await addClient(portal.context, registration)).secret ?? "";
  }

  test("is kept as a digest, and its digest is no secret", async () => {
    const secret = await service("digested");
    expect(await isTaken("digested", secret)).toBe(true);
    const { rows } = await portal.database.pool.query(
      "select secret, secret_digest from portal.oidc_client where client_id = 'digested'",
    );
    expect(rows[0].secret).toBeNull();
    expect(await isTaken("digested", rows[0].secret_digest)).toBe(false);
    expect(await isTaken("digested", "")).toBe(false);
  });

  test("that is replaced works on for as long as was said", async () => {
    const former = await service("changing");
    expect(await isTaken("changing", former)).toBe(true);
    const next = (await rotateSecret(portal.context, "changing", 2)) ?? "";
    later(6_000);
    expect([await isTaken("changing", former), await isTaken("changing", next)]).toEqual([
      true,
      true,
    ]);
    later(2 * 3_600_000 + 6_000);
    expect([await isTaken("changing", former), await isTaken("changing", next)]).toEqual([
      false,
      true,
    ]);
  });

  test("from before digests, sealed, still works", async () => {
    await service("older");
    const sealed = portal.context.sealer.seal("s".repeat(43), "portal.oidc_client.secret:older");
    await portal.database.pool.query(
      "update portal.oidc_client set secret = $1, secret_digest = null where client_id = 'older'",
      [sealed],
    );
    expect(await isTaken("older", "s".repeat(43))).toBe(true);
  });
});

test("a registration that is changed keeps what was not named", async () => {
  const registration = {
    clientId: "kept",
    name: "Kept",
    redirectUris: [redirectUri],
    scopes: ["profile" as const],
    backChannelLogoutUri: "https://app.example/out",
    isPkceOptional: true,
  };
  await registerClient(portal.context, registration);
  await updateClient(portal.context, "kept", { name: "Renamed", requireDpop: true });
  const all = await listClients(portal.context);
  expect(all.find(({ clientId }) => clientId === "kept")).toMatchObject({
    ...registration,
    name: "Renamed",
    scopes: ["openid", "profile"],
    requireDpop: true,
  });
});

describe("what clients send and read", () => {
  async function signedIn() {
    const { browser } = await member();
    const party = await newRelyingParty(portal, { isFirstParty: true });
    const started = await authorizationRequest(party, {});
    const { url } = await follow(browser, started.url.href);
    return { browser, party, tokens: await exchange(party, started, url) };
  }

  // simple-oauth2 throws on what is not JSON, others on an empty text.
  test("a revocation is answered so that every client can read it", async () => {
    const { party, tokens } = await signedIn();
    const answer = await portal.app.inject({
      method: "POST",
      url: "/v1/idp/oidc/token/revocation",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        ...basic(party.clientId, party.secret ?? ""),
      },
      payload: `token=${tokens.access_token}`,
    });
    expect([answer.statusCode, answer.body, answer.headers["content-type"]]).toEqual([
      200,
      "{}",
      "application/json; charset=utf-8",
    ]);
  });

  test("a sign-out may be posted", async () => {
    const { browser, tokens } = await signedIn();
    const body = new URLSearchParams({
      id_token_hint: tokens.id_token ?? "",
      post_logout_redirect_uri: afterSignOut,
    });
    const page = await post(
      portal,
      browser,
      `${provider}/session/end`,
      body.toString(),
      "https://app.example",
    );
    expect(page.text).toContain('document.getElementById("yes").click()');
  });

  test("a hint that an older key signed still signs out, when the person says so", async () => {
    const { browser, party, tokens } = await signedIn();
    await maintainKeys(portal.context, true);
    portal.clock.advance(3 * 24 * 3_600_000);
    await maintainKeys(portal.context);
    portal.clock.advance(8 * 24 * 3_600_000);
    await maintainKeys(portal.context);
    later();
    const known = await browser.request({ url: "/v1/idp/oidc/jwks" });
    const { kid } = decodeProtectedHeader(tokens.id_token ?? "");
    expect(known.text).not.toContain(kid);
    const url = oidc.buildEndSessionUrl(party.configuration, {
      id_token_hint: tokens.id_token ?? "",
      post_logout_redirect_uri: afterSignOut,
      state: "s9",
    });
    url.searchParams.delete("client_id");
    const page = await follow(browser, url.href);
    expect(page.status).toBe(200);
    const [, action = ""] = /action="([^"]+)"/.exec(page.text) ?? [];
    const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(page.text) ?? [];
    const done = await post(portal, browser, action, `xsrf=${xsrf}&logout=yes`);
    expect(done.url.href).toBe(`${afterSignOut}?state=s9`);
  });

  /** Processes look for new keys every minute; another test has been two hours ahead. */
  const later = () => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3 * 3_600_000 });
});
