import { finishInteraction } from "@sekimori/portal-contract/endpoints/openid";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { endOtherSessions, listSessions } from "@sekimori/portal-contract/endpoints/security";
import { signIn, signOut } from "@sekimori/portal-contract/endpoints/sign-in";
import * as oidc from "openid-client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { post } from "../../testing/answer-request.ts";
import { type LogoutListener, startLogoutListener } from "../../testing/logout-listener.ts";
import { newMember } from "../../testing/members.ts";
import {
  type Arrival,
  afterSignOut,
  authorizationRequest,
  exchange,
  follow,
  interactionOf,
  newRelyingParty,
  type RelyingParty,
} from "../../testing/relying-party.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

let portal: TestPortal;
let listener: LogoutListener;
let party: RelyingParty;
let told: Record<string, unknown>[];
let woken = Promise.withResolvers<void>();

beforeAll(async () => {
  listener = await startLogoutListener(() => {
    woken.resolve();
    woken = Promise.withResolvers<void>();
  });
  told = listener.told;
  portal = await startTestPortal({}, { outbound: listener.outbound });
  party = await newRelyingParty(portal, {
    isFirstParty: true,
    backChannelLogoutUri: listener.address,
  });
});
beforeEach(() => {
  told.length = 0;
});
afterAll(async () => {
  await portal.close();
  listener.close();
});

async function signedInAtApplication() {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  const started = await authorizationRequest(party, { scope: "openid email" });
  const { url } = await follow(browser, started.url.href);
  const tokens = await exchange(party, started, url);
  return { browser, email, tokens, subject: tokens.claims()?.sub };
}

/** What the application was told of an account, as soon as it was told anything. */
async function heardOf(subject: unknown): Promise<Record<string, unknown>[]> {
  for (;;) {
    const own = told.filter(({ sub }) => sub === subject);
    if (own.length > 0) return own;
    await woken.promise;
  }
}

const logoutToken = (subject: unknown) => ({
  iss: "http://localhost:3000/v1/idp/oidc",
  aud: party.clientId,
  sub: subject,
  sid: expect.any(String),
  events: { "http://schemas.openid.net/event/backchannel-logout": {} },
});

async function isDead(tokens: { access_token: string; refresh_token?: string }): Promise<boolean> {
  const uses = await Promise.allSettled([
    oidc.fetchUserInfo(party.configuration, tokens.access_token, oidc.skipSubjectCheck),
    oidc.refreshTokenGrant(party.configuration, tokens.refresh_token ?? ""),
  ]);
  return uses.every(({ status }) => status === "rejected");
}

