import { dayMs, hourMs } from "@sekimori/kit-contract/tokyo";
import { newToken } from "@sekimori/kit-server/cookies";
import {
  forgotPassword,
  forgotPasswordSetting,
  lookAtReset,
} from "@sekimori/portal-contract/endpoints/password";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import {
  finishRecovery,
  lookAtRecovery,
  startRecovery,
  stopOwnRecovery,
  stopRecovery,
} from "@sekimori/portal-contract/endpoints/recovery";
import { listActivity, reportActivity } from "@sekimori/portal-contract/endpoints/security";
import {
  confirmOtp,
  proveAgain,
  proveSecondFactor,
  reauthenticate,
  signIn,
} from "@sekimori/portal-contract/endpoints/sign-in";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addApp } from "../../testing/authenticator-app.ts";
import { accountIdOf, newMember } from "../../testing/members.ts";
import { codeIn } from "../../testing/memory-mailer.ts";
import { addTestPasskey, tryPasskey } from "../../testing/passkeys.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { sendRecoveryMails } from "./recovery-jobs.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ LIMIT_FACTOR: "1000" }, { scheduled: false });
});
afterAll(() => portal.close());

const next = "Yama-no-Ue2";
const subjects = (email: string) => portal.mails.to(email).map(({ subject }) => subject);

async function memberWithApp(locale: "ja" | "en" = "en") {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser, { locale });
  const { app, recoveryCodes } = await addApp(portal, browser);
  portal.clock.advance(30_000);
  return { browser, email, app, recoveryCodes };
}

/** The newest link to a page in the mails of an address. */
async function linkTo(email: string, page: string): Promise<string> {
  await portal.jobsDone();
  const mail = portal.mails.to(email).findLast(({ text }) => text.includes(`${page}?`));
  const url = mail?.text.match(/https?:\/\/\S+/g)?.find((one) => one.includes(`${page}?`));
  return url === undefined ? "" : (new URL(url).searchParams.get("token") ?? "");
}

/** Somebody who reads the mailbox asks for a reset. @returns its link's token. */
async function resetLink(email: string): Promise<string> {
  await portal.browser().call(forgotPassword, { body: { email, locale: "en" } });
  return linkTo(email, pagePaths.changePassword);
}

async function started() {
  const owner = await memberWithApp();
  const reset = await resetLink(owner.email);
  const { endsAt } = await portal.browser().call(startRecovery, { body: { token: reset } });
  await portal.jobsDone();
  const stop = await linkTo(owner.email, pagePaths.stopRecovery);
  return { ...owner, reset, endsAt, stop };
}

/** Moves on and sends what is due. */
async function pass(ms: number): Promise<void> {
  portal.clock.advance(ms);
  await sendRecoveryMails(portal.context);
  await portal.jobsDone();
}

async function over() {
  const begun = await started();
  await pass(72 * hourMs + 1_000);
  return { ...begun, finish: await linkTo(begun.email, pagePaths.finishRecovery) };
}

const finishing = (token: string) =>
  portal.browser().attempt(finishRecovery, { body: { token, password: next } });
const endsOf = async (browser: ReturnType<TestPortal["browser"]>) =>
  (await browser.call(getMyProfile, {})).recovery_ends_at;

async function outcomes(email: string): Promise<(string | null)[]> {
  const { rows } = await portal.database.pool.query(
    "select outcome from portal.recovery_delay where account_id = $1 order by started_at",
    [await accountIdOf(portal, email)],
  );
  return rows.map(({ outcome }) => outcome);
}

