// An application invites somebody to the portal (`prompt=create`): no plan is chosen, no card given.

import { finishInteraction, showInteraction } from "@sekimori/portal-contract/endpoints/openid";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import {
  confirmInformation,
  confirmSignUp,
  editInformation,
  signUp,
} from "@sekimori/portal-contract/endpoints/sign-up";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newEmail, newMember } from "../../testing/members.ts";
import { codeIn } from "../../testing/memory-mailer.ts";
import {
  authorizationRequest,
  exchange,
  follow,
  interactionOf,
  newRelyingParty,
  type RelyingParty,
} from "../../testing/relying-party.ts";
import { agree, individual, password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

let portal: TestPortal;
let party: RelyingParty;
beforeAll(async () => {
  portal = await startTestPortal();
  party = await newRelyingParty(portal, { isFirstParty: true });
});
afterAll(() => portal.close());

/** Opens the application's invitation, for an address. */
async function invited(browser: ReturnType<TestPortal["browser"]>, email: string) {
  const asked = { prompt: "create", login_hint: email };
  const started = await authorizationRequest(party, asked);
  const uid = interactionOf(await follow(browser, started.url.href));
  return { started, uid };
}

const proceed = (
  browser: ReturnType<TestPortal["browser"]>,
  uid: string,
  decision: "continue" | "keep",
) => browser.call(finishInteraction, { params: { uid }, body: { decision } });

test("whoever has no account signs up without a plan, and comes back to the application", async () => {
  const browser = portal.browser();
  const email = newEmail();
  const { started, uid } = await invited(browser, email);
  const view = await browser.call(showInteraction, { params: { uid } });
  expect(view).toMatchObject({ step: "sign-up", account: null, loginHint: email });

  const { flow } = await browser.call(signUp, { body: { email, locale: "en" } });
  expect(flow.plan).toBe("free");
  const code = codeIn(await portal.mails.nth(email, 1));
  await browser.call(confirmSignUp, { body: { code } });
  await browser.call(editInformation, { body: { information: individual, password } });
  const { flow: confirmed } = await browser.call(confirmInformation, { body: {} });
  expect(confirmed.step).toBe("agreement");
  await agree(browser);
  expect((await browser.call(getMyProfile, {})).plan.id).toBe("free");

  const { redirectUrl } = await proceed(browser, uid, "continue");
  const { url } = await follow(browser, redirectUrl);
  expect((await exchange(party, started, url)).claims()).toHaveProperty("sub");
});

test("whoever has an account signs in with it instead", async () => {
  const { email } = await newMember(portal, portal.browser());
  const browser = portal.browser();
  const { started, uid } = await invited(browser, email);
  // The same as for an address without an account: an invitation tells nobody which is which.
  expect((await browser.call(showInteraction, { params: { uid } })).step).toBe("sign-up");
  await browser.call(signIn, { body: { email, password } });
  const { redirectUrl } = await proceed(browser, uid, "continue");
  const { url } = await follow(browser, redirectUrl);
  expect((await exchange(party, started, url)).claims()).toHaveProperty("sub");
});

test("whoever is signed in is asked whether that account is meant", async () => {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  const { started, uid } = await invited(browser, newEmail());
  const view = await browser.call(showInteraction, { params: { uid } });
  expect(view).toMatchObject({ step: "select-account", account: { email } });
  const { redirectUrl } = await proceed(browser, uid, "keep");
  const { url } = await follow(browser, redirectUrl);
  expect((await exchange(party, started, url)).claims()).toHaveProperty("sub");
});
