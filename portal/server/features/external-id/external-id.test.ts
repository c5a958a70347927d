import type { TestClient } from "@sekimori/kit-development/testing";
import { changeEmail } from "@sekimori/portal-contract/endpoints/change-email";
import { gmoidLink, gmoidSignIn } from "@sekimori/portal-contract/endpoints/external-id";
import { changePassword } from "@sekimori/portal-contract/endpoints/password";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { listActivity, reportActivity } from "@sekimori/portal-contract/endpoints/security";
import {
  confirmOtp,
  reauthenticate,
  signIn,
  signOut,
} from "@sekimori/portal-contract/endpoints/sign-in";
import {
  confirmInformation,
  confirmSignUp,
  editInformation,
  signUp,
} from "@sekimori/portal-contract/endpoints/sign-up";
import { siteConfiguration } from "@sekimori/portal-contract/endpoints/site";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { handIn, signInBy, signInVisit, signUpBy } from "../../testing/external-visits.ts";
import { accountIdOf, newEmail, newMember } from "../../testing/members.ts";
import { codeIn } from "../../testing/memory-mailer.ts";
import { agree, organisation, password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

const person = (email: string, verified = true) => ({ make: { email, verified } });
const reasonOf = (answer: { error(): { type: string; data?: unknown } }) => {
  const { type, data } = answer.error();
  return [type, (data as { reason?: string } | undefined)?.reason];
};

/** Completes a sign-up that stands at its information step. */
async function complete(browser: TestClient): Promise<void> {
  await browser.call(editInformation, { body: { information: organisation } });
  await browser.call(confirmInformation, { body: {} });
  await agree(browser);
}

/** The subject of the newest person made on the provider's page. */
async function newestSubject(): Promise<{ readonly choose: string }> {
  const { rows } = await portal.database.pool.query<{ subject: string }>(
    "select subject from sandbox.identity_account order by created_at desc limit 1",
  );
  return { choose: rows[0]?.subject ?? "" };
}

describe("sign-up by external ID", () => {
  test("a verified address needs neither code nor password, and signs in from then on", async () => {
    const browser = portal.browser();
    const email = newEmail();
    const answer = await signUpBy(browser, person(email));
    expect(answer.json()).toMatchObject({
      status: "SERVICE_AGREE",
      flow: { origin: "external-id", step: "information", email, plan: "free" },
    });
    await complete(browser);
    const profile = await browser.call(getMyProfile, {});
    const same = await newestSubject();
    expect(profile).toMatchObject({ email_address: email, sub_gmoid: same.choose });

    const later = portal.browser();
    expect((await signInBy(later, same)).json()).toMatchObject({ status: "SIGNED_IN" });
    expect((await later.call(getMyProfile, {})).email_address).toBe(email);
  });

  test("whoever registers with its address is not offered to reset a password", async () => {
    const email = newEmail();
    const browser = portal.browser();
    await signUpBy(browser, person(email));
    await complete(browser);
    await portal.mails.nth(email, 1);
    await portal.browser().call(signUp, { body: { email, plan: "free", locale: "en" } });
    const mail = await portal.mails.nth(email, 2);
    expect(mail.subject).toContain("already have an account");
    expect(mail.text).not.toMatch(/password/i);
  });

  test("the name that the provider gives is suggested", async () => {
    const answer = await signUpBy(portal.browser(), { choose: "external-taro" });
    expect(answer.json()).toMatchObject({
      flow: { information: null, suggestedName: { firstName: "Taro", lastName: "Yamada" } },
    });
  });

  test("whoever has no password is not made to set one by “this was not me”", async () => {
    const browser = portal.browser();
    const email = newEmail();
    await signUpBy(browser, person(email));
    await complete(browser);
    const same = await newestSubject();
    const { entries } = await browser.call(listActivity, { query: {} });
    await browser.call(reportActivity, { body: { id: entries[0]?.id ?? "" } });
    const later = portal.browser();
    expect((await signInBy(later, same)).json()).toMatchObject({ status: "SIGNED_IN" });
    const mail = await portal.mails.nth(email, 2);
    expect(mail.text).toMatch(/外部IDの提供元|provider of your external ID/);
    expect(mail.text).not.toMatch(/パスワードを変更|Change your password/);
  });

  test("an unverified address is proved by a code first", async () => {
    const browser = portal.browser();
    const email = newEmail();
    const answer = await signUpBy(browser, person(email, false));
    expect(answer.json()).toMatchObject({ flow: { step: "verification" } });
    const early = await browser.attempt(editInformation, { body: { information: organisation } });
    expect(early.error().type).toBe("StepOutOfOrder");
    const code = codeIn(await portal.mails.nth(email, 1));
    const { flow } = await browser.call(confirmSignUp, { body: { code } });
    expect(flow).toMatchObject({ origin: "external-id", step: "information" });
    await complete(browser);
    expect((await signInBy(portal.browser(), await newestSubject())).status).toBe(200);
  });

  test("left unfinished, it is continued by signing in or up again", async () => {
    const browser = portal.browser();
    await signUpBy(browser, person(newEmail()));
    await browser.call(editInformation, { body: { information: organisation } });
    await browser.call(confirmInformation, { body: {} });
    const same = await newestSubject();
    const later = portal.browser();
    const answer = await signUpBy(later, same);
    expect(answer.json()).toMatchObject({ status: "SERVICE_AGREE", flow: { step: "agreement" } });
    await agree(later);
    const again = await signUpBy(portal.browser(), same);
    expect(again.error().type).toBe("LoginIDExists");
  });

  test("needs an address", async () => {
    const answer = await signUpBy(portal.browser(), { choose: "external-no-email" });
    expect(reasonOf(answer)).toEqual(["ExternalIdFailed", "no-email"]);
  });
});

describe("sign-in by external ID", () => {
  test("is offered where the operator has a provider", async () => {
    const { externalId } = await portal.browser().call(siteConfiguration, {});
    expect(externalId).toEqual({ ja: "外部ID", en: "external ID" });
  });

  test("registers nobody who has not chosen a plan", async () => {
    const answer = await signInBy(portal.browser(), person(newEmail()));
    expect(reasonOf(answer)).toEqual(["ExternalIdFailed", "unknown"]);
  });

  test.each([
    ["access_denied", "denied"],
    ["server_error", "unavailable"],
    ["temporarily_unavailable", "unavailable"],
  ] as const)("%s at the provider is said as %s", async (fail, reason) => {
    const answer = await signInBy(portal.browser(), { fail });
    expect(reasonOf(answer)).toEqual(["ExternalIdFailed", reason]);
  });

  test("a code that is of no use any more proves nothing", async () => {
    const answer = await signInBy(portal.browser(), { choose: "external-expired-code" });
    expect(reasonOf(answer)).toEqual(["ExternalIdFailed", "untrusted"]);
  });

  test("two-factor is asked as after a password", async () => {
    const browser = portal.browser();
    const { email } = await newMember(portal, browser);
    await browser.call(mfaSetting, { body: { enabled: true } });
    const visitor = portal.browser();
    await signInBy(visitor, person(email));
    const linked = await visitor.call(gmoidLink, { body: { password } });
    expect(linked.status).toBe("OTP_VERIFY");
    // A password alone opens no way in that asks for none.
    const same = await newestSubject();
    expect(reasonOf(await signInBy(portal.browser(), same))[0]).toBe("ExternalIdNeedsPassword");
    // Before: code and confirmation of the sign-up, two-factor on.
    const first = codeIn(await portal.mails.nth(email, 4));
    expect((await visitor.call(confirmOtp, { body: { code: first } })).status).toBe("SIGNED_IN");
    const { entries } = await visitor.call(listActivity, { query: {} });
    expect(entries.map(({ action }) => action)).toContain("external-id.linked");
    const again = portal.browser();
    expect((await signInBy(again, same)).json()).toMatchObject({ status: "OTP_VERIFY" });
    // Between: of the new browser, and of the link.
    const code = codeIn(await portal.mails.nth(email, 7));
    expect((await again.attempt(getMyProfile, {})).status).toBe(401);
    expect((await again.call(confirmOtp, { body: { code } })).status).toBe("SIGNED_IN");
    expect(await again.call(getMyProfile, {})).toHaveProperty("sub_gmoid");
  });

  test("a browser that is trusted to sign in links nothing by a password", async () => {
    const browser = portal.browser();
    const { email } = await newMember(portal, browser);
    await browser.call(mfaSetting, { body: { enabled: true } });
    await browser.call(signIn, { body: { email, password } });
    const first = codeIn(await portal.mails.nth(email, 4));
    await browser.call(confirmOtp, { body: { code: first, trustBrowser: true } });
    expect((await browser.call(signIn, { body: { email, password } })).status).toBe("SIGNED_IN");
    await browser.call(signOut, { body: {} });
    await signInBy(browser, person(email));
    const linked = await browser.call(gmoidLink, { body: { password } });
    expect(linked.status).toBe("OTP_VERIFY");
    expect(reasonOf(await signInBy(portal.browser(), await newestSubject()))[0]).toBe(
      "ExternalIdNeedsPassword",
    );
  });
});

describe("an answer counts", () => {
  test("once", async () => {
    const browser = portal.browser();
    const answer = await signInVisit(browser, person(newEmail()));
    expect(reasonOf(await handIn(browser, answer))[1]).toBe("unknown");
    expect(reasonOf(await handIn(browser, answer))).toEqual(["ExternalIdFailed", "expired"]);
  });

  test("once, also of ten at the same time", async () => {
    const browser = portal.browser();
    const answer = await signInVisit(browser, person(newEmail()));
    const all = await Promise.all(Array.from({ length: 10 }, () => handIn(browser, answer)));
    const reasons = all.map((one) => reasonOf(one)[1]);
    expect(reasons.filter((reason) => reason === "unknown")).toHaveLength(1);
    expect(reasons.filter((reason) => reason === "expired")).toHaveLength(9);
  });

  test("only from the browser that began (log-in CSRF)", async () => {
    const attacker = portal.browser();
    const answer = await signInVisit(attacker, person(newEmail()));
    const victim = portal.browser();
    expect(reasonOf(await handIn(victim, answer))[1]).toBe("expired");
    await victim.call(gmoidSignIn, {});
    expect(reasonOf(await handIn(victim, answer))[1]).toBe("expired");
    expect(reasonOf(await handIn(attacker, answer))[1]).toBe("unknown");
  });

  test("for half an hour", async () => {
    const own = await startTestPortal();
    try {
      const browser = own.browser();
      const answer = await signInVisit(browser, person(newEmail()));
      own.clock.advance(30 * 60_000);
      expect(reasonOf(await handIn(browser, answer))[1]).toBe("expired");
    } finally {
      await own.close();
    }
  });

  test("from the issuer that was asked", async () => {
    const browser = portal.browser();
    const answer = await signInVisit(browser, person(newEmail()));
    const forged = { ...answer, iss: "https://attacker.example" };
    expect(reasonOf(await handIn(browser, forged))).toEqual(["ExternalIdFailed", "untrusted"]);
  });

  test("with the code that was given for it, not another visit's (PKCE)", async () => {
    const browser = portal.browser();
    const first = await signInVisit(browser, person(newEmail()));
    const second = await signInVisit(browser, person(newEmail()));
    const swapped = { ...second, code: first.code ?? "" };
    expect(reasonOf(await handIn(browser, swapped))).toEqual(["ExternalIdFailed", "untrusted"]);
  });
});

describe("an address that has an account", () => {
  test("asks for that account's password, then links and tells the owner", async () => {
    const { email } = await newMember(portal, portal.browser());
    const browser = portal.browser();
    const answer = await signInBy(browser, person(email));
    expect(answer.error().type).toBe("ExternalIdNeedsPassword");
    const same = await newestSubject();
    const wrong = await browser.attempt(gmoidLink, { body: { password: "Wrong-Pass1" } });
    expect(wrong.error().type).toBe("UsernamePasswordIncorrect");
    expect(reasonOf(await signInBy(portal.browser(), same))[0]).toBe("ExternalIdNeedsPassword");

    const linked = await browser.call(gmoidLink, { body: { password } });
    expect(linked.status).toBe("SIGNED_IN");
    await portal.mails.nth(email, 4);
    const subjects = portal.mails.to(email).map(({ subject }) => subject);
    expect(
      subjects.filter((subject) => subject.includes("An external ID has been linked")),
    ).toHaveLength(1);
    const { entries } = await browser.call(listActivity, { query: {} });
    expect(entries.map(({ action }) => action)).toContain("external-id.linked");
    const next = portal.browser();
    expect((await signInBy(next, same)).json()).toMatchObject({ status: "SIGNED_IN" });
    expect((await next.call(getMyProfile, {})).email_address).toBe(email);
  });

  test("is not linked while the organisation keeps its owner out", async () => {
    const { email } = await newMember(portal, portal.browser());
    const id = await accountIdOf(portal, email);
    const browser = portal.browser();
    await signInBy(browser, person(email));
    const keepOut = "update portal.account set access_ended_at = $2 where id = $1";
    await portal.database.pool.query(keepOut, [id, new Date()]);
    const answer = await browser.attempt(gmoidLink, { body: { password } });
    expect(answer.error().type).toBe("AccessEnded");
    const { rows } = await portal.database.pool.query(
      "select 1 from portal.external_identity where account_id = $1",
      [id],
    );
    expect(rows).toEqual([]);
    await portal.database.pool.query(keepOut, [id, null]);
    expect((await browser.call(gmoidLink, { body: { password } })).status).toBe("SIGNED_IN");
  });

  test("cannot be linked without the visit", async () => {
    const { email } = await newMember(portal, portal.browser());
    const browser = portal.browser();
    await browser.call(signIn, { body: { email, password } });
    const answer = await browser.attempt(gmoidLink, { body: { password } });
    expect(answer.error().type).toBe("SessionExpired");
  });
});

describe("signed in by external ID", () => {
  test("address, password and two-factor are managed elsewhere", async () => {
    const browser = portal.browser();
    await signUpBy(browser, person(newEmail()));
    await complete(browser);
    const answers = [
      await browser.attempt(changeEmail, { body: { email: newEmail(), agreed: true } }),
      await browser.attempt(changePassword, {
        body: { currentPassword: "Old-Pass1!", newPassword: "New-Pass-12" },
      }),
      await browser.attempt(mfaSetting, { body: { enabled: true } }),
      await browser.attempt(reauthenticate, { body: { password } }),
    ];
    expect(answers.map((answer) => answer.error().type)).toEqual(
      Array.from({ length: 4 }, () => "ManagedExternally"),
    );
  });

  test("a member with a password keeps managing it when signed in by it", async () => {
    const { email } = await newMember(portal, portal.browser());
    const browser = portal.browser();
    await signInBy(browser, person(email));
    await browser.call(gmoidLink, { body: { password } });
    const byPassword = portal.browser();
    await byPassword.call(signIn, { body: { email, password } });
    expect(await byPassword.call(getMyProfile, {})).not.toHaveProperty("sub_gmoid");
    const byExternal = portal.browser();
    await signInBy(byExternal, await newestSubject());
    expect(await byExternal.call(getMyProfile, {})).toHaveProperty("sub_gmoid");
    expect((await byExternal.attempt(mfaSetting, { body: { enabled: true } })).error().type).toBe(
      "ManagedExternally",
    );
    await byPassword.call(mfaSetting, { body: { enabled: true } });
  });
});
