import { finishInteraction, showInteraction } from "@sekimori/portal-contract/endpoints/openid";
import { signIn, signOut } from "@sekimori/portal-contract/endpoints/sign-in";
import * as oidc from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newMember } from "../../testing/members.ts";
import {
  authorizationRequest,
  exchange,
  follow,
  interactionOf,
  newRelyingParty,
} from "../../testing/relying-party.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

describe("our own application", () => {
  test("gets tokens without a question from somebody who is signed in", async () => {
    const browser = portal.browser();
    const { email } = await newMember(portal, browser);
    const party = await newRelyingParty(portal, { isFirstParty: true });
    const started = await authorizationRequest(party, {
      scope: "openid profile email plan organization",
    });
    const back = await follow(browser, started.url.href);
    expect(back.url.origin).toBe("https://app.example");
    const tokens = await exchange(party, started, back.url);
    const claims = tokens.claims();
    expect(claims).toMatchObject({ acr: "urn:sekimori:acr:pwd", amr: ["pwd"] });
    const info = await oidc.fetchUserInfo(
      party.configuration,
      tokens.access_token,
      claims?.sub ?? "",
    );
    expect(info).toMatchObject({
      email,
      email_verified: true,
      locale: "en",
      family_name: "山本",
      plan: { id: "free", scans_per_month: 5 },
      organization: { name: "関守商店", corporate_number: "7000012050002" },
    });
    const renewed = await oidc.refreshTokenGrant(party.configuration, tokens.refresh_token ?? "");
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
    expect([...browser.cookies.keys()].filter((name) => name.endsWith("sekimori_op"))).toEqual([]);
    await browser.call(signOut, { body: {} });
    await expect(
      oidc.refreshTokenGrant(party.configuration, renewed.refresh_token ?? ""),
    ).rejects.toMatchObject({ error: "invalid_grant" });
  });
});

describe("a third party's application", () => {
  test("may leave the plus of a suggested address unencoded", async () => {
    const party = await newRelyingParty(portal);
    const { url } = await authorizationRequest(party, { login_hint: "XX" });
    const browser = portal.browser();
    const uid = interactionOf(await follow(browser, url.href.replace("XX", "taro+news@a.example")));
    const { loginHint } = await browser.call(showInteraction, { params: { uid } });
    expect(loginHint).toBe("taro+news@a.example");
  });

  test("asks for sign-in, then consent, then gets tokens; consent is asked once", async () => {
    const member = await newMember(portal, portal.browser());
    const browser = portal.browser();
    const party = await newRelyingParty(portal);
    const changes = { scope: "openid email", login_hint: member.email };
    const started = await authorizationRequest(party, changes);
    const first = await follow(browser, started.url.href);
    const uid = interactionOf(first);
    const view = await browser.call(showInteraction, { params: { uid } });
    expect(view).toMatchObject({
      step: "sign-in",
      account: null,
      loginHint: member.email,
      language: null,
    });
    const early = await browser.attempt(finishInteraction, {
      params: { uid },
      body: { decision: "continue" },
    });
    expect(early.error()).toMatchObject({ type: "StepOutOfOrder", data: { step: "sign-in" } });
    await browser.call(signIn, { body: { email: member.email, password } });
    const { redirectUrl } = await browser.call(finishInteraction, {
      params: { uid },
      body: { decision: "continue" },
    });
    const second = await follow(browser, redirectUrl);
    const consent = interactionOf(second);
    expect(await browser.call(showInteraction, { params: { uid: consent } })).toMatchObject({
      step: "consent",
      scopes: ["openid", "email"],
      account: { email: member.email },
      client: { name: "Sample application", host: "app.example" },
    });
    const allowed = await browser.call(finishInteraction, {
      params: { uid: consent },
      body: { decision: "allow" },
    });
    const back = await follow(browser, allowed.redirectUrl);
    const tokens = await exchange(party, started, back.url);
    expect(tokens.refresh_token).toBeUndefined();

    const later = portal.browser();
    await later.call(signIn, { body: { email: member.email, password } });
    const again = await authorizationRequest(party, changes);
    const straight = await follow(later, again.url.href);
    expect((await exchange(party, again, straight.url)).claims()?.sub).toBe(tokens.claims()?.sub);
  });

  test("that asks by the claims parameter says so where it is allowed", async () => {
    const browser = portal.browser();
    await newMember(portal, browser);
    const party = await newRelyingParty(portal, { scopes: ["profile", "email"] });
    const claims = JSON.stringify({
      userinfo: { email: null, plan: null },
      id_token: { acr: null },
    });
    const started = await authorizationRequest(party, { claims });
    const uid = interactionOf(await follow(browser, started.url.href));
    const { step, scopes } = await browser.call(showInteraction, { params: { uid } });
    // Its plan is never told to this application, so nobody is asked about it.
    expect([step, scopes]).toEqual(["consent", ["openid", "email"]]);
  });
});