describe("somebody who reads the mailbox", () => {
  test("gets into no account with an app, and the owner stops it", async () => {
    const { browser, email, app, reset, stop, endsAt } = await started();
    const body = { token: reset, password: next };
    const refused = await portal.browser().attempt(forgotPasswordSetting, { body });
    expect(refused.error().type).toBe("SecondFactorRequired");
    expect(await endsOf(browser)).toBe(endsAt);
    expect(Date.parse(endsAt) - portal.clock.now().getTime()).toBeGreaterThan(71 * hourMs);
    // Nothing has changed: the owner signs in as before, by password and by code.
    const elsewhere = portal.browser();
    await elsewhere.call(signIn, { body: { email, password } });
    await portal.browser().call(stopRecovery, { body: { token: stop } });
    const code = app.code();
    await elsewhere.call(proveSecondFactor, { body: { way: "app", code } });
    expect(await endsOf(browser)).toBeNull();
    await pass(80 * hourMs);
    expect(await linkTo(email, pagePaths.finishRecovery)).toBe("");
    expect(subjects(email)).toContain("[Sekimori] Account recovery stopped");
  });

  test("starts nothing without a right link, and learns nothing", async () => {
    const refused = await portal.browser().attempt(startRecovery, { body: { token: newToken() } });
    expect(refused.error().type).toBe("ResetCodeIncorrect");
  });

  test("starts nothing where the mailbox alone is enough", async () => {
    const { email } = await newMember(portal, portal.browser());
    const token = await resetLink(email);
    const refused = await portal.browser().attempt(startRecovery, { body: { token } });
    expect(refused.error().type).toBe("NotFound");
  });

  test("starts one at once, however often it is pressed", async () => {
    const { email } = await memberWithApp();
    const token = await resetLink(email);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => portal.browser().call(startRecovery, { body: { token } })),
    );
    expect(new Set(answers.map(({ endsAt }) => endsAt)).size).toBe(1);
    expect(await outcomes(email)).toEqual([null]);
    await portal.jobsDone();
    const mailed = subjects(email).filter((one) => one.includes("Someone started recovering"));
    expect(mailed).toHaveLength(1);
    const seen = await portal.browser().call(lookAtReset, { body: { token } });
    expect(seen.recovery).toEqual({ endsAt: answers[0]?.endsAt });
  });

  test("starts one a week; one that was stopped counts", async () => {
    const { browser, email } = await started();
    await browser.call(stopOwnRecovery, {});
    portal.clock.advance(7 * dayMs - hourMs);
    const early = await resetLink(email);
    const refused = await portal.browser().attempt(startRecovery, { body: { token: early } });
    expect(refused.error().type).toBe("TooManyRequest");
    portal.clock.advance(2 * hourMs);
    const token = await resetLink(email);
    await portal.browser().call(startRecovery, { body: { token } });
    expect(await outcomes(email)).toEqual(["stopped", null]);
  });
});

describe("the owner", () => {
  test("is mailed at once, after a day, after two and at the end, once each", async () => {
    const { email } = await started();
    for (let hours = 0; hours < 80; hours += 8) {
      await Promise.all([sendRecoveryMails(portal.context), sendRecoveryMails(portal.context)]);
      await pass(8 * hourMs);
    }
    const told = subjects(email).filter((one) => /recover|set a new password/.test(one));
    expect(told).toEqual([
      "[Sekimori] Someone started recovering your account",
      "[Sekimori] Account recovery is still in progress",
      "[Sekimori] Account recovery is still in progress",
      "[Sekimori] You can set a new password now",
    ]);
  });

  test("is mailed in their own language, whatever the thief's", async () => {
    const { email } = await memberWithApp("ja");
    const token = await resetLink(email);
    await portal.browser().call(startRecovery, { body: { token } });
    await portal.jobsDone();
    expect(subjects(email).at(-1)).toContain("ログイン手段の再設定の手続きが始まりました");
  });

  test("stops it twice, and in both ways", async () => {
    const { browser, email, stop } = await started();
    const stranger = portal.browser();
    await stranger.call(stopRecovery, { body: { token: stop } });
    await stranger.call(stopRecovery, { body: { token: stop } });
    expect((await browser.attempt(stopOwnRecovery, {})).error().type).toBe("NotFound");
    await portal.jobsDone();
    const told = subjects(email).filter((one) => one === "[Sekimori] Account recovery stopped");
    expect(told).toHaveLength(1);
    const { entries } = await browser.call(listActivity, { query: {} });
    const acts = entries.map(({ action }) => action).filter((one) => one.startsWith("recovery"));
    expect(acts).toEqual(["recovery.stopped", "recovery.started"]);
  });

  test.each([
    "at sign-in",
    "at step-up",
    "by a passkey",
    "by a passkey where it is known",
    "by a recovery code",
    "at a reset",
  ])("ends it by the second factor %s", async (how) => {
    const owner = await memberWithApp();
    const { browser, email, app, recoveryCodes } = owner;
    const { passkey } = await addTestPasskey(browser);
    const reset = await resetLink(email);
    await portal.browser().call(startRecovery, { body: { token: reset } });
    const again = portal.browser();
    const byApp = { way: "app", code: app.code() } as const;
    if (how === "at sign-in") {
      await again.call(signIn, { body: { email, password } });
      await again.call(proveSecondFactor, { body: byApp });
    } else if (how === "at step-up") {
      await browser.call(reauthenticate, { body: { password } });
      await browser.call(proveAgain, { body: byApp });
    } else if (how === "by a passkey") {
      expect((await tryPasskey(again, passkey)).status).toBe(200);
    } else if (how === "by a passkey where it is known") {
      expect((await tryPasskey(browser, passkey)).status).toBe(200);
    } else if (how === "by a recovery code") {
      await again.call(signIn, { body: { email, password } });
      const code = recoveryCodes[0] ?? "";
      await again.call(proveSecondFactor, { body: { way: "recovery-code", code } });
    } else {
      const body = { token: reset, password: next, secondFactor: byApp };
      await again.call(forgotPasswordSetting, { body });
    }
    expect(await outcomes(email)).toEqual(["proved"]);
  });

  test("is not ended by the password alone, nor by a wrong code", async () => {
    const { email, app } = await started();
    const browser = portal.browser();
    await browser.call(signIn, { body: { email, password } });
    const wrong = app.code() === "000000" ? "111111" : "000000";
    await browser.attempt(proveSecondFactor, { body: { way: "app", code: wrong } });
    expect(await outcomes(email)).toEqual([null]);
  });

  test("ends it by saying that it was somebody else", async () => {
    const { browser, email } = await started();
    const { entries } = await browser.call(listActivity, { query: {} });
    const id = entries.find(({ action }) => action === "recovery.started")?.id ?? "";
    await browser.call(reportActivity, { body: { id } });
    expect(await outcomes(email)).toEqual(["stopped"]);
  });
});

