import type { TestClient } from "@sekimori/kit-development/testing";
import { passkeysMost } from "@sekimori/portal-contract/constants";
import {
  listAuthenticators,
  removeApp,
  renewRecoveryCodes,
} from "@sekimori/portal-contract/endpoints/authenticators";
import {
  addPasskey,
  beginPasskey,
  beginPasskeyAgain,
  beginPasskeySignIn,
  beginSecondFactorPasskey,
  provePasskeyAgain,
  removePasskey,
  renamePasskey,
  signInByPasskey,
} from "@sekimori/portal-contract/endpoints/passkeys";
import {
  forgotPassword,
  forgotPasswordSetting,
  lookAtReset,
} from "@sekimori/portal-contract/endpoints/password";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { listActivity } from "@sekimori/portal-contract/endpoints/security";
import { proveSecondFactor, resendOtp, signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addApp } from "../../testing/authenticator-app.ts";
import { newMember } from "../../testing/members.ts";
import { tokenIn } from "../../testing/memory-mailer.ts";
import { addTestPasskey, tryPasskey } from "../../testing/passkeys.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { type Deviation, SoftwarePasskey } from "../../testing/software-authenticator.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { closeAccount } from "../operator/accounts.ts";
import { purgeExpired } from "../purge/purge-jobs.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

const nothing = { body: {} };
const next = "Yama-no-Ue2";

async function memberWithPasskey(passkey = new SoftwarePasskey()) {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  return { browser, email, ...(await addTestPasskey(browser, passkey)) };
}

const optionsFor = (browser: TestClient) =>
  browser.call(beginPasskeySignIn, { body: { purpose: "sign-in" } });

/** A browser whose sign-in by password waits for the second factor. */
async function waiting(email: string) {
  const browser = portal.browser();
  const outcome = await browser.call(signIn, { body: { email, password } });
  return { browser, outcome };
}

async function refusal(attempt: Promise<{ error(): { type: string } }>) {
  return (await attempt).error().type;
}

