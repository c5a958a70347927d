// The five account pre-hijacking attacks of Sudhodanan and Paverd ("Pre-hijacked accounts", USENIX
// Security 2022) against joining an organisation: who had a hand in the account before its owner came
// by the company's provider has no way in afterwards.

import type { TestClient } from "@sekimori/kit-development/testing";
import { changeEmail, confirmChangeEmail } from "@sekimori/portal-contract/endpoints/change-email";
import { gmoidLink } from "@sekimori/portal-contract/endpoints/external-id";
import {
  listLinkedIdentities,
  unlinkIdentity,
} from "@sekimori/portal-contract/endpoints/linked-identities";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { listActivity } from "@sekimori/portal-contract/endpoints/security";
import { confirmOtp, signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { editInformation, signUp } from "@sekimori/portal-contract/endpoints/sign-up";
import * as sso from "@sekimori/portal-contract/endpoints/single-sign-on";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInBy } from "../../testing/external-visits.ts";
import { newEmail, newMember } from "../../testing/members.ts";
import { codeIn } from "../../testing/memory-mailer.ts";
import { newOrganisation, WrittenRecords } from "../../testing/organisations.ts";
import { organisation, password } from "../../testing/sign-up-calls.ts";
import {
  type Company,
  join,
  lastMade,
  person,
  proveDomain,
  signInAt,
  withSingleSignOn,
} from "../../testing/single-sign-on.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

const records = new WrittenRecords();
let portal: TestPortal;
let company: Company;
beforeAll(async () => {
  portal = await startTestPortal(
    { LIMIT_FACTOR: "1000" },
    { scheduled: false, textRecords: records },
  );
  company = await withSingleSignOn(portal, records);
});
afterAll(() => portal.close());

let serial = 0;
const newColleague = () => `member-${++serial}@${company.domain}`;
const isIn = async (browser: TestClient) =>
  (await browser.attempt(getMyProfile, {})).status === 200;
const refusal = async (attempt: Promise<{ error(): { type: string; data?: unknown } }>) => {
  const { type, data } = (await attempt).error();
  return [type, data];
};

/** A member of the company's domain, whose account somebody else is signed in to as well. */
async function oldMember() {
  const attacker = portal.browser();
  const email = newColleague();
  await newMember(portal, attacker, { email });
  return { attacker, email };
}

/** The owner comes by the company's provider, proves the account by its own sign-in, and agrees. */
async function linkAs(email: string): Promise<TestClient> {
  const owner = portal.browser();
  expect((await signInAt(owner, company, person(email))).json()).toEqual({ status: "JOIN" });
  expect(await owner.call(sso.showJoining, {})).toMatchObject({ account: "sign-in", review: null });
  await owner.call(signIn, { body: { email, password } });
  expect(await owner.call(sso.showJoining, {})).toMatchObject({ account: "signed-in" });
  await owner.call(sso.linkToOrganisation, { body: {} });
  return owner;
}

test("1 classic-federated merge: a sign-up left at its code is no part of the owner's account", async () => {
  const email = newColleague();
  const attacker = portal.browser();
  await attacker.call(signUp, { body: { email, plan: "free", locale: "en" } });
  const owner = portal.browser();
  await signInAt(owner, company, person(email));
  expect((await join(owner)).status).toBe(200);
  expect(await isIn(owner)).toBe(true);
  const later = await attacker.attempt(editInformation, {
    body: { information: organisation, password },
  });
  expect(later.error().type).toBe("StepOutOfOrder");
  const guess = await portal.browser().attempt(signIn, { body: { email, password } });
  expect(guess.error().type).toBe("UsernamePasswordIncorrect");
});

test("1b an account is never merged by its address: without its own sign-in nothing is linked", async () => {
  const { email } = await oldMember();
  const insider = portal.browser();
  await signInAt(insider, company, person(email));
  expect((await join(insider)).error().type).toBe("LoginIDExists");
  expect(await refusal(insider.attempt(sso.linkToOrganisation, { body: {} }))).toEqual([
    "SessionExpired",
    undefined,
  ]);
  expect(await isIn(insider)).toBe(false);
  // Nor by somebody else's account, nor by one whose second factor is not proved.
  const other = portal.browser();
  const { email: others } = await newMember(portal, other);
  await signInAt(other, company, person(email));
  expect(await other.call(sso.showJoining, {})).toMatchObject({ account: "other" });
  expect((await refusal(other.attempt(sso.linkToOrganisation, { body: {} })))[0]).toBe("Conflict");
  expect(others).not.toBe(email);
});

test("1c the account's own sign-in is password and second factor", async () => {
  const { attacker: owner, email } = await oldMember();
  await owner.call(mfaSetting, { body: { enabled: true } });
  const browser = portal.browser();
  await signInAt(browser, company, person(email));
  const before = portal.mails.to(email).length;
  const first = await browser.call(signIn, { body: { email, password } });
  expect(first.status).toBe("OTP_VERIFY");
  expect((await refusal(browser.attempt(sso.linkToOrganisation, { body: {} })))[0]).toBe(
    "SessionExpired",
  );
  const code = codeIn(await portal.mails.nth(email, before + 1));
  await browser.call(confirmOtp, { body: { code } });
  await browser.call(sso.linkToOrganisation, { body: {} });
  const identity = await lastMade(portal);
  // What is asked for follows the account's strongest: its own second factor still is.
  const again = await signInAt(portal.browser(), company, identity);
  expect(again.json()).toMatchObject({ status: "OTP_VERIFY" });
});