describe("after 72 hours", () => {
  test("the link opens the account with a new password, and nothing of before", async () => {
    const owner = await memberWithApp();
    const { browser, email } = owner;
    const { passkey } = await addTestPasskey(browser);
    portal.clock.advance(30_000);
    const trusted = portal.browser();
    await trusted.call(signIn, { body: { email, password } });
    const proof = { way: "app", code: owner.app.code(), trustBrowser: true } as const;
    await trusted.call(proveSecondFactor, { body: proof });
    const accountId = await accountIdOf(portal, email);
    await portal.database.pool.query(
      `insert into portal.oidc_record (model, id_digest, payload, grant_id)
       values ('Grant', $2, jsonb_build_object('accountId', $1::text, 'clientId', 'away'), $2)`,
      [accountId, `grant of ${accountId}`],
    );
    const reset = await resetLink(email);
    await portal.browser().call(startRecovery, { body: { token: reset } });
    await pass(72 * hourMs + 1_000);
    const token = await linkTo(email, pagePaths.finishRecovery);
    const seen = await portal.browser().call(lookAtRecovery, { body: { token } });
    expect(seen).toEqual({ email, removes: ["passkey", "app", "recovery-code"] });
    expect((await finishing(token)).status).toBe(200);

    expect((await browser.attempt(getMyProfile, {})).status).toBe(401);
    expect((await tryPasskey(portal.browser(), passkey)).error().type).toBe("PasskeyUnknown");
    const { rows } = await portal.database.pool.query(
      `select (select count(*) from portal.passkey where account_id = $1)
        + (select count(*) from portal.totp_secret where account_id = $1)
        + (select count(*) from portal.recovery_code where account_id = $1)
        + (select count(*) from portal.trusted_browser where account_id = $1)
        + (select count(*) from portal.session where account_id = $1)
        + (select count(*) from portal.oidc_record where payload ->> 'accountId' = $1::text) as left`,
      [accountId],
    );
    expect(rows).toEqual([{ left: "0" }]);
    await portal.jobsDone();
    const before = portal.mails.to(email).length;
    const outcome = await trusted.call(signIn, { body: { email, password: next } });
    expect(outcome).toMatchObject({ status: "OTP_VERIFY", ways: ["email"] });
    const code = codeIn(await portal.mails.nth(email, before + 1));
    await trusted.call(confirmOtp, { body: { code } });
    expect((await trusted.call(getMyProfile, {})).mfa_enabled).toBe(true);
    const { entries } = await trusted.call(listActivity, { query: {} });
    expect(entries.map(({ action }) => action)).toContain("recovery.done");
    expect(subjects(email)).toContain("[Sekimori] Your account has been recovered");
  });

  test("the link works once, also when it is pressed by five at once", async () => {
    const { finish } = await over();
    const answers = await Promise.all(Array.from({ length: 5 }, () => finishing(finish)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await finishing(finish)).error().type).toBe("CodeExpired");
  });

  test("the link is worth nothing after a stop, nor a stop after the link", async () => {
    const stopped = await over();
    await portal.browser().call(stopRecovery, { body: { token: stopped.stop } });
    expect((await finishing(stopped.finish)).error().type).toBe("CodeExpired");
    const done = await over();
    expect((await finishing(done.finish)).status).toBe(200);
    const late = await portal.browser().attempt(stopRecovery, { body: { token: done.stop } });
    expect(late.error().type).toBe("CodeExpired");
  });

  test("the link is over a week later, and a refused password does not use it up", async () => {
    const { finish } = await over();
    const weak = { token: finish, password: "short" };
    const refused = await portal.browser().attempt(finishRecovery, { body: weak });
    expect(refused.error().type).toBe("InvalidInput");
    portal.clock.advance(7 * dayMs);
    expect((await finishing(finish)).error().type).toBe("CodeExpired");
  });

  test("no link goes to another mailbox than the one that began it", async () => {
    const { email, finish } = await over();
    await portal.database.pool.query(
      "update portal.account set email_digest = 'moved ' || id where id = $1",
      [await accountIdOf(portal, email)],
    );
    expect((await finishing(finish)).error().type).toBe("CodeExpired");
  });
});
