import { dayMs } from "@sekimori/kit-contract/tokyo";
import type { TestClient } from "@sekimori/kit-development/testing";
import { askedSecondFactor } from "@sekimori/portal-contract/endpoints/authenticators";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { listActivity, listSessions } from "@sekimori/portal-contract/endpoints/security";
import {
  confirmOtp,
  proveSecondFactor,
  reauthenticate,
  signIn,
  signOut,
} from "@sekimori/portal-contract/endpoints/sign-in";
import {
  listTrustedBrowsers,
  removeTrustedBrowser,
  removeTrustedBrowsers,
} from "@sekimori/portal-contract/endpoints/trusted-browsers";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addApp } from "../../testing/authenticator-app.ts";
import { accountIdOf, newMember } from "../../testing/members.ts";
import { codeIn } from "../../testing/memory-mailer.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { closeAccount, endAccountSessions, forcePasswordReset } from "../operator/accounts.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ LIMIT_FACTOR: "1000" });
});
afterAll(() => portal.close());

const stepMs = 30_000;
const prefix = "sekimori_trust_";
const trustNames = ({ cookies }: TestClient) =>
  [...cookies.keys()].filter((name) => name.startsWith(prefix));

/** The one cookie of a browser by which an account trusts it. */
function trustIn(browser: TestClient): { readonly name: string; readonly value: string } {
  const [name = "", ...others] = trustNames(browser);
  expect(others).toEqual([]);
  return { name, value: browser.cookies.get(name) ?? "" };
}

async function memberWithApp() {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  const { app, recoveryCodes } = await addApp(portal, browser);
  portal.clock.advance(stepMs);
  return { browser, email, app, recoveryCodes };
}

type Owner = Awaited<ReturnType<typeof memberWithApp>>;

const enter = (browser: TestClient, email: string) =>
  browser.call(signIn, { body: { email, password } });

/** Signs in with the app in a browser, and asks to be trusted there. */
async function trust(browser: TestClient, { email, app }: Pick<Owner, "email" | "app">) {
  expect((await enter(browser, email)).status).toBe("OTP_VERIFY");
  const body = { way: "app", code: app.code(), trustBrowser: true } as const;
  await browser.call(proveSecondFactor, { body });
  portal.clock.advance(stepMs);
  return browser;
}

async function trusting() {
  const owner = await memberWithApp();
  const browser = await trust(portal.browser(), owner);
  await browser.call(signOut, { body: {} });
  return { ...owner, owner: owner.browser, browser };
}

/** A browser that has somebody else's cookie of trust, and nothing beside it. */
function thief({ name, value }: { readonly name: string; readonly value: string }): TestClient {
  const browser = portal.browser();
  browser.cookies.set(name, value);
  return browser;
}

const subjects = (email: string) => portal.mails.to(email).map(({ subject }) => subject);
const copied = "[Sekimori] A browser you trust may have been copied";

