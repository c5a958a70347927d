import {
  askedSecondFactor,
  beginApp,
  confirmApp,
  listAuthenticators,
  removeApp,
  renewRecoveryCodes,
} from "@sekimori/portal-contract/endpoints/authenticators";
import {
  forgotPassword,
  forgotPasswordSetting,
  lookAtReset,
} from "@sekimori/portal-contract/endpoints/password";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { listActivity } from "@sekimori/portal-contract/endpoints/security";
import {
  confirmOtp,
  confirmReauthentication,
  proveAgain,
  proveSecondFactor,
  reauthenticate,
  resendOtp,
  resendReauthentication,
  signIn,
} from "@sekimori/portal-contract/endpoints/sign-in";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addApp, appOf } from "../../testing/authenticator-app.ts";
import { newMember } from "../../testing/members.ts";
import { codeIn, tokenIn } from "../../testing/memory-mailer.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

const stepMs = 30_000;
const next = "Yama-no-Ue2";
const wrong = (code: string) => (code === "000000" ? "111111" : "000000");
const nothing = { body: {} };

/** A member with an app and recovery codes; the app's next step is free to be used. */
async function memberWithApp() {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  const { app, recoveryCodes } = await addApp(portal, browser);
  portal.clock.advance(stepMs);
  return { browser, email, app, recoveryCodes };
}

/** A browser whose sign-in waits for the second factor. */
async function waiting(email: string, given = password) {
  const browser = portal.browser();
  const outcome = await browser.call(signIn, { body: { email, password: given } });
  return { browser, outcome };
}

const byApp = (code: string) => ({ body: { way: "app", code } as const });
const byCode = (code: string) => ({ body: { way: "recovery-code", code } as const });

describe("adding an app", () => {
  test("counts once its first code was right, and brings ten recovery codes", async () => {
    const browser = portal.browser();
    const { email } = await newMember(portal, browser);
    const { uri, secret } = await browser.call(beginApp, nothing);
    const app = appOf(portal, uri);
    expect(appOf(portal, secret).code()).toBe(app.code());
    const refused = await browser.attempt(confirmApp, { body: { code: wrong(app.code()) } });
    expect(refused.error().type).toBe("AppCodeInvalid");
    expect((await waiting(email)).outcome.status).toBe("SIGNED_IN");
    const confirmed = await browser.call(confirmApp, { body: { code: app.code() } });
    expect(confirmed.recoveryCodes).toHaveLength(10);
    expect(confirmed.authenticators.recoveryCodes?.left).toBe(10);
    expect(confirmed.authenticators.app?.lastUsedAt).toBe(confirmed.authenticators.app?.addedAt);
    expect((await browser.call(getMyProfile, {})).mfa_enabled).toBe(true);
    expect((await waiting(email)).outcome).toEqual({
      status: "OTP_VERIFY",
      ways: ["app", "recovery-code"],
      mayTrustBrowser: true,
      resendAt: null,
    });
  });

  test("tells of a clock that is four minutes off", async () => {
    const browser = portal.browser();
    await newMember(portal, browser);
    const { uri } = await browser.call(beginApp, nothing);
    const code = appOf(portal, uri).code(4 * 60_000);
    const refused = await browser.attempt(confirmApp, { body: { code } });
    expect(refused.error().type).toBe("AppClockOff");
  });

  test("ends the other sessions and keeps this one, which has proved both factors", async () => {
    const browser = portal.browser();
    const { email } = await newMember(portal, browser);
    const other = portal.browser();
    await other.call(signIn, { body: { email, password } });
    await addApp(portal, browser);
    expect((await other.attempt(getMyProfile, {})).status).toBe(401);
    await browser.call(renewRecoveryCodes, nothing);
  });

  test("is mailed and stands in the activity log", async () => {
    const { browser, email } = await memberWithApp();
    expect((await portal.mails.nth(email, 3)).subject).toContain("Authenticator app added");
    const { entries } = await browser.call(listActivity, { query: {} });
    expect(entries[0]?.action).toBe("authenticator-app.added");
  });

  test("again replaces the old one only when the new one is proved; its codes go on", async () => {
    const { browser, email, app, recoveryCodes } = await memberWithApp();
    const { uri } = await browser.call(beginApp, nothing);
    const old = await waiting(email);
    await old.browser.call(proveSecondFactor, byApp(app.code()));
    const fresh = appOf(portal, uri);
    const replaced = await browser.call(confirmApp, { body: { code: fresh.code() } });
    expect(replaced.recoveryCodes).toBeNull();
    portal.clock.advance(stepMs);
    const { browser: later } = await waiting(email);
    const refused = await later.attempt(proveSecondFactor, byApp(app.code()));
    expect(refused.error().type).toBe("AppCodeInvalid");
    await later.call(proveSecondFactor, byApp(fresh.code()));
    const { browser: lost } = await waiting(email);
    await lost.call(proveSecondFactor, byCode(recoveryCodes[0] ?? ""));
  });

  test("needs a fresh sign-in with the app itself", async () => {
    const { browser, app } = await memberWithApp();
    portal.clock.advance(11 * 60_000);
    const refused = await browser.attempt(beginApp, nothing);
    expect(refused.error().type).toBe("RecentSignInRequired");
    const asked = await browser.call(reauthenticate, { body: { password } });
    expect(asked).toEqual({
      status: "OTP_VERIFY",
      ways: ["app", "recovery-code"],
      resendAt: null,
    });
    expect((await browser.attempt(beginApp, nothing)).error().type).toBe("RecentSignInRequired");
    await browser.call(proveAgain, byApp(app.code()));
    await browser.call(beginApp, nothing);
  });
});

