// An API of the operator's takes tokens of the portal: it checks them itself, or asks.

import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import * as oidc from "openid-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMember } from "../../../testing/members.ts";
import {
  authorizationRequest,
  exchange,
  follow,
  newRelyingParty,
  type RelyingParty,
} from "../../../testing/relying-party.ts";
import { startTestPortal, type TestPortal } from "../../../testing/test-portal.ts";
import { addResource, removeResource } from "../clients/resource-registry.ts";

const signed = "https://signed.example/api";
const asked = "https://asked.example/api";

let portal: TestPortal;
let party: RelyingParty;
let api: RelyingParty;
beforeAll(async () => {
  portal = await startTestPortal();
  const scopes = ["read", "write"];
  const books = portal.context;
  await addResource(books, { identifier: signed, name: "Signed", scopes, algorithm: "ES256" });
  await addResource(books, { identifier: asked, name: "Asked", scopes, tokenFormat: "opaque" });
  const resources = [signed, asked];
  party = await newRelyingParty(portal, { isFirstParty: true, isService: true, resources });
  api = await newRelyingParty(portal, { redirectUris: [], introspects: [asked] });
});
afterAll(() => portal.close());

async function tokenFor(resource: string, scope = "openid read") {
  const browser = portal.browser();
  await newMember(portal, browser);
  const started = await authorizationRequest(party, { scope, resource });
  const { url } = await follow(browser, started.url.href);
  const tokens = await exchange(party, started, url, { parameters: { resource } });
  return { token: tokens.access_token, subject: tokens.claims()?.sub };
}

test("a signed token is checked by the API alone", async () => {
  const { token, subject } = await tokenFor(signed);
  const keys = (await portal.app.inject({ url: "/v1/idp/oidc/jwks" })).json() as JSONWebKeySet;
  const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys), {
    audience: signed,
    typ: "at+jwt",
  });
  expect(protectedHeader.alg).toBe("ES256");
  expect(payload).toMatchObject({ sub: subject, scope: "read", acr: "urn:sekimori:acr:pwd" });
});

test("about an opaque one the API asks, and only the API that it is for", async () => {
  const { token, subject } = await tokenFor(asked, "openid read write");
  expect(await oidc.tokenIntrospection(api.configuration, token)).toMatchObject({
    active: true,
    aud: asked,
    sub: subject,
    scope: "read write",
    client_id: party.clientId,
    acr: "urn:sekimori:acr:pwd",
    auth_time: expect.any(Number),
  });
  const stranger = await newRelyingParty(portal, { redirectUris: [], introspects: [signed] });
  expect(await oidc.tokenIntrospection(stranger.configuration, token)).toEqual({ active: false });
  await oidc.tokenRevocation(party.configuration, token);
  expect(await oidc.tokenIntrospection(api.configuration, token)).toEqual({ active: false });
});

test("a service has tokens of its own for it", async () => {
  const { access_token: token } = await oidc.clientCredentialsGrant(party.configuration, {
    resource: asked,
    scope: "write",
  });
  expect(await oidc.tokenIntrospection(api.configuration, token)).toMatchObject({
    active: true,
    aud: asked,
    scope: "write",
    client_id: party.clientId,
  });
});

test("a token for an API tells nothing of the person at the userinfo endpoint", async () => {
  const { token } = await tokenFor(asked);
  await expect(
    oidc.fetchUserInfo(party.configuration, token, oidc.skipSubjectCheck),
  ).rejects.toThrow();
});

test("scopes are those of the API that is named, and an API that is gone has none", async () => {
  const { token } = await tokenFor(asked, "openid read contract:read");
  const { scope } = await oidc.tokenIntrospection(api.configuration, token);
  expect(scope).toBe("read");
  await removeResource(portal.context, signed);
  const browser = portal.browser();
  await newMember(portal, browser);
  const started = await authorizationRequest(party, { scope: "openid read", resource: signed });
  const { url } = await follow(browser, started.url.href);
  expect(url.searchParams.get("error")).toBe("invalid_target");
});

test("somebody else's application is not let to APIs: people are not asked about them", async () => {
  const third = await newRelyingParty(portal, { resources: [asked] });
  const browser = portal.browser();
  await newMember(portal, browser);
  const started = await authorizationRequest(third, { scope: "openid read", resource: asked });
  const { url } = await follow(browser, started.url.href);
  expect(url.searchParams.get("error")).toBe("invalid_target");
});
