// What an application asks for grows with time: asked once more, and never in a circle.

import { finishInteraction, showInteraction } from "@sekimori/portal-contract/endpoints/openid";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import * as oidc from "openid-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMember } from "../../../testing/members.ts";
import {
  authorizationRequest,
  exchange,
  follow,
  interactionOf,
  isAsked,
  newRelyingParty,
  type RelyingParty,
} from "../../../testing/relying-party.ts";
import { password } from "../../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../../testing/test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

type Browser = ReturnType<TestPortal["browser"]>;

const claimsOf = (...names: readonly string[]) =>
  JSON.stringify({ userinfo: Object.fromEntries(names.map((name) => [name, null])) });

/** Allows all that is asked. @returns what was shown, each time it was, and what is told then. */
async function connect(browser: Browser, party: RelyingParty, changes: Record<string, string>) {
  const started = await authorizationRequest(party, changes);
  let arrival = await follow(browser, started.url.href);
  const asked: string[][] = [];
  while (isAsked(arrival)) {
    if (asked.length === 3) throw new Error("Asked in a circle.");
    const uid = interactionOf(arrival);
    asked.push((await browser.call(showInteraction, { params: { uid } })).scopes);
    const body = { decision: "allow" } as const;
    const { redirectUrl } = await browser.call(finishInteraction, { params: { uid }, body });
    arrival = await follow(browser, redirectUrl);
  }
  const tokens = await exchange(party, started, arrival.url);
  const subject = tokens.claims()?.sub ?? "";
  const told = await oidc.fetchUserInfo(party.configuration, tokens.access_token, subject);
  return { asked, told };
}

async function member() {
  const browser = portal.browser();
  return { browser, ...(await newMember(portal, browser)) };
}

test("more claims than before are asked for once", async () => {
  const { browser, email } = await member();
  const party = await newRelyingParty(portal);
  const first = await connect(browser, party, { claims: claimsOf("email") });
  expect(first.asked).toEqual([["openid", "email"]]);
  const more = await connect(browser, party, { claims: claimsOf("email", "plan") });
  expect(more.asked).toHaveLength(1);
  expect(more.told).toMatchObject({ email, plan: { id: "free" } });
  const again = await connect(browser, party, { claims: claimsOf("email", "plan") });
  expect(again.asked).toEqual([]);
});

test("scopes and claims add up, in whatever order they are asked for", async () => {
  const { browser, email } = await member();
  const party = await newRelyingParty(portal);
  await connect(browser, party, { scope: "openid profile" });
  await connect(browser, party, { claims: claimsOf("email") });
  const both = await connect(browser, party, {
    scope: "openid profile",
    claims: claimsOf("email"),
  });
  expect(both.asked).toEqual([]);
  expect(both.told).toMatchObject({ email, family_name: "山本" });
});

test("claims that were allowed are remembered for the next sign-in, on any device", async () => {
  const { browser, email } = await member();
  const party = await newRelyingParty(portal);
  await connect(browser, party, { claims: claimsOf("email") });
  const other = portal.browser();
  await other.call(signIn, { body: { email, password } });
  expect(await connect(other, party, { claims: claimsOf("email") })).toMatchObject({
    asked: [],
    told: { email },
  });
});

test("what was allowed on another device meanwhile is not asked for again", async () => {
  const { browser, email } = await member();
  const party = await newRelyingParty(portal);
  await connect(browser, party, { scope: "openid" });
  const other = portal.browser();
  await other.call(signIn, { body: { email, password } });
  await connect(other, party, { scope: "openid email" });
  expect((await connect(browser, party, { scope: "openid email" })).asked).toEqual([]);
});