describe("the secret", () => {
  test("and the recovery codes are not in the database as they are", async () => {
    const browser = portal.browser();
    await newMember(portal, browser);
    const { uri, secret } = await browser.call(beginApp, nothing);
    const { recoveryCodes } = await browser.call(confirmApp, {
      body: { code: appOf(portal, uri).code() },
    });
    const { rows } = await portal.database.pool.query(
      `select encode(secret, 'escape') as kept from portal.totp_secret
       union all select code_digest from portal.recovery_code`,
    );
    const kept = rows.map(({ kept: text }) => text).join("\n");
    expect(kept).not.toContain(secret.replaceAll(" ", ""));
    for (const code of recoveryCodes ?? []) expect(kept).not.toContain(code.replaceAll("-", ""));
  });
});

describe("a sign-in", () => {
  test("takes a code once, also of two at the same moment", async () => {
    const { email, app } = await memberWithApp();
    const both = await Promise.all([waiting(email), waiting(email)]);
    const proof = byApp(app.code());
    const answers = await Promise.all(
      both.map(({ browser }) => browser.attempt(proveSecondFactor, proof)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const { browser } = await waiting(email);
    const again = await browser.attempt(proveSecondFactor, proof);
    expect(again.error().type).toBe("AppCodeInvalid");
  });

  test("takes the code before and after the present one, and no earlier one after a later", async () => {
    const { email, app } = await memberWithApp();
    portal.clock.advance(2 * stepMs);
    const first = await waiting(email);
    await first.browser.call(proveSecondFactor, byApp(app.code(stepMs)));
    const second = await waiting(email);
    const before = await second.browser.attempt(proveSecondFactor, byApp(app.code(-stepMs)));
    expect(before.error().type).toBe("AppCodeInvalid");
  });

  test("tells of a clock that is off, and does not take that code when its time comes", async () => {
    const { email, app } = await memberWithApp();
    const early = app.code(8 * stepMs);
    const { browser } = await waiting(email);
    const refused = await browser.attempt(proveSecondFactor, byApp(early));
    expect(refused.error().type).toBe("AppClockOff");
    portal.clock.advance(8 * stepMs);
    const late = await browser.attempt(proveSecondFactor, byApp(early));
    expect(late.error().type).toBe("AppCodeInvalid");
    portal.clock.advance(stepMs);
    await browser.call(proveSecondFactor, byApp(app.code()));
  });

  test("takes a recovery code once, however it is typed, and tells of it by mail", async () => {
    const { email, recoveryCodes } = await memberWithApp();
    const code = recoveryCodes[3] ?? "";
    const { browser } = await waiting(email);
    await browser.call(proveSecondFactor, byCode(code.toLowerCase().replaceAll("-", " ")));
    expect((await browser.call(listAuthenticators, {})).recoveryCodes?.left).toBe(9);
    await expect
      .poll(() => portal.mails.to(email).some(({ text }) => text.includes("Codes left: 9")))
      .toBe(true);
    const again = await waiting(email);
    const refused = await again.browser.attempt(proveSecondFactor, byCode(code));
    expect(refused.error().type).toBe("RecoveryCodeInvalid");
  });

  test("raced by one recovery code in many browsers lets one in", async () => {
    const { email, recoveryCodes } = await memberWithApp();
    const browsers = await Promise.all(Array.from({ length: 4 }, () => waiting(email)));
    const answers = await Promise.all(
      browsers.map(({ browser }) =>
        browser.attempt(proveSecondFactor, byCode(recoveryCodes[0] ?? "")),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("says again, to a page that was reloaded, which ways there are", async () => {
    const { email } = await memberWithApp();
    const { browser } = await waiting(email);
    expect(await browser.call(askedSecondFactor, {})).toEqual({
      ways: ["app", "recovery-code"],
      mayTrustBrowser: true,
    });
  });

  test("is over after five wrong codes of whatever kind, and then ever slower", async () => {
    const { email, app } = await memberWithApp();
    const { browser } = await waiting(email);
    const types: string[] = [];
    for (const proof of [
      byApp(wrong(app.code())),
      byCode("ABCDE-FGHJK-LMNPQ"),
      byApp(wrong(app.code())),
      byCode("ABCDE-FGHJK-LMNPQ"),
      byApp(wrong(app.code())),
      byApp(app.code()),
    ]) {
      types.push((await browser.attempt(proveSecondFactor, proof)).error().type);
    }
    expect(types).toEqual([
      "AppCodeInvalid",
      "RecoveryCodeInvalid",
      "AppCodeInvalid",
      "RecoveryCodeInvalid",
      "OTPExceeded",
      "OTPExceeded",
    ]);
    const second = await waiting(email);
    const slow = await second.browser.attempt(proveSecondFactor, byApp(app.code()));
    expect(slow.error().type).toBe("TooManyRequest");
  });

  test("mails no code and takes none: the mailbox is not the way around the app", async () => {
    const { email } = await memberWithApp();
    await portal.mails.nth(email, 3);
    const mails = portal.mails.to(email).length;
    const { browser } = await waiting(email);
    portal.clock.advance(61_000);
    expect((await browser.attempt(resendOtp, nothing)).error().type).toBe("OtherWayRequired");
    const guess = await browser.attempt(confirmOtp, { body: { code: "123456" } });
    expect(guess.error().type).toBe("OTPExpired");
    await portal.jobsDone();
    expect(portal.mails.to(email)).toHaveLength(mails);
  });

  test("that waited for a mailed code when the app was added is over", async () => {
    const browser = portal.browser();
    const { email } = await newMember(portal, browser);
    await browser.call(mfaSetting, { body: { enabled: true } });
    await browser.call(reauthenticate, { body: { password } });
    const code = codeIn(await portal.mails.nth(email, 4));
    await browser.call(confirmReauthentication, { body: { code } });
    const pending = await waiting(email);
    const mailed = codeIn(await portal.mails.nth(email, 5));
    await addApp(portal, browser);
    const late = await pending.browser.attempt(confirmOtp, { body: { code: mailed } });
    expect(late.error().type).toBe("SessionExpired");
  });
});

describe("a step-up", () => {
  test("takes a recovery code, mails nothing, and ends with what its password began", async () => {
    const { browser, email, recoveryCodes } = await memberWithApp();
    portal.clock.advance(11 * 60_000);
    await browser.call(reauthenticate, { body: { password } });
    const refused = await browser.attempt(resendReauthentication, nothing);
    expect(refused.error().type).toBe("OtherWayRequired");
    await browser.call(proveAgain, byCode(recoveryCodes[1] ?? ""));
    await browser.call(renewRecoveryCodes, nothing);
    const again = await browser.attempt(proveAgain, byCode(recoveryCodes[2] ?? ""));
    expect(again.error().type).toBe("OTPExpired");
    expect(
      portal.mails
        .to(email)
        .map(({ subject }) => subject)
        .join(),
    ).not.toContain("one-time password");
  });

  test("that was begun more than ten minutes ago asks for the password again", async () => {
    const { browser, app } = await memberWithApp();
    await browser.call(reauthenticate, { body: { password } });
    portal.clock.advance(11 * 60_000);
    const late = await browser.attempt(proveAgain, byApp(app.code()));
    expect(late.error().type).toBe("OTPExpired");
  });

  test("is not passed by another account's app", async () => {
    const { browser } = await memberWithApp();
    const stranger = await memberWithApp();
    await browser.call(reauthenticate, { body: { password } });
    const foreign = await browser.attempt(proveAgain, byApp(stranger.app.code()));
    expect(foreign.error().type).toBe("AppCodeInvalid");
    const code = await browser.attempt(proveAgain, byCode(stranger.recoveryCodes[0] ?? ""));
    expect(code.error().type).toBe("RecoveryCodeInvalid");
  });
});

describe("new recovery codes", () => {
  test("end the former ones", async () => {
    const { browser, email, recoveryCodes } = await memberWithApp();
    const made = await browser.call(renewRecoveryCodes, nothing);
    expect(made.recoveryCodes.some((code) => recoveryCodes.includes(code))).toBe(false);
    const { browser: other } = await waiting(email);
    const former = await other.attempt(proveSecondFactor, byCode(recoveryCodes[0] ?? ""));
    expect(former.error().type).toBe("RecoveryCodeInvalid");
    await other.call(proveSecondFactor, byCode(made.recoveryCodes[0] ?? ""));
  });

  test("are for who has an app", async () => {
    const browser = portal.browser();
    await newMember(portal, browser);
    expect((await browser.attempt(renewRecoveryCodes, nothing)).error().type).toBe("NotFound");
  });
});

describe("removing the app", () => {
  test("leaves the mailed code as second factor, and no recovery code", async () => {
    const { browser, email, recoveryCodes } = await memberWithApp();
    expect(await browser.call(removeApp, {})).toMatchObject({
      app: null,
      recoveryCodes: null,
    });
    const { browser: other, outcome } = await waiting(email);
    expect(outcome).toMatchObject({ status: "OTP_VERIFY", ways: ["email"] });
    const refused = await other.attempt(proveSecondFactor, byCode(recoveryCodes[0] ?? ""));
    expect(refused.error().type).toBe("RecoveryCodeInvalid");
    expect((await browser.attempt(removeApp, {})).status).not.toBe(200);
  });

  test("comes with turning two-factor off", async () => {
    const { browser, email } = await memberWithApp();
    await browser.call(mfaSetting, { body: { enabled: false } });
    expect((await browser.call(listAuthenticators, {})).app).toBeNull();
    expect((await waiting(email)).outcome.status).toBe("SIGNED_IN");
  });
});

describe("a reset", () => {
  async function mailed(email: string) {
    const asking = portal.browser();
    const before = portal.mails.to(email).length;
    await asking.call(forgotPassword, { body: { email, locale: "en" } });
    return { asking, token: tokenIn(await portal.mails.nth(email, before + 1)) };
  }

  test("by the mailbox alone does not open the account", async () => {
    const { browser, email, app } = await memberWithApp();
    await portal.mails.nth(email, 3);
    const { asking, token } = await mailed(email);
    expect((await asking.call(lookAtReset, { body: { token } })).ways).toEqual([
      "app",
      "recovery-code",
    ]);
    const body = { token, password: next };
    const alone = await asking.attempt(forgotPasswordSetting, { body });
    expect(alone.error()).toMatchObject({
      type: "SecondFactorRequired",
      data: { hasRecoveryCodes: true, hasPasskey: false },
    });
    const guess = { ...body, secondFactor: { way: "app", code: wrong(app.code()) } as const };
    expect((await asking.attempt(forgotPasswordSetting, { body: guess })).error().type).toBe(
      "AppCodeInvalid",
    );
    // Nothing has happened: the owner is signed in, with the password of before.
    await browser.call(getMyProfile, {});
    expect((await waiting(email)).outcome.status).toBe("OTP_VERIFY");
  });

  test("with the app or a recovery code sets the password; the app stays on", async () => {
    const { email, app, recoveryCodes } = await memberWithApp();
    await portal.mails.nth(email, 3);
    const { asking, token } = await mailed(email);
    const secondFactor = { way: "app", code: app.code() } as const;
    await asking.call(forgotPasswordSetting, { body: { token, password: next, secondFactor } });
    const { browser, outcome } = await waiting(email, next);
    expect(outcome).toMatchObject({ ways: ["app", "recovery-code"] });
    const replay = await browser.attempt(proveSecondFactor, byApp(secondFactor.code));
    expect(replay.error().type).toBe("AppCodeInvalid");
    await browser.call(proveSecondFactor, byCode(recoveryCodes[0] ?? ""));
  });

  test("counts wrong codes in the account's budget", async () => {
    const { email, app } = await memberWithApp();
    await portal.mails.nth(email, 3);
    const { asking, token } = await mailed(email);
    const types: string[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      const secondFactor = { way: "app", code: wrong(app.code()) } as const;
      const body = { token, password: next, secondFactor };
      types.push((await asking.attempt(forgotPasswordSetting, { body })).error().type);
    }
    expect(types.at(4)).toBe("AppCodeInvalid");
    expect(types.at(5)).toBe("TooManyRequest");
  });
});