describe("a browser that was asked to be trusted", () => {
  test("signs in by the password alone, and says no more than that", async () => {
    const { browser, email } = await trusting();
    expect((await enter(browser, email)).status).toBe("SIGNED_IN");
    const { rows } = await portal.database.pool.query(
      "select first_factor, second_factor, second_way from portal.session order by created_at desc limit 1",
    );
    expect(rows).toEqual([{ first_factor: "password", second_factor: false, second_way: null }]);
  });

  test("still gives the second factor at a sensitive change", async () => {
    const { browser, email } = await trusting();
    await enter(browser, email);
    const refused = await browser.attempt(mfaSetting, { body: { enabled: false } });
    expect(refused.error().type).toBe("RecentSignInRequired");
    const asked = await browser.call(reauthenticate, { body: { password } });
    expect(asked).toMatchObject({ status: "OTP_VERIFY", ways: ["app", "recovery-code"] });
  });

  test("is mailed and stands in the activity log and among the browsers", async () => {
    const { browser, email } = await trusting();
    await portal.jobsDone();
    expect(subjects(email)).toContain("[Sekimori] You trusted a browser");
    await enter(browser, email);
    const { entries } = await browser.call(listActivity, { query: {} });
    expect(entries.map(({ action }) => action)).toContain("trusted-browser.added");
    const { browsers } = await browser.call(listTrustedBrowsers, {});
    const { sessions } = await browser.call(listSessions, {});
    expect(browsers).toMatchObject([{ current: true, device: sessions[0]?.device }]);
    const [one] = browsers;
    const lasts = Date.parse(one?.expiresAt ?? "") - Date.parse(one?.trustedAt ?? "");
    expect(lasts).toBe(30 * dayMs);
    expect(one?.lastUsedAt).not.toBeNull();
  });

  test("is one for thirty days, however often it is used", async () => {
    const { browser, email } = await trusting();
    portal.clock.advance(29 * dayMs);
    expect((await enter(browser, email)).status).toBe("SIGNED_IN");
    portal.clock.advance(dayMs);
    expect((await enter(browser, email)).status).toBe("OTP_VERIFY");
  });

  test("is none without a tick, and none after a recovery code", async () => {
    const { email, app, recoveryCodes } = await memberWithApp();
    const browser = portal.browser();
    await enter(browser, email);
    await browser.call(proveSecondFactor, { body: { way: "app", code: app.code() } });
    expect(trustNames(browser)).toEqual([]);
    expect((await enter(browser, email)).status).toBe("OTP_VERIFY");
    const proof = { way: "recovery-code", code: recoveryCodes[0] ?? "" } as const;
    const refused = await browser.attempt(proveSecondFactor, {
      body: { ...proof, trustBrowser: true } as typeof proof,
    });
    expect(refused.error().type).toBe("InvalidInput");
    await browser.call(proveSecondFactor, { body: proof });
    expect(trustNames(browser)).toEqual([]);
  });

  test("comes of a mailed code too", async () => {
    const owner = portal.browser();
    const { email } = await newMember(portal, owner);
    await owner.call(mfaSetting, { body: { enabled: true } });
    await portal.jobsDone();
    const before = portal.mails.to(email).length;
    const browser = portal.browser();
    expect(await enter(browser, email)).toMatchObject({ mayTrustBrowser: true });
    expect(await browser.call(askedSecondFactor, {})).toEqual({
      ways: ["email"],
      mayTrustBrowser: true,
    });
    const code = codeIn(await portal.mails.nth(email, before + 1));
    await browser.call(confirmOtp, { body: { code, trustBrowser: true } });
    expect((await enter(browser, email)).status).toBe("SIGNED_IN");
  });

  test("is worth nothing to another account, or without the password", async () => {
    const { browser } = await trusting();
    const other = await memberWithApp();
    expect((await enter(browser, other.email)).status).toBe("OTP_VERIFY");
    const { value } = trustIn(browser);
    const second = await trust(portal.browser(), other);
    const forger = thief({ name: trustIn(second).name, value });
    expect((await enter(forger, other.email)).status).toBe("OTP_VERIFY");
    const wrong = { email: other.email, password: "Wrong-Pass1" };
    expect((await second.attempt(signIn, { body: wrong })).error().type).toBe(
      "UsernamePasswordIncorrect",
    );
  });

  test("may be two people's", async () => {
    const { browser, email } = await trusting();
    const other = await memberWithApp();
    await trust(browser, other);
    for (const one of [email, other.email, email]) {
      expect((await enter(browser, one)).status).toBe("SIGNED_IN");
    }
  });

  test("keeps the cookies of five people at most", async () => {
    const first = await trusting();
    const { browser } = first;
    const names = trustNames(browser);
    for (let more = 0; more < 5; more += 1) {
      const other = await memberWithApp();
      await trust(browser, other);
      await browser.call(signOut, { body: {} });
      names.push(...trustNames(browser).filter((name) => !names.includes(name)));
    }
    expect(trustNames(browser)).toEqual(names.slice(1));
    expect((await enter(browser, first.email)).status).toBe("OTP_VERIFY");
  });
});

