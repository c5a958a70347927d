// What an application asks for before a dangerous act (RFC 9470): recent, and strong.

import { finishInteraction, showInteraction } from "@sekimori/portal-contract/endpoints/openid";
import { confirmOtp, signIn, signOut } from "@sekimori/portal-contract/endpoints/sign-in";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMember } from "../../testing/members.ts";
import { codeIn } from "../../testing/memory-mailer.ts";
import {
  authorizationRequest,
  exchange,
  follow,
  interactionOf,
  isAsked,
  newRelyingParty,
  type RelyingParty,
} from "../../testing/relying-party.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

const strong = "urn:sekimori:acr:2";
const essential = JSON.stringify({ id_token: { acr: { essential: true, value: strong } } });

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
  expect(claims).toMatchObject({ acr: strong, amr: ["pwd", "otp", "mfa"] });
});

test("a wish that a member cannot fulfil goes on with what there is", async () => {
  const { browser } = await signedInMember();
  const { started, url } = await answered(browser, { acr_values: strong });
  expect((await exchange(party, started, url)).claims()?.acr).toBe("urn:sekimori:acr:1");
});

test("a wish is no reason to ask where nobody is to be asked", async () => {
  const { browser } = await withTwoFactorOn();
  const started = await authorizationRequest(party, { acr_values: strong, prompt: "none" });
  const { url } = await follow(browser, started.url.href);
  expect((await exchange(party, started, url)).claims()?.acr).toBe("urn:sekimori:acr:1");
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
  const started = await authorizationRequest(party, { acr_values: "urn:sekimori:acr:1" });
  const { url } = await follow(browser, started.url.href);
  expect((await exchange(party, started, url)).claims()?.acr).toBe(strong);
});
