// The five account pre-hijacking attacks of Sudhodanan and Paverd ("Pre-hijacked accounts", USENIX
// Security 2022): an attacker who knows an address acts before its owner registers, or while the
// owner takes the account back, and must have no way in afterwards.

import type { TestClient } from "@sekimori/kit-development/testing";
import type { Mail } from "@sekimori/kit-server/mail";
import { changeEmail, confirmChangeEmail } from "@sekimori/portal-contract/endpoints/change-email";
import { gmoidLink } from "@sekimori/portal-contract/endpoints/external-id";
import {
  forgotPassword,
  forgotPasswordSetting,
} from "@sekimori/portal-contract/endpoints/password";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { listActivity } from "@sekimori/portal-contract/endpoints/security";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import {
  confirmInformation,
  confirmSignUp,
  editInformation,
  resendConfirmSignUpCode,
  service,
  signUp,
} from "@sekimori/portal-contract/endpoints/sign-up";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInBy, signUpBy } from "../../testing/external-visits.ts";
import { newEmail, newMember } from "../../testing/members.ts";
import { codeIn, tokenIn } from "../../testing/memory-mailer.ts";
import { agree, organisation, password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

const ownersPassword = "Ame-no-Oto2";
const person = (email: string, verified: boolean) => ({ make: { email, verified } });

async function newestSubject(): Promise<{ readonly choose: string }> {
  const { rows } = await portal.database.pool.query<{ subject: string }>(
    "select subject from sandbox.identity_account order by created_at desc limit 1",
  );
  return { choose: rows[0]?.subject ?? "" };
}

/** The first mail to an address with such a subject, as soon as it is there. */
async function mailAbout(email: string, subject: RegExp): Promise<Mail> {
  for (let count = 1; ; count++) {
    const mail = await portal.mails.nth(email, count);
    if (subject.test(mail.subject)) return mail;
  }
}

/** The owner takes the account back by the mailbox. */
async function resetByMailbox(email: string): Promise<void> {
  const owner = portal.browser();
  await owner.call(forgotPassword, { body: { email, locale: "en" } });
  const code = codeIn(await mailAbout(email, /reset/i));
  const body = { email, code, password: ownersPassword };
  await owner.call(forgotPasswordSetting, { body });
}

async function isIn(browser: TestClient): Promise<boolean> {
  return (await browser.attempt(getMyProfile, {})).status === 200;
}

async function canSignIn(email: string, guess: string): Promise<boolean> {
  const answer = await portal.browser().attempt(signIn, { body: { email, password: guess } });
  return answer.status === 200;
}

test("1 classic-federated merge: a sign-up left at its code is no part of the owner's account", async () => {
  const email = newEmail();
  const attacker = portal.browser();
  await attacker.call(signUp, { body: { email, plan: "free", locale: "en" } });
  const early = await attacker.attempt(editInformation, {
    body: { information: organisation, password },
  });
  expect(early.error().type).toBe("StepOutOfOrder");

  const owner = portal.browser();
  await signUpBy(owner, person(email, true));
  await owner.call(editInformation, { body: { information: organisation } });
  await owner.call(confirmInformation, { body: {} });
  await agree(owner);
  expect(await isIn(owner)).toBe(true);
  expect(await isIn(attacker)).toBe(false);
  expect(await canSignIn(email, password)).toBe(false);
  const later = await attacker.attempt(editInformation, {
    body: { information: organisation, password },
  });
  expect(later.error().type).toBe("StepOutOfOrder");
});

test("1b the mailed link takes the sign-up away from the browser that began it", async () => {
  const email = newEmail();
  const attacker = portal.browser();
  await attacker.call(signUp, { body: { email, plan: "free", locale: "en" } });
  const token = tokenIn(await portal.mails.nth(email, 1));
  const owner = portal.browser();
  await owner.call(confirmSignUp, { body: { token } });
  expect((await attacker.attempt(service, {})).error().type).toBe("ContinuedElsewhere");
});

/** What the browser that began a sign-up can learn of it. */
async function learns(first: TestClient) {
  const answers = [
    await first.attempt(service, {}),
    await first.attempt(editInformation, { body: { information: organisation, password } }),
    await first.attempt(confirmInformation, { body: {} }),
    await first.attempt(resendConfirmSignUpCode, { body: {} }),
    await first.attempt(confirmSignUp, { body: { code: "000000" } }),
  ];
  return answers.map((answer) => {
    const { type, message } = answer.error();
    return { status: answer.status, type, message };
  });
}

/** Begun with another person's address, who has the mail about it. */
async function begun() {
  const email = newEmail();
  const [first, owner] = [portal.browser(), portal.browser()];
  await first.call(signUp, { body: { email, plan: "free", locale: "en" } });
  const token = tokenIn(await portal.mails.nth(email, 1));
  return { email, first, owner, token };
}

test("1c the browser that began it learns nothing of what its owner did with it", async () => {
  const open = await begun();
  await open.owner.call(confirmSignUp, { body: { token: open.token } });
  const goesOn = await learns(open.first);
  expect(goesOn[0]).toMatchObject({ status: 409, type: "ContinuedElsewhere" });

  const finished = await begun();
  await finished.owner.call(confirmSignUp, { body: { token: finished.token } });
  await finished.owner.call(editInformation, { body: { information: organisation, password } });
  await finished.owner.call(confirmInformation, { body: {} });
  await agree(finished.owner);
  expect(await learns(finished.first)).toEqual(goesOn);

  // Given up for another one.
  const given = await begun();
  await given.owner.call(confirmSignUp, { body: { token: given.token } });
  await given.owner.call(signUp, { body: { email: newEmail(), plan: "free", locale: "en" } });
  expect(await learns(given.first)).toEqual(goesOn);

  // Its owner became a member another way, and opened the link then.
  const member = await begun();
  await signUpBy(member.owner, person(member.email, true));
  await member.owner.call(editInformation, { body: { information: organisation } });
  await member.owner.call(confirmInformation, { body: {} });
  await agree(member.owner);
  const opened = await member.owner.attempt(confirmSignUp, { body: { token: member.token } });
  expect(opened.error().type).toBe("LoginIDExists");
  expect(await learns(member.first)).toEqual(goesOn);
});

test("2 unexpired session: a reset ends the sessions of whoever was in before", async () => {
  const email = newEmail();
  const attacker = portal.browser();
  await newMember(portal, attacker, { email });
  expect(await isIn(attacker)).toBe(true);
  await resetByMailbox(email);
  expect(await isIn(attacker)).toBe(false);
  expect(await canSignIn(email, password)).toBe(false);
});

test("3 trojan identifier: a reset removes an external ID that somebody else linked", async () => {
  const email = newEmail();
  await newMember(portal, portal.browser(), { email });
  const attacker = portal.browser();
  await signInBy(attacker, person(email, true));
  await attacker.call(gmoidLink, { body: { password } });
  const trojan = await newestSubject();
  expect((await signInBy(portal.browser(), trojan)).status).toBe(200);
  await resetByMailbox(email);
  const again = portal.browser();
  expect((await signInBy(again, trojan)).error().type).toBe("ExternalIdNeedsPassword");
  expect(await isIn(again)).toBe(false);
  const owner = portal.browser();
  await owner.call(signIn, { body: { email, password: ownersPassword } });
  const { entries } = await owner.call(listActivity, { query: {} });
  expect(entries.map(({ action }) => action)).toContain("external-id.unlinked");
});

test("3b trojan identifier: the owner's link leaves the attacker's external ID behind", async () => {
  const email = newEmail();
  const attacker = portal.browser();
  await signUpBy(attacker, person(email, false));
  const trojan = await newestSubject();
  const token = tokenIn(await portal.mails.nth(email, 1));

  const owner = portal.browser();
  const { flow } = await owner.call(confirmSignUp, { body: { token } });
  expect(flow).toMatchObject({ origin: "register", step: "information", hasPassword: false });
  await owner.call(editInformation, {
    body: { information: organisation, password: ownersPassword },
  });
  await owner.call(confirmInformation, { body: {} });
  await agree(owner);
  expect(await owner.call(getMyProfile, {})).not.toHaveProperty("sub_gmoid");
  const again = portal.browser();
  expect((await signInBy(again, trojan)).status).toBe(400);
  expect(await isIn(again)).toBe(false);
  expect(await isIn(attacker)).toBe(false);
});

test("4 unexpired e-mail change: a reset forgets the change that was under way", async () => {
  const email = newEmail();
  const attackers = newEmail();
  const attacker = portal.browser();
  await newMember(portal, attacker, { email });
  await attacker.call(changeEmail, { body: { email: attackers, agreed: true } });
  const code = codeIn(await portal.mails.nth(attackers, 1));
  await resetByMailbox(email);
  const finish = await attacker.attempt(confirmChangeEmail, { body: { code } });
  expect(finish.error().type).toBe("SessionExpired");
  expect(await canSignIn(attackers, ownersPassword)).toBe(false);
  expect(await canSignIn(email, ownersPassword)).toBe(true);
});

test("5 non-verifying provider: an address that it has not verified opens nothing", async () => {
  const email = newEmail();
  await newMember(portal, portal.browser(), { email });
  const attacker = portal.browser();
  const trojan = person(email, false);
  expect((await signInBy(attacker, trojan)).error().data).toEqual({ reason: "unknown" });
  const answer = await signUpBy(attacker, await newestSubject());
  expect(answer.json()).toMatchObject({ flow: { step: "verification", origin: "external-id" } });
  const guess = await attacker.attempt(confirmSignUp, { body: { code: "000000" } });
  expect(guess.error().type).toBe("CodeInvalid");
  expect(await isIn(attacker)).toBe(false);
  // Even one it calls verified asks for the password that only the owner has.
  const bolder = portal.browser();
  expect((await signInBy(bolder, person(email, true))).error().type).toBe(
    "ExternalIdNeedsPassword",
  );
  const link = await bolder.attempt(gmoidLink, { body: { password: "Guess-123!" } });
  expect(link.error().type).toBe("UsernamePasswordIncorrect");
  expect(await isIn(bolder)).toBe(false);
});