describe("the token", () => {
  test("is another one after each use, and the one before is good for a minute", async () => {
    const { browser, email } = await trusting();
    const before = trustIn(browser);
    await enter(browser, email);
    expect(trustIn(browser).value).not.toBe(before.value);
    portal.clock.advance(55_000);
    const late = thief(before);
    expect((await enter(late, email)).status).toBe("SIGNED_IN");
    expect(trustIn(late)).toEqual(before);
    portal.clock.advance(6_000);
    expect((await enter(thief(before), email)).status).toBe("OTP_VERIFY");
  });

  test("is the same for two tabs at once: both sign in, one is given the next", async () => {
    const { browser, email } = await trusting();
    const before = trustIn(browser);
    const tabs = [thief(before), thief(before)];
    const outcomes = await Promise.all(tabs.map((tab) => enter(tab, email)));
    expect(outcomes.map(({ status }) => status)).toEqual(["SIGNED_IN", "SIGNED_IN"]);
    expect(tabs.filter((tab) => trustIn(tab).value !== before.value)).toHaveLength(1);
  });

  test("that was stolen ends the trust when the older one comes, and its owner is told", async () => {
    const { browser, owner, email } = await trusting();
    const stolen = thief(trustIn(browser));
    expect((await enter(stolen, email)).status).toBe("SIGNED_IN");
    portal.clock.advance(61_000);
    expect((await enter(stolen, email)).status).toBe("SIGNED_IN");
    portal.clock.advance(61_000);
    // Two uses behind: the thief has the present one.
    expect((await enter(browser, email)).status).toBe("OTP_VERIFY");
    expect((await enter(stolen, email)).status).toBe("OTP_VERIFY");
    await portal.jobsDone();
    expect(subjects(email).filter((subject) => subject === copied)).toHaveLength(1);
    await enter(browser, email);
    const { entries } = await owner.call(listActivity, { query: {} });
    expect(entries.filter(({ action }) => action === "trusted-browser.copied")).toHaveLength(1);
    expect((await owner.call(listTrustedBrowsers, {})).browsers).toEqual([]);
  });

  test("stands in the database by its hash only", async () => {
    const { browser, email } = await trusting();
    const { value } = trustIn(browser);
    const { rows } = await portal.database.pool.query(
      "select * from portal.trusted_browser where account_id = $1",
      [await accountIdOf(portal, email)],
    );
    expect(rows).toHaveLength(1);
    const kept = JSON.stringify(rows);
    expect(kept).not.toContain(value.slice(0, 43));
    expect(kept).not.toContain(value.slice(43));
  });
});

describe("trusted browsers", () => {
  test("are ten at most: the one unused for longest goes", async () => {
    const owner = await trusting();
    const { email } = owner;
    const second = await trust(portal.browser(), owner);
    await enter(owner.browser, email);
    const others: TestClient[] = [];
    for (let more = 0; more < 9; more += 1) others.push(await trust(portal.browser(), owner));
    const { browsers } = await owner.browser.call(listTrustedBrowsers, {});
    expect(browsers).toHaveLength(10);
    expect((await enter(second, email)).status).toBe("OTP_VERIFY");
    expect((await enter(owner.browser, email)).status).toBe("SIGNED_IN");
  });

  test("are one when the same browser is trusted again", async () => {
    const owner = await trusting();
    await portal.database.pool.query("update portal.trusted_browser set expires_at = now()");
    await trust(owner.browser, owner);
    await enter(owner.browser, owner.email);
    expect((await owner.browser.call(listTrustedBrowsers, {})).browsers).toHaveLength(1);
  });

  test("can be ended one by one, by their own account alone", async () => {
    const owner = await trusting();
    const { browser, email } = owner;
    await enter(browser, email);
    const [one] = (await browser.call(listTrustedBrowsers, {})).browsers;
    const params = { id: one?.id ?? "" };
    const stranger = await memberWithApp();
    const refused = await stranger.browser.attempt(removeTrustedBrowser, { params });
    expect(refused.error().type).toBe("NotFound");
    expect(await browser.call(removeTrustedBrowser, { params })).toEqual({ browsers: [] });
    expect((await browser.attempt(removeTrustedBrowser, { params })).error().type).toBe("NotFound");
    expect((await browser.call(getMyProfile, {})).mfa_enabled).toBe(true);
    expect((await enter(browser, email)).status).toBe("OTP_VERIFY");
  });

  test("can be ended together", async () => {
    const owner = await trusting();
    const second = await trust(portal.browser(), owner);
    expect(await second.call(removeTrustedBrowsers, {})).toEqual({ browsers: [] });
    for (const one of [owner.browser, second]) {
      expect((await enter(one, owner.email)).status).toBe("OTP_VERIFY");
    }
  });
});

test.each([
  ["its sessions are ended by an operator", endAccountSessions],
  ["an operator asks for a new password", forcePasswordReset],
  ["it is closed", closeAccount],
] as const)("an account trusts no browser after %s", async (_what, act) => {
  const { email } = await trusting();
  const accountId = await accountIdOf(portal, email);
  const count = async () => {
    const { rows } = await portal.database.pool.query(
      "select count(*)::int as count from portal.trusted_browser where account_id = $1",
      [accountId],
    );
    return rows[0].count;
  };
  expect(await count()).toBe(1);
  await act(portal.context, { operator: "a tester" }, accountId);
  expect(await count()).toBe(0);
});