/** Presses the page's button, as its script does where it may. */
async function confirm(
  browser: Parameters<typeof follow>[0],
  page: Arrival,
  answer: "yes" | undefined,
): Promise<Arrival> {
  const [, action = "", xsrf = ""] =
    /<form[^>]*action="([^"]+)"><input type="hidden" name="xsrf" value="([^"]+)"/.exec(page.text) ??
    [];
  const body = new URLSearchParams({ xsrf, ...(answer ? { logout: answer } : {}) });
  return post(portal, browser, action, body.toString());
}

describe("the portal's session ends, and with it what applications have", () => {
  test("by signing out at the portal", async () => {
    const { browser, tokens, subject } = await signedInAtApplication();
    await browser.call(signOut, { body: {} });
    expect(await heardOf(subject)).toEqual([expect.objectContaining(logoutToken(subject))]);
    expect(told.at(-1)).not.toHaveProperty("nonce");
    expect(await isDead(tokens)).toBe(true);
  });

  test("from another browser", async () => {
    const { email, tokens, subject } = await signedInAtApplication();
    const other = portal.browser();
    await other.call(signIn, { body: { email, password } });
    await other.call(endOtherSessions, { body: {} });
    expect(await heardOf(subject)).toEqual([expect.objectContaining(logoutToken(subject))]);
    expect(await isDead(tokens)).toBe(true);
  });

  test("after its eight hours nothing is given without a sign-in", async () => {
    const { browser, tokens } = await signedInAtApplication();
    portal.clock.advance(8 * 3_600_000 + 1_000);
    expect(await isDead(tokens)).toBe(true);
    const again = await authorizationRequest(party, { prompt: "none" });
    const { url } = await follow(browser, again.url.href);
    expect(url.searchParams.get("error")).toBe("login_required");
  });

  test("offline access outlives it, as was allowed", async () => {
    const browser = portal.browser();
    await newMember(portal, browser);
    const offline = { scope: "openid offline_access", prompt: "consent" };
    const started = await authorizationRequest(party, offline);
    const uid = interactionOf(await follow(browser, started.url.href));
    const { redirectUrl } = await browser.call(finishInteraction, {
      params: { uid },
      body: { decision: "allow" },
    });
    const { url } = await follow(browser, redirectUrl);
    const tokens = await exchange(party, started, url);
    await browser.call(signOut, { body: {} });
    const renewed = await oidc.refreshTokenGrant(party.configuration, tokens.refresh_token ?? "");
    expect(renewed.access_token).toBeDefined();
  });
});

describe("RP-initiated sign-out", () => {
  const endSession = (tokens: { id_token?: string }) =>
    oidc.buildEndSessionUrl(party.configuration, {
      id_token_hint: tokens.id_token ?? "",
      post_logout_redirect_uri: afterSignOut,
      state: "s1",
    }).href;

  test("ends the portal's session and goes where the application registered", async () => {
    const { browser, tokens, subject } = await signedInAtApplication();
    const page = await follow(browser, endSession(tokens));
    expect(page.text).toContain('document.getElementById("yes").click()');
    const policy = "form-action 'self' https://app.example";
    const raw = await browser.request({ url: page.url.pathname + page.url.search });
    expect(raw.headers["content-security-policy"]).toContain(policy);
    const done = await confirm(browser, { ...page, text: raw.text }, "yes");
    expect(done.url.href).toBe(`${afterSignOut}?state=s1`);
    expect((await browser.attempt(getMyProfile, {})).status).toBe(401);
    expect(await heardOf(subject)).toEqual([expect.objectContaining(logoutToken(subject))]);
    expect(await isDead(tokens)).toBe(true);
  });

  test("asks first when nothing shows who is meant, and may be declined", async () => {
    const { browser } = await signedInAtApplication();
    const url = `/v1/idp/oidc/session/end?client_id=${party.clientId}`;
    const page = await follow(browser, url);
    expect(page.text).not.toContain("<script");
    await confirm(browser, page, undefined);
    expect((await browser.attempt(listSessions, {})).status).toBe(200);
  });

  test("without a session goes straight on", async () => {
    const { tokens, browser } = await signedInAtApplication();
    await browser.call(signOut, { body: {} });
    const page = await follow(browser, endSession(tokens));
    const [, action = ""] = /action="([^"]+)"/.exec(page.text) ?? [];
    const fields = [...page.text.matchAll(/name="(\w+)" value="([^"]*)"/g)];
    const body = new URLSearchParams(
      fields.map(([, name = "", value = ""]): [string, string] => [name, value]),
    );
    const done = await post(portal, browser, action, body.toString());
    expect(done.url.href).toBe(`${afterSignOut}?state=s1`);
  });
});

test("an application on this machine that is not listed is not called", async () => {
  const own = await startLogoutListener();
  const unlisted = await newRelyingParty(portal, {
    isFirstParty: true,
    backChannelLogoutUri: own.address,
  });
  const browser = portal.browser();
  await newMember(portal, browser);
  for (const one of [unlisted, party]) {
    const started = await authorizationRequest(one);
    const { url } = await follow(browser, started.url.href);
    await exchange(one, started, url);
  }
  await browser.call(signOut, { body: {} });
  await expect.poll(() => told.length).toBe(1);
  expect(own.told).toEqual([]);
  own.close();
});
