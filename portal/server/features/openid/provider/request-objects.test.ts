// Request objects (OpenID Connect Core, section 6) are not taken, by value or by reference, and
// whoever sends one is told so.

import { generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import {
  authorizationRequest,
  follow,
  newRelyingParty,
  type RelyingParty,
  redirectUri,
  serverFetch,
} from "../../../testing/relying-party.ts";
import { startTestPortal, type TestPortal, testOrigin } from "../../../testing/test-portal.ts";

const provider = `${testOrigin}/v1/idp/oidc`;

let portal: TestPortal;
let party: RelyingParty;
beforeAll(async () => {
  portal = await startTestPortal();
  party = await newRelyingParty(portal);
});
afterAll(() => portal.close());
afterEach(() => vi.restoreAllMocks());

const asked = (more: Readonly<Record<string, string>> = {}) => ({
  client_id: party.clientId,
  redirect_uri: redirectUri,
  response_type: "code",
  scope: "openid email",
  ...more,
});

async function signed(claims: Readonly<Record<string, string>>): Promise<string> {
  const { privateKey } = await generateKeyPair("RS256");
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256" })
    .setAudience(provider)
    .sign(privateKey);
}

async function recordsAfter(work: () => Promise<unknown>): Promise<number> {
  const count = async () => {
    const { rows } = await portal.database.pool.query("select from portal.oidc_record");
    return rows.length;
  };
  const before = await count();
  await work();
  return (await count()) - before;
}

test("discovery says so", async () => {
  const answer = await serverFetch(portal)(`${provider}/.well-known/openid-configuration`);
  const told = (await answer.json()) as Readonly<Record<string, unknown>>;
  expect(told).toMatchObject({
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  });
  const ofObjects = Object.keys(told).filter((name) => name.startsWith("request_object_"));
  expect(ofObjects).toEqual([]);
});

const byValue: readonly (readonly [string, () => Promise<string>])[] = [
  ["unsigned", async () => new UnsecuredJWT(asked()).encode()],
  ["signed", () => signed(asked())],
  ["signed and longer than other parameters", () => signed(asked({ nonce: "n".repeat(4_000) }))],
  ["no token at all", async () => "nonsense"],
];

test.each(byValue)("one by value is refused at the application: %s", async (_what, make) => {
  const request = await make();
  const started = await authorizationRequest(party, { request });
  const kept = await recordsAfter(async () => {
    const { url } = await follow(portal.browser(), started.url.href);
    expect(url.href.startsWith(`${redirectUri}?`)).toBe(true);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      error: "request_not_supported",
      state: started.state,
      iss: provider,
    });
  });
  expect(kept).toBe(0);
});

test("what only stands in one is not read", async () => {
  const request = new UnsecuredJWT(asked()).encode();
  const started = await authorizationRequest(party, { request, redirect_uri: undefined });
  const page = await follow(portal.browser(), started.url.href);
  expect([page.url.origin, page.status]).toEqual([testOrigin, 400]);
});

test("the refusal of one goes the way that the application asks for in it", async () => {
  const request = new UnsecuredJWT(asked({ response_mode: "form_post" })).encode();
  const started = await authorizationRequest(party, { request });
  const page = await follow(portal.browser(), started.url.href);
  expect([page.url.origin, page.text.includes(`action="${redirectUri}"`)]).toEqual([
    testOrigin,
    true,
  ]);
  expect(page.text).toMatch(/name="error" value="request_not_supported"/);
});

test.each([
  ["what the query says comes first", { response_mode: "query" }, "form_post"],
  ["a way there is not", {}, "carrier_pigeon"],
])("but not: %s", async (_what, query, inside) => {
  const request = new UnsecuredJWT(asked({ response_mode: inside })).encode();
  const started = await authorizationRequest(party, { request, ...query });
  const { url } = await follow(portal.browser(), started.url.href);
  expect([url.href.split("?")[0], url.searchParams.get("error")]).toEqual([
    redirectUri,
    "request_not_supported",
  ]);
});

test("one by reference is refused, and nothing is fetched", async () => {
  const fetching = vi.spyOn(portal.context.outbound, "fetch");
  const started = await authorizationRequest(party, {
    request_uri: "https://app.example/request.jwt",
  });
  const { url } = await follow(portal.browser(), started.url.href);
  expect(url.searchParams.get("error")).toBe("request_uri_not_supported");
  expect(fetching).not.toHaveBeenCalled();
});

test.each([
  ["pushed", "/request", {}],
  ["sent by a device", "/device/code", { isPublic: true, isDevice: true }],
] as const)("one that is %s is refused in the answer", async (_what, path, registration) => {
  const { clientId, secret } = await newRelyingParty(portal, registration);
  const basic = Buffer.from(`${clientId}:${secret}`).toString("base64");
  const kept = await recordsAfter(async () => {
    const answer = await serverFetch(portal)(`${provider}${path}`, {
      method: "POST",
      ...(secret === undefined ? {} : { headers: { authorization: `Basic ${basic}` } }),
      body: new URLSearchParams({
        ...asked({ client_id: clientId }),
        request: new UnsecuredJWT(asked({ client_id: clientId })).encode(),
      }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: "request_not_supported" });
  });
  expect(kept).toBe(0);
});
