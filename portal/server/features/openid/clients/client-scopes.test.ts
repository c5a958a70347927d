// An application gets what it was registered for, however and whenever it asks (ASVS 10.4.11).

import * as oidc from "openid-client";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { newMember } from "../../../testing/members.ts";
import {
  authorizationRequest,
  exchange,
  follow,
  newRelyingParty,
  type RelyingParty,
  redirectUri,
} from "../../../testing/relying-party.ts";
import { startTestPortal, type TestPortal } from "../../../testing/test-portal.ts";
import { listClients, registerClient } from "./client-registry.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());
afterEach(() => void vi.useRealTimers());

async function member() {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  return { browser, email };
}

async function signIn(
  party: RelyingParty,
  changes: Readonly<Record<string, string>>,
  { browser }: Pick<Awaited<ReturnType<typeof member>>, "browser">,
) {
  const started = await authorizationRequest(party, changes);
  const { url } = await follow(browser, started.url.href);
  return exchange(party, started, url);
}

function userinfo(party: RelyingParty, tokens: Awaited<ReturnType<typeof signIn>>) {
  const subject = tokens.claims()?.sub ?? "";
  return oidc.fetchUserInfo(party.configuration, tokens.access_token, subject);
}

test.each(["openid email", "openid profile email", "openid offline_access"])(
  "“%s” is refused to an application registered for its profile, in a browser and pushed",
  async (scope) => {
    const { browser } = await member();
    const party = await newRelyingParty(portal, { isFirstParty: true, scopes: ["profile"] });
    const asked = { scope, prompt: "consent" };
    const started = await authorizationRequest(party, asked);
    const { url } = await follow(browser, started.url.href);
    expect(url.href.startsWith(`${redirectUri}?`)).toBe(true);
    expect(url.searchParams.get("error")).toBe("invalid_scope");
    expect(url.searchParams.get("state")).toBe(started.state);
    const { parameters } = await authorizationRequest(party, asked);
    await expect(
      oidc.buildAuthorizationUrlWithPAR(party.configuration, parameters),
    ).rejects.toMatchObject({ error: "invalid_scope" });
  },
);

test("what it is registered for it gets, and openid need not be named", async () => {
  const party = await newRelyingParty(portal, { isFirstParty: true, scopes: ["profile"] });
  const info = await userinfo(
    party,
    await signIn(party, { scope: "openid profile" }, await member()),
  );
  expect(info).toMatchObject({ family_name: "山本" });
  expect(info).not.toHaveProperty("email");
  const listed = (await listClients(portal.context)).find((one) => one.clientId === party.clientId);
  expect(listed?.scopes).toEqual(["openid", "profile"]);
});

test("one registered without any may ask for all", async () => {
  const person = await member();
  const party = await newRelyingParty(portal, { isFirstParty: true });
  const scope = "openid profile email address plan organization";
  const info = await userinfo(party, await signIn(party, { scope }, person));
  expect(info).toMatchObject({ email: person.email, plan: { id: "free" } });
  const listed = (await listClients(portal.context)).find((one) => one.clientId === party.clientId);
  expect(listed?.scopes).toEqual([]);
});

test("the claims parameter is no way around it", async () => {
  const party = await newRelyingParty(portal, { isFirstParty: true, scopes: ["profile"] });
  const wanted = { email: { essential: true }, plan: null, name: null };
  const claims = JSON.stringify({ userinfo: wanted, id_token: wanted });
  const tokens = await signIn(party, { claims }, await member());
  for (const told of [tokens.claims(), await userinfo(party, tokens)]) {
    expect(told).toHaveProperty("name");
    expect(told).not.toHaveProperty("email");
    expect(told).not.toHaveProperty("plan");
  }
});

test("a token given before tells no more than the application is registered for now", async () => {
  const person = await member();
  const party = await newRelyingParty(portal, { isFirstParty: true });
  const tokens = await signIn(party, { scope: "openid profile email" }, person);
  expect(await userinfo(party, tokens)).toMatchObject({ email: person.email });
  const registration = {
    clientId: party.clientId,
    name: "Sample application",
    redirectUris: [redirectUri],
    isFirstParty: true,
  };
  await registerClient(portal.context, { ...registration, scopes: ["profile"] }, party.secret);
  // Every process has read the registration again by then.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6_000 });
  const info = await userinfo(party, tokens);
  expect(info).toMatchObject({ family_name: "山本" });
  expect(info).not.toHaveProperty("email");
  const renewed = await oidc.refreshTokenGrant(party.configuration, tokens.refresh_token ?? "");
  expect(await userinfo(party, renewed)).not.toHaveProperty("email");
});

test("a scope that the portal does not have is not registered", async () => {
  const registration = { clientId: "wide", name: "Wide", redirectUris: [redirectUri] };
  await expect(
    registerClient(portal.context, { ...registration, scopes: ["openid", "calendar" as never] }),
  ).rejects.toThrow("“calendar” is not a scope of this portal: openid, profile,");
  expect((await listClients(portal.context)).map(({ clientId }) => clientId)).not.toContain("wide");
});
