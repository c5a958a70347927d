import { finishInteraction, showInteraction } from "@sekimori/portal-contract/endpoints/openid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newMember } from "../../testing/members.ts";
import {
  afterSignOut,
  authorizationRequest,
  exchange,
  follow,
  interactionOf,
  newRelyingParty,
  type RelyingParty,
  redirectUri,
} from "../../testing/relying-party.ts";
import { startTestPortal, type TestPortal, testOrigin } from "../../testing/test-portal.ts";

let portal: TestPortal;
let ours: RelyingParty;
let third: RelyingParty;
beforeAll(async () => {
  portal = await startTestPortal({ LIMIT_FACTOR: "1000" });
  ours = await newRelyingParty(portal, { isFirstParty: true });
  third = await newRelyingParty(portal);
});
afterAll(() => portal.close());

async function member() {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  return { browser, email };
}

describe("redirect_uri", () => {
  test.each([
    "https://attacker.example/callback",
    `${redirectUri}/../evil`,
    `${redirectUri}/`,
    `${redirectUri}?next=https://attacker.example`,
    `${redirectUri}#fragment`,
    "https://app.example.attacker.example/callback",
    "https://app.example@attacker.example/callback",
    "https://APP.example:8443/callback",
    "http://app.example/callback",
    "https://app.example/CALLBACK",
    "https://app.example/callback%2F",
    "//attacker.example/callback",
    "javascript:alert(1)",
    "data:text/html,x",
    "",
  ])("%s is refused where the browser is", async (forged) => {
    const { browser } = await member();
    const started = await authorizationRequest(ours, { redirect_uri: forged });
    const page = await follow(browser, started.url.href);
    expect(page.url.origin).toBe(testOrigin);
    expect(page.status).toBe(400);
    expect(page.text).not.toContain("<script");
  });

  test("given twice is refused", async () => {
    const { browser } = await member();
    const started = await authorizationRequest(ours);
    const url = `${started.url.href}&redirect_uri=https%3A%2F%2Fattacker.example%2Fcallback`;
    const page = await follow(browser, url);
    expect([page.url.origin, page.status]).toEqual([testOrigin, 400]);
  });

  test("another one at the exchange is refused", async () => {
    const { browser } = await member();
    const party = await newRelyingParty(portal, {
      isFirstParty: true,
      redirectUris: [redirectUri, "https://app.example/other"],
    });
    const started = await authorizationRequest(party);
    const { url } = await follow(browser, started.url.href);
    const other = new URL(`https://app.example/other${url.search}`);
    await expect(exchange(party, started, other)).rejects.toMatchObject({ error: "invalid_grant" });
  });

  test("a sign-out leads only to what is registered", async () => {
    const { browser } = await member();
    const end = `${testOrigin}/v1/idp/oidc/session/end?client_id=${ours.clientId}`;
    const forged = `${end}&post_logout_redirect_uri=https%3A%2F%2Fattacker.example`;
    const page = await follow(browser, forged);
    expect([page.url.origin, page.status]).toEqual([testOrigin, 400]);
    const good = `${end}&post_logout_redirect_uri=${encodeURIComponent(afterSignOut)}`;
    expect((await follow(browser, good)).status).toBe(200);
  });
});

describe("Host and X-Forwarded-*", () => {
  const forged = {
    host: "attacker.example",
    "x-forwarded-host": "attacker.example",
    "x-forwarded-proto": "gopher",
    "x-forwarded-for": "203.0.113.9",
    forwarded: "host=attacker.example;proto=https",
  };

  test("change no address in the discovery document", async () => {
    const url = "/v1/idp/oidc/.well-known/openid-configuration";
    const plain = await portal.browser().request({ url });
    const bent = await portal.browser().request({ url, headers: forged });
    expect(bent.text).toBe(plain.text);
    expect(bent.text).not.toContain("attacker");
  });

  test("change no redirect of an authorization request", async () => {
    const started = await authorizationRequest(third);
    const url = started.url.pathname + started.url.search;
    const answer = await portal.browser().request({ url, headers: forged });
    expect(answer.status).toBe(303);
    expect(JSON.stringify(answer.headers)).not.toContain("attacker");
    const known = await member();
    const back = await known.browser.request({
      url: (await authorizationRequest(ours)).url.href.slice(testOrigin.length),
      headers: forged,
    });
    expect(String(back.headers.location).startsWith(`${redirectUri}?`)).toBe(true);
  });

  test("change no link of an error or sign-out page", async () => {
    for (const url of [
      "/v1/idp/oidc/authorize?client_id=nobody",
      "/v1/idp/oidc/session/end/success",
    ]) {
      const answer = await portal.browser().request({
        url,
        headers: { ...forged, accept: "text/html" },
      });
      expect(answer.text).not.toContain("attacker");
      expect(answer.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    }
  });
});

describe("an interaction", () => {
  test("belongs to the browser that it began in", async () => {
    const attacker = portal.browser();
    const started = await authorizationRequest(third, { scope: "openid email" });
    const uid = interactionOf(await follow(attacker, started.url.href));
    const victim = await member();
    const params = { uid };
    const answers = [
      await victim.browser.attempt(showInteraction, { params }),
      await victim.browser.attempt(finishInteraction, { params, body: { decision: "allow" } }),
      await victim.browser.request({ url: `/v1/idp/oidc/authorize/${uid}` }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 400]);
  });

  test("signs nobody in: the portal's session of the browser that returns decides", async () => {
    const { browser } = await member();
    const started = await authorizationRequest(third, { prompt: "login" });
    const uid = interactionOf(await follow(browser, started.url.href));
    portal.clock.advance(1_000);
    const kept = new Map(browser.cookies);
    browser.cookies.delete("sekimori_session");
    const early = await browser.attempt(finishInteraction, {
      params: { uid },
      body: { decision: "continue" },
    });
    expect(early.error().data).toEqual({ step: "sign-in" });
    for (const [name, value] of kept) browser.cookies.set(name, value);
    const view = await browser.call(showInteraction, { params: { uid } });
    expect(view.step).toBe("reauthenticate");
    const stale = await browser.attempt(finishInteraction, {
      params: { uid },
      body: { decision: "continue" },
    });
    expect(stale.error().type).toBe("RecentSignInRequired");
  });

  test("a consent given by one account is none of another's", async () => {
    const first = await member();
    const started = await authorizationRequest(third, { scope: "openid email" });
    const uid = interactionOf(await follow(first.browser, started.url.href));
    const { redirectUrl } = await first.browser.call(finishInteraction, {
      params: { uid },
      body: { decision: "allow" },
    });
    const second = await member();
    const mixed = portal.browser();
    for (const [name, value] of first.browser.cookies) mixed.cookies.set(name, value);
    const theirs = second.browser.cookies.get("sekimori_session");
    mixed.cookies.set("sekimori_session", theirs ?? "");
    const page = await follow(mixed, redirectUrl);
    expect(page.url.origin).toBe(testOrigin);
  });

  test("denied, it goes back to the application with the reason", async () => {
    const { browser } = await member();
    const started = await authorizationRequest(third, { scope: "openid address" });
    const uid = interactionOf(await follow(browser, started.url.href));
    const { redirectUrl } = await browser.call(finishInteraction, {
      params: { uid },
      body: { decision: "deny" },
    });
    const back = await follow(browser, redirectUrl);
    expect(back.url.href.startsWith(redirectUri)).toBe(true);
    expect(back.url.searchParams.get("error")).toBe("access_denied");
    expect(back.url.searchParams.get("state")).toBe(started.state);
  });
});
