// What an application asks for before a dangerous act (RFC 9470): recent, and strong.

import { finishInteraction, showInteraction } from "@sekimori/portal-contract/endpoints/openid";
import { beginPasskeyAgain, provePasskeyAgain } from "@sekimori/portal-contract/endpoints/passkeys";
import {
  confirmOtp,
  proveAgain,
  proveSecondFactor,
  reauthenticate,
  signIn,
  signOut,
} from "@sekimori/portal-contract/endpoints/sign-in";
import { confirmInformation, editInformation } from "@sekimori/portal-contract/endpoints/sign-up";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addApp } from "../../testing/authenticator-app.ts";
import { signInBy, signUpBy } from "../../testing/external-visits.ts";
import { newMember } from "../../testing/members.ts";
import { codeIn } from "../../testing/memory-mailer.ts";
import { addTestPasskey } from "../../testing/passkeys.ts";
import {
  authorizationRequest,
  exchange,
  follow,
  interactionOf,
  isAsked,
  newRelyingParty,
  type RelyingParty,
} from "../../testing/relying-party.ts";
import { agree, organisation, password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { strengths } from "./protocol/strength.ts";

const strong = "urn:sekimori:acr:email";
const insistOn = (value: string) =>
  JSON.stringify({ id_token: { acr: { essential: true, value } } });
const essential = insistOn(strong);

let portal: TestPortal;
let party: RelyingParty;
beforeAll(async () => {
  portal = await startTestPortal();
  party = await newRelyingParty(portal, { isFirstParty: true });
});
afterAll(() => portal.close());

type Browser = ReturnType<TestPortal["browser"]>;

async function signedInMember() {
  const browser = portal.browser();
  return { browser, ...(await newMember(portal, browser)) };
}

/** Two-factor is turned on in a session that was begun with the password alone. */
async function withTwoFactorOn() {
  const member = await signedInMember();
  await member.browser.call(mfaSetting, { body: { enabled: true } });
  // The notice of it must not be taken for the code that comes later.
  await portal.mails.nth(member.email, 3);
  return member;
}

/** Goes on with a request for as long as the portal has nothing to ask. */
async function answered(browser: Browser, changes: Readonly<Record<string, string>>) {
  const started = await authorizationRequest(party, changes);
  let arrival = await follow(browser, started.url.href);
  while (isAsked(arrival)) {
    const uid = interactionOf(arrival);
    const body = { decision: "continue" } as const;
    const { redirectUrl } = await browser.call(finishInteraction, { params: { uid }, body });
    arrival = await follow(browser, redirectUrl);
  }
  return { started, url: arrival.url };
}

async function signInWithTwoFactors(browser: Browser, email: string) {
  const before = portal.mails.to(email).length;
  await browser.call(signIn, { body: { email, password } });
  const code = codeIn(await portal.mails.nth(email, before + 1));
  await browser.call(confirmOtp, { body: { code } });
}

test.each([
  ["wished for", { acr_values: strong }],
  ["insisted on", { claims: essential }],
])("two factors, %s, are asked for where they are on", async (_, asked) => {
  const { browser, email } = await withTwoFactorOn();
  const started = await authorizationRequest(party, asked);
  const uid = interactionOf(await follow(browser, started.url.href));
  // A sign-in in the second of the request itself would be new already.
  await portal.database.pool.query(
    "update portal.session set authenticated_at = authenticated_at - interval '1 minute'",
  );
  expect((await browser.call(showInteraction, { params: { uid } })).step).toBe("reauthenticate");
  await browser.call(signOut, { body: {} });
  await signInWithTwoFactors(browser, email);
  const body = { decision: "continue" } as const;
  const { redirectUrl } = await browser.call(finishInteraction, { params: { uid }, body });
  const { url } = await follow(browser, redirectUrl);
  const claims = (await exchange(party, started, url)).claims();
  expect(claims).toMatchObject({ acr: strong, amr: ["pwd", "otp"] });
});

test("a wish that a member cannot fulfil goes on with what there is", async () => {
  const { browser } = await signedInMember();
  const { started, url } = await answered(browser, { acr_values: strong });
  expect((await exchange(party, started, url)).claims()?.acr).toBe("urn:sekimori:acr:pwd");
});

test("a wish is no reason to ask where nobody is to be asked", async () => {
  const { browser } = await withTwoFactorOn();
  const started = await authorizationRequest(party, { acr_values: strong, prompt: "none" });
  const { url } = await follow(browser, started.url.href);
  expect((await exchange(party, started, url)).claims()?.acr).toBe("urn:sekimori:acr:pwd");
});

test("what is insisted on and cannot be reached is an error that says so", async () => {
  const { browser } = await signedInMember();
  const { url } = await answered(browser, { claims: essential });
  expect(url.searchParams.get("error")).toBe("unmet_authentication_requirements");
});

test("two factors are enough for whoever wishes one", async () => {
  const { browser, email } = await withTwoFactorOn();
  await browser.call(signOut, { body: {} });
  await signInWithTwoFactors(browser, email);
  // It is answered by the name that was asked for: applications compare. The former names too.
  for (const [asked, answer] of [
    ["urn:sekimori:acr:pwd", "urn:sekimori:acr:pwd"],
    ["urn:sekimori:acr:2", "urn:sekimori:acr:2"],
    ["unknown", strong],
  ] as const) {
    const { started, url } = await answered(browser, { acr_values: asked });
    expect((await exchange(party, started, url)).claims()?.acr).toBe(answer);
  }
  const { started, url } = await answered(browser, { claims: insistOn("urn:sekimori:acr:1") });
  expect((await exchange(party, started, url)).claims()?.acr).toBe("urn:sekimori:acr:1");
});

test("what may be asked for stands in the discovery document", () => {
  expect(party.configuration.serverMetadata().acr_values_supported).toEqual([...strengths]);
});

/** A member with a passkey and an app, signed in by password and app in a browser of its own. */
async function signedInByApp() {
  const { browser, email } = await signedInMember();
  const { app } = await addApp(portal, browser);
  const { passkey } = await addTestPasskey(browser);
  portal.clock.advance(30_000);
  const other = portal.browser();
  await other.call(signIn, { body: { email, password } });
  await other.call(proveSecondFactor, { body: { way: "app", code: app.code() } });
  return { browser: other, email, app, passkey };
}

const show = (browser: Browser, uid: string) => browser.call(showInteraction, { params: { uid } });

async function asked(browser: Browser, changes: Readonly<Record<string, string>>) {
  const started = await authorizationRequest(party, changes);
  return { started, uid: interactionOf(await follow(browser, started.url.href)) };
}

const finish = (browser: Browser, uid: string, decision: "continue" | "without") =>
  browser.attempt(finishInteraction, { params: { uid }, body: { decision } });

/** Where the browser comes to when the request is answered. */
async function finished(browser: Browser, uid: string, decision: "continue" | "without") {
  const body = { decision };
  const { redirectUrl } = await browser.call(finishInteraction, { params: { uid }, body });
  return (await follow(browser, redirectUrl)).url;
}

test.each([
  ["wished for", { acr_values: "phr" }, "continue"],
  ["insisted on", { claims: insistOn("phr") }, "refuse"],
  // The engine would forget what is essential beside a wish.
  ["both", { acr_values: strong, claims: insistOn("phr") }, "refuse"],
] as const)("a passkey, %s, is asked for where the app was used", async (_, changes, without) => {
  const { browser, passkey } = await signedInByApp();
  const { started, uid } = await asked(browser, changes);
  expect(await show(browser, uid)).toMatchObject({
    step: "reauthenticate",
    stronger: { by: "passkey", without },
  });
  // Having signed in for this very request is not enough.
  expect((await finish(browser, uid, "continue")).error().type).toBe("RecentSignInRequired");
  const options = await browser.call(beginPasskeyAgain, { body: {} });
  await browser.call(provePasskeyAgain, { body: passkey.get(options) });
  const url = await finished(browser, uid, "continue");
  const claims = (await exchange(party, started, url)).claims();
  expect(claims).toMatchObject({ acr: "phr", amr: ["pwd", "pop", "user", "mfa"] });
});

test("who signs in for a request by less than it asks for is asked for the rest", async () => {
  const { browser, email, app, passkey } = await signedInByApp();
  await browser.call(signOut, { body: {} });
  const { started, uid } = await asked(browser, { acr_values: "phr" });
  expect(await show(browser, uid)).toMatchObject({ step: "sign-in", stronger: null });
  portal.clock.advance(30_000);
  await browser.call(signIn, { body: { email, password } });
  await browser.call(proveSecondFactor, { body: { way: "app", code: app.code() } });
  expect(await show(browser, uid)).toMatchObject({
    step: "reauthenticate",
    stronger: { by: "passkey" },
  });
  const options = await browser.call(beginPasskeyAgain, { body: {} });
  await browser.call(provePasskeyAgain, { body: passkey.get(options) });
  const url = await finished(browser, uid, "continue");
  expect((await exchange(party, started, url)).claims()?.acr).toBe("phr");
});

test("without a passkey a wish goes on, and what is insisted on fails", async () => {
  const { browser } = await signedInByApp();
  const wish = await asked(browser, { acr_values: "phr" });
  const url = await finished(browser, wish.uid, "without");
  const claims = (await exchange(party, wish.started, url)).claims();
  expect(claims).toMatchObject({ acr: "urn:sekimori:acr:mfa", amr: ["pwd", "otp", "mfa"] });
  const insisted = await asked(browser, { claims: insistOn("phr") });
  const refused = await finished(browser, insisted.uid, "without");
  expect(refused.searchParams.get("error")).toBe("unmet_authentication_requirements");
});

test("a sign-in that is also to be new is not gone on with while it is old", async () => {
  const { browser } = await signedInByApp();
  await portal.database.pool.query(
    "update portal.session set authenticated_at = authenticated_at - interval '1 minute'",
  );
  const { uid } = await asked(browser, { acr_values: "phr", prompt: "login" });
  expect((await show(browser, uid)).stronger).toEqual({ by: "passkey", without: null });
  expect((await finish(browser, uid, "without")).error().type).toBe("RecentSignInRequired");
});

test.each([
  ["a strength", { acr_values: "urn:sekimori:acr:mfa" }],
  ["a new sign-in", { max_age: "30" }],
])("a trusted browser proves both factors where %s is asked for", async (_, changes) => {
  const { browser: owner, email, app } = await signedInByApp();
  await owner.call(signOut, { body: {} });
  portal.clock.advance(30_000);
  const browser = portal.browser();
  await browser.call(signIn, { body: { email, password } });
  const trusting = { way: "app", code: app.code(), trustBrowser: true } as const;
  await browser.call(proveSecondFactor, { body: trusting });
  await browser.call(signOut, { body: {} });
  expect((await browser.call(signIn, { body: { email, password } })).status).toBe("SIGNED_IN");
  const plain = await answered(browser, {});
  const weak = (await exchange(party, plain.started, plain.url)).claims();
  expect(weak).toMatchObject({ acr: "urn:sekimori:acr:pwd", amr: ["pwd"] });
  await portal.database.pool.query(
    "update portal.session set authenticated_at = authenticated_at - interval '1 minute'",
  );
  const { started, uid } = await asked(browser, changes);
  expect((await show(browser, uid)).step).toBe("reauthenticate");
  expect((await finish(browser, uid, "continue")).error().type).toBe("RecentSignInRequired");
  expect((await browser.call(reauthenticate, { body: { password } })).status).toBe("OTP_VERIFY");
  portal.clock.advance(30_000);
  await browser.call(proveAgain, { body: { way: "app", code: app.code() } });
  const url = await finished(browser, uid, "continue");
  const claims = (await exchange(party, started, url)).claims();
  expect(claims?.amr).toEqual(["pwd", "otp", "mfa"]);
});

test("what a provider says of its sign-in is passed on, and counts", async () => {
  const browser = portal.browser();
  await signUpBy(browser, { choose: "external-taro" });
  await browser.call(editInformation, { body: { information: organisation } });
  await browser.call(confirmInformation, { body: {} });
  await agree(browser);
  const later = portal.browser();
  await signInBy(later, { choose: "external-taro" });
  for (const one of [browser, later]) {
    const { started, url } = await answered(one, {});
    expect((await exchange(party, started, url)).claims()).toMatchObject({
      acr: "urn:sekimori:acr:mfa",
      amr: ["fed", "pwd", "otp", "mfa"],
    });
  }
});