describe("adding a passkey", () => {
  test("makes it a way to sign in, brings recovery codes, and is mailed and recorded", async () => {
    const { browser, email, authenticators, recoveryCodes, passkey } = await memberWithPasskey();
    expect(recoveryCodes).toHaveLength(10);
    expect(authenticators.passkeys).toMatchObject([
      { kind: "device-bound", transports: ["usb"], lastUsedAt: null, credentialId: passkey.id },
    ]);
    expect(authenticators.passkeys[0]?.name).toMatch(/^Security key/);
    expect((await browser.call(getMyProfile, {})).mfa_enabled).toBe(true);
    expect((await portal.mails.nth(email, 3)).subject).toContain("Passkey added");
    const { entries } = await browser.call(listActivity, { query: {} });
    expect(entries[0]?.action).toBe("passkey.added");
  });

  test("asks for one that the browser can offer by itself, verified, and not twice the same", async () => {
    const { browser, passkey } = await memberWithPasskey();
    const options = await browser.call(beginPasskey, nothing);
    expect(options).toMatchObject({
      rp: { id: "localhost" },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [{ id: passkey.id, transports: ["usb"] }],
    });
    expect(Buffer.from(options.user.id, "base64url")).toHaveLength(64);
    const again = browser.attempt(addPasskey, { body: passkey.create(options) });
    expect(await refusal(again)).toBe("PasskeyDuplicate");
  });

  test("of another member's authenticator entry is refused", async () => {
    const { passkey } = await memberWithPasskey();
    const browser = portal.browser();
    await newMember(portal, browser);
    const options = await browser.call(beginPasskey, nothing);
    const body = passkey.create(options);
    expect(await refusal(browser.attempt(addPasskey, { body }))).toBe("PasskeyDuplicate");
    expect((await browser.call(getMyProfile, {})).mfa_enabled).toBe(false);
  });

  test.each<[string, Deviation, string]>([
    ["for another page", { origin: "https://evil.example" }, "PasskeyRefused"],
    ["from a frame of another page", { crossOrigin: true }, "PasskeyRefused"],
    ["for another domain", { rpId: "evil.example" }, "PasskeyRefused"],
    ["that is an answer to a sign-in", { type: "webauthn.get" }, "PasskeyRefused"],
    ["without anybody there", { isPresent: false }, "PasskeyRefused"],
    ["without its owner verified", { isVerified: false }, "PasskeyUnverified"],
    ["for a challenge of somebody's own", { challenge: "b3du" }, "PasskeyExpired"],
  ])("%s is refused, and nothing changes", async (_, how, type) => {
    const browser = portal.browser();
    await newMember(portal, browser);
    const options = await browser.call(beginPasskey, nothing);
    const body = new SoftwarePasskey().create(options, how);
    expect(await refusal(browser.attempt(addPasskey, { body }))).toBe(type);
    expect((await browser.call(listAuthenticators, {})).passkeys).toEqual([]);
  });

  test("takes a challenge of the same session, of this act, in five minutes and once", async () => {
    const browser = portal.browser();
    const { email } = await newMember(portal, browser);
    const add = (options: Parameters<SoftwarePasskey["create"]>[0]) =>
      browser.attempt(addPasskey, { body: new SoftwarePasskey().create(options) });
    const other = portal.browser();
    await other.call(signIn, { body: { email, password } });
    expect(await refusal(add(await other.call(beginPasskey, nothing)))).toBe("PasskeyExpired");
    const options = await browser.call(beginPasskey, nothing);
    const { challenge } = await optionsFor(browser);
    expect(await refusal(add({ ...options, challenge }))).toBe("PasskeyExpired");
    portal.clock.advance(5 * 60_000);
    expect(await refusal(add(options))).toBe("PasskeyExpired");
    const fresh = await browser.call(beginPasskey, nothing);
    const two = await Promise.all([add(fresh), add(fresh)]);
    expect(two.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test("needs a fresh sign-in, and ends the other sessions", async () => {
    const browser = portal.browser();
    const { email } = await newMember(portal, browser);
    const other = portal.browser();
    await other.call(signIn, { body: { email, password } });
    await addTestPasskey(browser);
    expect((await other.attempt(getMyProfile, {})).status).toBe(401);
    portal.clock.advance(11 * 60_000);
    expect(await refusal(browser.attempt(beginPasskey, nothing))).toBe("RecentSignInRequired");
  });

  test(`ends at ${passkeysMost}`, async () => {
    const { browser } = await memberWithPasskey();
    for (let n = 1; n < passkeysMost; n += 1) await addTestPasskey(browser);
    expect(await refusal(browser.attempt(beginPasskey, nothing))).toBe("PasskeysFull");
  });
});

describe("signing in by a passkey", () => {
  test("is both factors in one step, and is noted", async () => {
    const { email, passkey } = await memberWithPasskey();
    const browser = portal.browser();
    const { json } = await tryPasskey(browser, passkey);
    expect(json()).toMatchObject({ status: "SIGNED_IN" });
    expect((await browser.call(getMyProfile, {})).email_address).toBe(email);
    // Fresh enough for a sensitive change.
    await browser.call(renewRecoveryCodes, nothing);
    const { passkeys } = await browser.call(listAuthenticators, {});
    expect(passkeys[0]?.lastUsedAt).not.toBeNull();
  });

  test.each<[string, Deviation, string]>([
    ["for another page", { origin: "https://evil.example" }, "PasskeyRefused"],
    ["from a frame of another page", { crossOrigin: true }, "PasskeyRefused"],
    ["for another domain", { rpId: "evil.example" }, "PasskeyRefused"],
    ["that was made by a registration", { type: "webauthn.create" }, "PasskeyRefused"],
    ["with another key's signature", { foreignKey: true }, "PasskeyRefused"],
    ["without anybody there", { isPresent: false }, "PasskeyRefused"],
    ["without its owner verified", { isVerified: false }, "PasskeyUnverified"],
    ["that may now be copied", { backupEligible: true }, "PasskeyRefused"],
    ["of another user", { userHandle: "c29tZWJvZHk" }, "PasskeyRefused"],
    ["of no user", { userHandle: undefined }, "PasskeyRefused"],
    ["for a challenge of somebody's own", { challenge: "b3du" }, "PasskeyExpired"],
  ])("%s is refused", async (_, how, type) => {
    const { passkey } = await memberWithPasskey();
    const browser = portal.browser();
    expect((await tryPasskey(browser, passkey, how)).error().type).toBe(type);
    expect((await browser.attempt(getMyProfile, {})).status).toBe(401);
  });

  test("counts at a related origin too, for the domain that is set", async () => {
    const origin = "https://portal.example";
    const related = await startTestPortal({
      PASSKEY_RP_ID: "example",
      PASSKEY_RELATED_ORIGINS: origin,
    });
    try {
      const browser = related.browser();
      await newMember(related, browser);
      const options = await browser.call(beginPasskey, nothing);
      expect(options.rp.id).toBe("example");
      const passkey = new SoftwarePasskey();
      await browser.call(addPasskey, { body: passkey.create(options, { origin }) });
      expect((await tryPasskey(related.browser(), passkey, { origin })).status).toBe(200);
      const foreign = { origin: "https://elsewhere.example" };
      const refused = await tryPasskey(related.browser(), passkey, foreign);
      expect(refused.error().type).toBe("PasskeyRefused");
    } finally {
      await related.close();
    }
  });

  test("takes a challenge of the same browser, of this act, in five minutes and once", async () => {
    const { passkey } = await memberWithPasskey();
    const browser = portal.browser();
    const answer = (options: Parameters<SoftwarePasskey["get"]>[0]) =>
      browser.attempt(signInByPasskey, { body: passkey.get(options) });
    expect(await refusal(answer(await optionsFor(portal.browser())))).toBe("PasskeyExpired");
    const reset = await browser.call(beginPasskeySignIn, { body: { purpose: "reset" } });
    expect(await refusal(answer(reset))).toBe("PasskeyExpired");
    const late = await optionsFor(browser);
    portal.clock.advance(5 * 60_000);
    expect(await refusal(answer(late))).toBe("PasskeyExpired");
    const body = passkey.get(await optionsFor(browser));
    const answers = await Promise.all([
      browser.attempt(signInByPasskey, { body }),
      browser.attempt(signInByPasskey, { body }),
      browser.attempt(signInByPasskey, { body }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const later = portal.browser();
    later.cookies.set("sekimori_passkey", browser.cookies.get("sekimori_passkey") ?? "");
    expect(await refusal(later.attempt(signInByPasskey, { body }))).toBe("PasskeyExpired");
  });

  test("an answered challenge is forgotten once it would be over anyway", async () => {
    const { passkey } = await memberWithPasskey();
    await tryPasskey(portal.browser(), passkey);
    const count = async () => {
      const { rows } = await portal.database.pool.query("select from portal.passkey_challenge");
      return rows.length;
    };
    expect(await count()).toBeGreaterThan(0);
    portal.clock.advance(6 * 60_000);
    await purgeExpired(portal.context);
    expect(await count()).toBe(0);
  });

  test("asks nothing that tells an account: the same for all, without a row", async () => {
    const options = await optionsFor(portal.browser());
    expect(options).toMatchObject({ allowCredentials: [], userVerification: "required" });
  });

  test("with a removed passkey, one of a closed account or none of ours is one answer", async () => {
    const removed = await memberWithPasskey();
    const id = removed.authenticators.passkeys[0]?.id ?? "";
    await removed.browser.call(removePasskey, { params: { id } });
    const closed = await memberWithPasskey();
    const { rows } = await portal.database.pool.query(
      "select account_id from portal.passkey where credential_id = $1",
      [closed.passkey.id],
    );
    await closeAccount(portal.context, { operator: "somebody" }, rows[0].account_id);
    const tried = [removed.passkey, closed.passkey, new SoftwarePasskey()];
    for (const passkey of tried) {
      const answer = await tryPasskey(portal.browser(), passkey);
      expect([answer.status, answer.error().type]).toEqual([400, "PasskeyUnknown"]);
    }
  });

  test("goes on to a new password where an operator wants one", async () => {
    const { email, passkey } = await memberWithPasskey();
    await portal.database.db
      .updateTable("portal.account")
      .set({ password_reset_required: true })
      .where("email_digest", "=", portal.context.digests.email(email))
      .execute();
    const { json } = await tryPasskey(portal.browser(), passkey);
    expect(json()).toEqual({ status: "RESET_PASSWORD" });
  });

  test("is not barred by codes that strangers guess, and bars none by its own refusals", async () => {
    const { email, passkey, recoveryCodes } = await memberWithPasskey();
    for (let n = 0; n < 6; n += 1) {
      const { browser } = await waiting(email);
      await browser.attempt(proveSecondFactor, { body: { way: "recovery-code", code: "ABCDE" } });
    }
    expect((await tryPasskey(portal.browser(), passkey)).status).toBe(200);
    portal.clock.advance(61_000);
    const stranger = portal.browser();
    for (let n = 0; n < 8; n += 1) await tryPasskey(stranger, passkey, { foreignKey: true });
    const { browser } = await waiting(email);
    const body = { way: "recovery-code", code: recoveryCodes[0] ?? "" } as const;
    expect((await browser.attempt(proveSecondFactor, { body })).status).toBe(200);
  });
});

describe("a counter that does not go up", () => {
  test("refuses a passkey that cannot be copied, and tells its owner once a day", async () => {
    const { email, browser, passkey } = await memberWithPasskey(
      new SoftwarePasskey({ counts: true }),
    );
    expect((await tryPasskey(portal.browser(), passkey)).status).toBe(200);
    const seen = passkey.counter;
    const told = () =>
      portal.mails.to(email).filter(({ subject }) => subject.includes("may have been copied"));
    for (const counter of [seen, seen - 1, 0]) {
      const answer = await tryPasskey(portal.browser(), passkey, { counter });
      expect(answer.error().type).toBe("PasskeyCopied");
    }
    const { entries } = await browser.call(listActivity, { query: {} });
    expect(entries.filter(({ action }) => action === "passkey.copied")).toHaveLength(3);
    await portal.jobsDone();
    expect(told()).toHaveLength(1);
    // The one that is ahead still works.
    expect((await tryPasskey(portal.browser(), passkey)).status).toBe(200);
  });

  test("is no sign of anything where its maker copies it, or where it does not count", async () => {
    const synced = await memberWithPasskey(new SoftwarePasskey({ counts: true, synced: true }));
    expect((await tryPasskey(portal.browser(), synced.passkey, { counter: 1 })).status).toBe(200);
    expect(synced.authenticators.passkeys[0]?.kind).toBe("synced");
    const silent = await memberWithPasskey();
    for (let n = 0; n < 2; n += 1) {
      expect((await tryPasskey(portal.browser(), silent.passkey)).status).toBe(200);
    }
  });
});

describe("beside a password", () => {
  test("a passkey is asked for, by the account's own, and no code is mailed", async () => {
    const { email, passkey } = await memberWithPasskey();
    const { browser, outcome } = await waiting(email);
    expect(outcome).toEqual({
      status: "OTP_VERIFY",
      ways: ["passkey", "recovery-code"],
      resendAt: null,
      mayTrustBrowser: true,
    });
    expect(await refusal(browser.attempt(resendOtp, nothing))).toBe("OtherWayRequired");
    const options = await browser.call(beginSecondFactorPasskey, nothing);
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([passkey.id]);
    const body = { way: "passkey", passkey: passkey.get(options) } as const;
    expect((await browser.call(proveSecondFactor, { body })).status).toBe("SIGNED_IN");
  });

  test("another account's passkey is refused", async () => {
    const { email } = await memberWithPasskey();
    const { passkey: foreign } = await memberWithPasskey();
    const { browser } = await waiting(email);
    const options = await browser.call(beginSecondFactorPasskey, nothing);
    const body = { way: "passkey", passkey: foreign.get(options) } as const;
    expect(await refusal(browser.attempt(proveSecondFactor, { body }))).toBe("PasskeyRefused");
  });

  test("a challenge of another sign-in is refused", async () => {
    const { email, passkey } = await memberWithPasskey();
    const [one, other] = [await waiting(email), await waiting(email)];
    const options = await one.browser.call(beginSecondFactorPasskey, nothing);
    const body = { way: "passkey", passkey: passkey.get(options) } as const;
    const answer = other.browser.attempt(proveSecondFactor, { body });
    expect(await refusal(answer)).toBe("PasskeyExpired");
  });

  test("who has none is asked for none", async () => {
    const browser = portal.browser();
    const { email } = await newMember(portal, browser);
    await browser.call(mfaSetting, { body: { enabled: true } });
    const { browser: waits } = await waiting(email);
    expect(await refusal(waits.attempt(beginSecondFactorPasskey, nothing))).toBe("NotFound");
    expect(await refusal(browser.attempt(beginPasskeyAgain, nothing))).toBe("NotFound");
  });
});

describe("before a sensitive change", () => {
  test("a passkey takes the place of the password, and only one's own does", async () => {
    const { browser, passkey } = await memberWithPasskey();
    const { passkey: foreign } = await memberWithPasskey();
    portal.clock.advance(11 * 60_000);
    expect(await refusal(browser.attempt(renewRecoveryCodes, nothing))).toBe(
      "RecentSignInRequired",
    );
    const options = await browser.call(beginPasskeyAgain, nothing);
    const wrong = browser.attempt(provePasskeyAgain, { body: foreign.get(options) });
    expect(await refusal(wrong)).toBe("PasskeyRefused");
    const public_ = await optionsFor(browser);
    const borrowed = browser.attempt(provePasskeyAgain, { body: passkey.get(public_) });
    expect(await refusal(borrowed)).toBe("PasskeyExpired");
    const before = browser.cookies.get("sekimori_session");
    await browser.call(provePasskeyAgain, { body: passkey.get(options) });
    expect(browser.cookies.get("sekimori_session")).not.toBe(before);
    await browser.call(renewRecoveryCodes, nothing);
  });
});

describe("looking after passkeys", () => {
  test("one is named, and another member's is not found", async () => {
    const { browser, id } = await memberWithPasskey();
    const other = await memberWithPasskey();
    const renamed = await browser.call(renamePasskey, {
      params: { id },
      body: { name: "  私のスマートフォン " },
    });
    expect(renamed.passkeys[0]?.name).toBe("私のスマートフォン");
    const foreign = { params: { id: other.id }, body: { name: "mine" } };
    expect(await refusal(browser.attempt(renamePasskey, foreign))).toBe("NotFound");
    const removal = browser.attempt(removePasskey, { params: { id: other.id } });
    expect(await refusal(removal)).toBe("NotFound");
    const { rows } = await portal.database.pool.query("select name from portal.passkey");
    expect(rows.some(({ name }) => name.includes("スマートフォン"))).toBe(false);
  });

  test("removing one keeps the codes while another is left; the last one takes them along", async () => {
    const { browser, email, id, passkey } = await memberWithPasskey();
    const second = await addTestPasskey(browser);
    expect(second.recoveryCodes).toEqual([]);
    const left = await browser.call(removePasskey, { params: { id } });
    expect(left).toMatchObject({ passkeys: [{ id: second.id }], recoveryCodes: { left: 10 } });
    expect((await tryPasskey(portal.browser(), passkey)).error().type).toBe("PasskeyUnknown");
    const none = await browser.call(removePasskey, { params: { id: second.id } });
    expect(none).toMatchObject({ passkeys: [], recoveryCodes: null });
    expect((await waiting(email)).outcome).toMatchObject({ ways: ["email"] });
    const { entries } = await browser.call(listActivity, { query: {} });
    expect(entries[0]?.action).not.toBe("passkey.added");
  });

  test("beside an app, each goes without the other and the codes stay", async () => {
    const { browser, email, id } = await memberWithPasskey();
    const { recoveryCodes } = await addApp(portal, browser);
    expect(recoveryCodes).toEqual([]);
    expect((await waiting(email)).outcome).toMatchObject({
      ways: ["passkey", "app", "recovery-code"],
    });
    const withPasskey = await browser.call(removeApp, {});
    expect(withPasskey).toMatchObject({ app: null, recoveryCodes: { left: 10 } });
    await addApp(portal, browser);
    const withApp = await browser.call(removePasskey, { params: { id } });
    expect(withApp).toMatchObject({ passkeys: [], recoveryCodes: { left: 10 } });
    expect((await waiting(email)).outcome).toMatchObject({ ways: ["app", "recovery-code"] });
  });

  test("turning two-factor off removes them", async () => {
    const { browser, email, passkey } = await memberWithPasskey();
    await browser.call(mfaSetting, { body: { enabled: false } });
    expect((await tryPasskey(portal.browser(), passkey)).error().type).toBe("PasskeyUnknown");
    expect((await waiting(email)).outcome.status).toBe("SIGNED_IN");
    const { entries } = await browser.call(listActivity, { query: {} });
    expect(entries.map(({ action }) => action)).toContain("passkey.removed");
  });
});

describe("a reset by the mailbox", () => {
  async function linkOf(email: string) {
    const browser = portal.browser();
    const mails = portal.mails.to(email).length;
    await browser.call(forgotPassword, { body: { email, locale: "en" } });
    return { browser, token: tokenIn(await portal.mails.nth(email, mails + 1)) };
  }

  test("does not open an account with a passkey by itself; the passkey opens it", async () => {
    const { email, passkey } = await memberWithPasskey();
    const { passkey: foreign } = await memberWithPasskey();
    const { browser, token } = await linkOf(email);
    const { ways } = await browser.call(lookAtReset, { body: { token } });
    expect(ways).toEqual(["passkey", "recovery-code"]);
    const bare = browser.attempt(forgotPasswordSetting, { body: { token, password: next } });
    expect((await bare).error()).toMatchObject({
      type: "SecondFactorRequired",
      data: { hasPasskey: true },
    });
    const setBy = async (given: SoftwarePasskey, purpose: "reset" | "sign-in") => {
      const options = await browser.call(beginPasskeySignIn, { body: { purpose } });
      const secondFactor = { way: "passkey", passkey: given.get(options) } as const;
      return browser.attempt(forgotPasswordSetting, {
        body: { token, password: next, secondFactor },
      });
    };
    expect(await refusal(setBy(foreign, "reset"))).toBe("PasskeyRefused");
    expect(await refusal(setBy(passkey, "sign-in"))).toBe("PasskeyExpired");
    expect((await setBy(passkey, "reset")).status).toBe(200);
    const body = { email, password: next };
    expect((await portal.browser().call(signIn, { body })).status).toBe("OTP_VERIFY");
    expect((await tryPasskey(portal.browser(), passkey)).status).toBe(200);
  });
});