test("2 unexpired session: joining ends the sessions of whoever was in before", async () => {
  const { attacker, email } = await oldMember();
  expect(await isIn(attacker)).toBe(true);
  const owner = await linkAs(email);
  expect(await isIn(attacker)).toBe(false);
  expect(await isIn(owner)).toBe(true);
});

test("3 trojan identifier: an external ID that somebody else linked ends with joining, and is told before", async () => {
  const { email } = await oldMember();
  const attacker = portal.browser();
  await signInBy(attacker, { make: { email, verified: true } });
  await attacker.call(gmoidLink, { body: { password } });
  const trojan = await lastMade(portal);
  const owner = portal.browser();
  await signInAt(owner, company, person(email));
  await owner.call(signIn, { body: { email, password } });
  const { review } = await owner.call(sso.showJoining, {});
  const { host } = new URL(portal.sandbox.origin);
  expect(review).toEqual({
    passkeys: 0,
    app: false,
    externalIds: [{ ja: host, en: host }],
  });
  await owner.call(sso.linkToOrganisation, { body: {} });
  expect(await isIn(attacker)).toBe(false);
  const again = portal.browser();
  expect((await signInBy(again, trojan)).error().type).toBe("ExternalIdNeedsPassword");
  expect(await isIn(again)).toBe(false);
  const { entries } = await owner.call(listActivity, { query: {} });
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["organisation.joined", "external-id.unlinked"]),
  );
});

test("4 unexpired e-mail change: joining forgets the change that was under way", async () => {
  const { attacker, email } = await oldMember();
  const attackers = newEmail();
  await attacker.call(changeEmail, { body: { email: attackers, agreed: true } });
  const code = codeIn(await portal.mails.nth(attackers, 1));
  const owner = await linkAs(email);
  const finish = await attacker.attempt(confirmChangeEmail, { body: { code } });
  expect(finish.error().type).toBe("SessionExpired");
  expect((await owner.call(getMyProfile, {})).email_address).toBe(email);
});

test("5 non-verifying provider: another company's provider vouches for nobody here", async () => {
  const { email } = await oldMember();
  // An attacker's own organisation, with a provider that says whatever it likes.
  const attackers = await withSingleSignOn(portal, records);
  const attacker = portal.browser();
  expect(await refusal(signInAt(attacker, attackers, person(email)))).toEqual([
    "SingleSignOnFailed",
    { reason: "other-domain" },
  ]);
  expect(await refusal(attacker.attempt(sso.showJoining, {}))).toEqual([
    "SingleSignOnFailed",
    { reason: "expired" },
  ]);
  // Nor does the company's own where it says itself that the address is somebody's typing.
  expect(await refusal(signInAt(attacker, company, person(email, false)))).toEqual([
    "SingleSignOnFailed",
    { reason: "unverified" },
  ]);
  expect(await isIn(attacker)).toBe(false);
});

test("an existing member refuses, and keeps a personal account", async () => {
  const { attacker: own, email } = await oldMember();
  const browser = portal.browser();
  await signInAt(browser, company, person(email));
  await browser.call(sso.declineJoining, { body: {} });
  expect(await isIn(own)).toBe(true);
  await portal.browser().call(signIn, { body: { email, password } });
  expect(await own.call(getMyProfile, {})).toMatchObject({ has_own_plan: true });
});

test("an account of another organisation is not taken", async () => {
  const theirs = await newOrganisation(portal, newColleague());
  const browser = portal.browser();
  await signInAt(browser, company, person(theirs.email));
  await browser.call(signIn, { body: { email: theirs.email, password } });
  expect(await refusal(browser.attempt(sso.linkToOrganisation, { body: {} }))).toEqual([
    "SingleSignOnFailed",
    { reason: "other-organisation" },
  ]);
  // Nothing half-done: the question stands, and their own sessions with it.
  expect(await isIn(theirs.browser)).toBe(true);
  expect((await browser.call(sso.showJoining, {})).account).toBe("signed-in");
  await proveDomain(theirs.browser, records, `of-${company.domain}`);
});

test("a linked member keeps plan and password, and unlinks again", async () => {
  const { email } = await oldMember();
  const owner = await linkAs(email);
  expect(await owner.call(getMyProfile, {})).toMatchObject({ has_own_plan: true });
  await portal.browser().call(signIn, { body: { email, password } });
  const identity = await lastMade(portal);
  const signedIn = portal.browser();
  expect((await signInAt(signedIn, company, identity)).json()).toMatchObject({
    status: "SIGNED_IN",
  });
  const { identities } = await owner.call(listLinkedIdentities, {});
  expect(identities).toMatchObject([{ onlyWayIn: false }]);
  await owner.call(unlinkIdentity, { params: { id: identities[0]?.id ?? "" } });
  expect(await isIn(signedIn)).toBe(false);
  expect((await signInAt(portal.browser(), company, identity)).json()).toEqual({ status: "JOIN" });
  const { rows } = await portal.database.pool.query(
    `select from portal.organisation_member m join portal.account a on a.id = m.account_id
     where a.email_digest = $1`,
    [portal.context.digests.email(email)],
  );
  expect(rows).toEqual([]);
});
