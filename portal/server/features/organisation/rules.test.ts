import { dayMs, tokyoDay } from "@sekimori/kit-contract/tokyo";
import type { TestClient } from "@sekimori/kit-development/testing";
import { removeApp } from "@sekimori/portal-contract/endpoints/authenticators";
import { finishInteraction } from "@sekimori/portal-contract/endpoints/openid";
import {
  liftRule,
  nameBreakGlass,
  previewRule,
  setRule,
  showRules,
} from "@sekimori/portal-contract/endpoints/organisation-rules";
import { removePasskey } from "@sekimori/portal-contract/endpoints/passkeys";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { listActivity } from "@sekimori/portal-contract/endpoints/security";
import { confirmOtp, proveSecondFactor, signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import type { FactorStrength } from "@sekimori/portal-contract/endpoints/sign-in-rules";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import {
  addWantedPasskey,
  beginWantedApp,
  beginWantedPasskey,
  confirmWantedApp,
  showWantedFactor,
} from "@sekimori/portal-contract/endpoints/wanted-factor";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addApp, appOf } from "../../testing/authenticator-app.ts";
import { accountIdOf, newMember } from "../../testing/members.ts";
import { codeIn } from "../../testing/memory-mailer.ts";
import { newColleague, newOrganisation, ruledOrganisation } from "../../testing/organisations.ts";
import { addTestPasskey, tryPasskey } from "../../testing/passkeys.ts";
import {
  authorizationRequest,
  exchange,
  follow,
  interactionOf,
  newRelyingParty,
} from "../../testing/relying-party.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { SoftwarePasskey } from "../../testing/software-authenticator.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { remindOfRules } from "./rule-reminders.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ LIMIT_FACTOR: "1000" }, { scheduled: false });
});
afterAll(() => portal.close());

const nothing = { body: {} };
const stepMs = 30_000;
const wants = (strength: FactorStrength) => ({ kind: "second-factor", strength }) as const;
const inDays = (days: number) => tokyoDay(new Date(portal.clock.now().getTime() + days * dayMs));

const set = (browser: TestClient, strength: FactorStrength, days = 1) =>
  browser.call(setRule, { body: { rule: wants(strength), holdsFrom: inDays(days) } });

/** A rule that holds by now; no session is left. */
async function holding(strength: FactorStrength) {
  const owner = await ruledOrganisation(portal);
  await set(owner.browser, strength);
  portal.clock.advance(dayMs);
  return owner;
}

const enter = (browser: TestClient, email: string) =>
  browser.call(signIn, { body: { email, password } });

/** Gives the code that the next mail to an address brings. */
async function proveMailbox(browser: TestClient, email: string) {
  // The reminder of the rule may be on its way.
  await portal.jobsDone();
  const before = portal.mails.to(email).length;
  const first = await enter(browser, email);
  expect(first).toMatchObject({ status: "OTP_VERIFY", ways: ["email"] });
  const code = codeIn(await portal.mails.nth(email, before + 1));
  return browser.call(confirmOtp, { body: { code } });
}

const refusal = async (attempt: Promise<{ error(): { type: string } }>) =>
  (await attempt).error().type;
const acts = async (browser: TestClient) =>
  (await browser.call(listActivity, { query: {} })).entries.map(({ action }) => action);
const isIn = async (browser: TestClient) =>
  (await browser.attempt(getMyProfile, {})).status === 200;

async function mailed(email: string, words: string): Promise<number> {
  await portal.jobsDone();
  return portal.mails.to(email).filter(({ subject }) => subject.includes(words)).length;
}

describe("setting rules", () => {
  test("needs an owner whom none keeps out, with a passkey and recovery codes", async () => {
    const { browser } = await newOrganisation(portal);
    const body = { rule: wants("any"), holdsFrom: inDays(3) };
    expect(await refusal(browser.attempt(setRule, { body }))).toBe("BreakGlassMissing");
    expect(await refusal(browser.attempt(nameBreakGlass, nothing))).toBe("BreakGlassMissing");
    await addTestPasskey(browser);
    expect(await refusal(browser.attempt(setRule, { body }))).toBe("BreakGlassMissing");
    const named = await browser.call(nameBreakGlass, nothing);
    expect(named.breakGlass).toMatchObject({ isYou: true, isReady: true });
    const { rules } = await browser.call(setRule, { body });
    expect(rules).toEqual([{ rule: wants("any"), state: "coming", holdsFrom: inDays(3) }]);
    expect(await acts(browser)).toEqual(expect.arrayContaining(["rule.set", "break-glass.named"]));
  });

  test("is the owner's alone, by a recent sign-in", async () => {
    const owner = await ruledOrganisation(portal);
    const { browser } = await newColleague(portal, owner.organisation.id);
    const body = { rule: wants("any"), holdsFrom: inDays(3) };
    for (const attempt of [
      browser.attempt(showRules, {}),
      browser.attempt(previewRule, { body: { rule: wants("any") } }),
      browser.attempt(setRule, { body }),
      browser.attempt(liftRule, { params: { kind: "second-factor" } }),
      browser.attempt(nameBreakGlass, nothing),
    ]) {
      expect(await refusal(attempt)).toBe("NotFound");
    }
    portal.clock.advance(11 * 60_000);
    expect(await refusal(owner.browser.attempt(setRule, { body }))).toBe("RecentSignInRequired");
  });

  test("takes a day from tomorrow on, within a year", async () => {
    const { browser } = await ruledOrganisation(portal);
    for (const days of [-1, 0, 366]) {
      const body = { rule: wants("any"), holdsFrom: inDays(days) };
      expect(await refusal(browser.attempt(setRule, { body }))).toBe("RuleDayRefused");
    }
    await set(browser, "any", 365);
    expect((await set(browser, "any", 1)).rules).toHaveLength(1);
  });

  test("shows who is affected before, by what sign-ins are held to, and nobody who hasn't joined", async () => {
    const owner = await ruledOrganisation(portal);
    const { id } = owner.organisation;
    const plain = await newColleague(portal, id);
    const withApp = await newColleague(portal, id);
    await addApp(portal, withApp.browser);
    const withPasskey = await newColleague(portal, id);
    await addTestPasskey(withPasskey.browser);
    const byProvider = await newColleague(portal, id);
    await portal.database.db
      .deleteFrom("portal.credential")
      .where("account_id", "=", byProvider.accountId)
      .execute();
    await newMember(portal, portal.browser());
    const seen = async (strength: FactorStrength) => {
      const body = { rule: wants(strength) };
      const { people, ...rest } = await owner.browser.call(previewRule, { body });
      return { ...rest, people: people.map(({ email }) => email) };
    };
    expect(await seen("any")).toEqual({
      members: 5,
      affected: 1,
      people: [plain.email],
      elsewhere: 1,
      unseen: 0,
    });
    expect((await seen("phishing-resistant")).people).toEqual([plain.email, withApp.email]);
    expect((await owner.browser.call(showRules, {})).rules).toEqual([]);
  });

  test("in the place of one that holds leaves that until the day", async () => {
    const { browser, passkey } = await holding("any");
    expect((await tryPasskey(browser, passkey)).status).toBe(200);
    const { rules } = await set(browser, "phishing-resistant", 5);
    expect(rules).toMatchObject([
      { rule: wants("any"), state: "holds" },
      { rule: wants("phishing-resistant"), state: "coming" },
    ]);
    await browser.call(liftRule, { params: { kind: "second-factor" } });
    expect((await browser.call(showRules, {})).rules).toEqual([]);
    expect(await refusal(browser.attempt(liftRule, { params: { kind: "second-factor" } }))).toBe(
      "NotFound",
    );
    expect(await acts(browser)).toContain("rule.lifted");
  });

  test("is mailed of to whom it affects: at once, a week and a day before, once each", async () => {
    const owner = await ruledOrganisation(portal);
    const plain = await newColleague(portal, owner.organisation.id);
    const withApp = await newColleague(portal, owner.organisation.id);
    await addApp(portal, withApp.browser);
    await set(owner.browser, "any", 14);
    const words = "you need a passkey or an authenticator app";
    const told = () => mailed(plain.email, words);
    expect(await told()).toBe(1);
    for (const [days, expected] of [
      [5, 1],
      [3, 2],
      [3, 2],
      [2, 3],
      [2, 3],
    ] as const) {
      portal.clock.advance(days * dayMs);
      await remindOfRules(portal.context);
      expect(await told()).toBe(expected);
    }
    expect(await mailed(withApp.email, words)).toBe(0);
    expect(await mailed(owner.email, words)).toBe(0);
  });
});

describe("from the day on, a member without the factor", () => {
  test("is led to set it up, in a browser that is known too, and is signed in no sooner", async () => {
    const owner = await ruledOrganisation(portal);
    const { browser, email } = await newColleague(portal, owner.organisation.id);
    await set(owner.browser, "any");
    expect((await enter(browser, email)).status).toBe("SIGNED_IN");
    portal.clock.advance(dayMs);
    expect(await proveMailbox(browser, email)).toEqual({ status: "FACTOR_WANTED" });
    expect(await isIn(browser)).toBe(false);
    expect(await browser.call(showWantedFactor, {})).toEqual({
      organisation: owner.organisation.name,
      ways: ["passkey", "app"],
    });
    // What completes other sign-ins completes this one by no means.
    const code = { body: { code: "123456" } };
    expect(await refusal(browser.attempt(confirmOtp, code))).toBe("SessionExpired");
    const { uri } = await browser.call(beginWantedApp, nothing);
    const app = appOf(portal, uri);
    const wrong = { body: { code: app.code(10 * 60_000) } };
    expect(await refusal(browser.attempt(confirmWantedApp, wrong))).not.toBe("NotFound");
    expect(await isIn(browser)).toBe(false);
    const done = await browser.call(confirmWantedApp, { body: { code: app.code() } });
    expect(done.outcome.status).toBe("SIGNED_IN");
    expect(done.recoveryCodes).toHaveLength(10);
    expect(await isIn(browser)).toBe(true);
    expect(await acts(browser)).toEqual(
      expect.arrayContaining(["sign-in.factor-wanted", "authenticator-app.added"]),
    );
    // Once, and the next time by the app.
    expect(await refusal(browser.attempt(showWantedFactor, {}))).toBe("SessionExpired");
    expect(await enter(portal.browser(), email)).toMatchObject({ ways: ["app", "recovery-code"] });
  });

  test("meets nothing before the day, in a new browser either, and what holds until then meanwhile", async () => {
    const owner = await ruledOrganisation(portal);
    const { browser, email } = await newColleague(portal, owner.organisation.id);
    await set(owner.browser, "any");
    expect((await enter(portal.browser(), email)).status).toBe("SIGNED_IN");
    const { app } = await addApp(portal, browser);
    portal.clock.advance(dayMs);
    expect((await tryPasskey(owner.browser, owner.passkey)).status).toBe(200);
    await set(owner.browser, "phishing-resistant", 5);
    const later = portal.browser();
    await enter(later, email);
    const body = { way: "app", code: app.code() } as const;
    expect((await later.call(proveSecondFactor, { body })).status).toBe("SIGNED_IN");
  });

  test("adds nothing by the password alone: the mailbox is proved on the way", async () => {
    const owner = await holding("any");
    const { email } = await newColleague(portal, owner.organisation.id);
    const browser = portal.browser();
    expect((await enter(browser, email)).status).toBe("OTP_VERIFY");
    for (const attempt of [
      browser.attempt(showWantedFactor, {}),
      browser.attempt(beginWantedApp, nothing),
      browser.attempt(beginWantedPasskey, nothing),
    ]) {
      expect(await refusal(attempt)).toBe("NotFound");
    }
  });

  test("who has an app and needs a passkey adds one, and comes by the app no more", async () => {
    const owner = await ruledOrganisation(portal);
    const { browser, email } = await newColleague(portal, owner.organisation.id);
    const { app, recoveryCodes } = await addApp(portal, browser);
    await set(owner.browser, "phishing-resistant");
    portal.clock.advance(dayMs);
    const byApp = () => ({ body: { way: "app", code: app.code() } as const });
    expect(await enter(browser, email)).toMatchObject({ ways: ["app", "recovery-code"] });
    expect(await browser.call(proveSecondFactor, byApp())).toEqual({ status: "FACTOR_WANTED" });
    expect((await browser.call(showWantedFactor, {})).ways).toEqual(["passkey"]);
    expect(await refusal(browser.attempt(beginWantedApp, nothing))).toBe("NotFound");
    const passkey = new SoftwarePasskey();
    const options = await browser.call(beginWantedPasskey, nothing);
    const bad = { body: passkey.create(options, { origin: "https://evil.example" }) };
    expect(await refusal(browser.attempt(addWantedPasskey, bad))).toBe("PasskeyRefused");
    const done = await browser.call(addWantedPasskey, { body: passkey.create(options) });
    expect(done).toMatchObject({ outcome: { status: "SIGNED_IN" }, recoveryCodes: null });

    portal.clock.advance(stepMs);
    const later = portal.browser();
    expect(await enter(later, email)).toMatchObject({ ways: ["passkey", "recovery-code"] });
    expect(await refusal(later.attempt(proveSecondFactor, byApp()))).toBe("OtherWayRequired");
    // Who lost the passkey gets to a new one by a recovery code, and no further.
    const [code = ""] = recoveryCodes;
    const body = { way: "recovery-code", code } as const;
    expect(await later.call(proveSecondFactor, { body })).toEqual({ status: "FACTOR_WANTED" });
    const free = portal.browser();
    expect((await tryPasskey(free, passkey)).status).toBe(200);
    expect(await isIn(free)).toBe(true);
  });

  test("isn't spared by a browser that a mailed code made trusted", async () => {
    const owner = await ruledOrganisation(portal);
    const { browser, email } = await newColleague(portal, owner.organisation.id);
    await browser.call(mfaSetting, { body: { enabled: true } });
    await portal.jobsDone();
    const before = portal.mails.to(email).length;
    await enter(browser, email);
    const code = codeIn(await portal.mails.nth(email, before + 1));
    await browser.call(confirmOtp, { body: { code, trustBrowser: true } });
    expect((await enter(browser, email)).status).toBe("SIGNED_IN");
    await set(owner.browser, "any");
    portal.clock.advance(dayMs);
    expect(await proveMailbox(browser, email)).toEqual({ status: "FACTOR_WANTED" });
  });

  test("is spared the app by a browser that it made trusted, the passkey by none", async () => {
    const owner = await ruledOrganisation(portal);
    const { browser, email } = await newColleague(portal, owner.organisation.id);
    const { app } = await addApp(portal, browser);
    portal.clock.advance(stepMs);
    await enter(browser, email);
    const trusting = { way: "app", code: app.code(), trustBrowser: true } as const;
    await browser.call(proveSecondFactor, { body: trusting });
    await set(owner.browser, "any");
    portal.clock.advance(dayMs);
    expect((await enter(browser, email)).status).toBe("SIGNED_IN");
    expect((await tryPasskey(owner.browser, owner.passkey)).status).toBe(200);
    await set(owner.browser, "phishing-resistant");
    portal.clock.advance(dayMs);
    expect(await enter(browser, email)).toMatchObject({ ways: ["app", "recovery-code"] });
  });

  test("is held to what holds by the second step, when the first was before the day", async () => {
    const owner = await ruledOrganisation(portal);
    const colleague = await newColleague(portal, owner.organisation.id);
    const { email } = colleague;
    await colleague.browser.call(mfaSetting, { body: { enabled: true } });
    await set(owner.browser, "any");
    const midnight = new Date(`${inDays(1)}T00:00:00+09:00`).getTime();
    portal.clock.advance(midnight - portal.clock.now().getTime() - 60_000);
    await portal.jobsDone();
    const before = portal.mails.to(email).length;
    const browser = portal.browser();
    expect((await enter(browser, email)).status).toBe("OTP_VERIFY");
    const code = codeIn(await portal.mails.nth(email, before + 1));
    portal.clock.advance(2 * 60_000);
    expect(await browser.call(confirmOtp, { body: { code } })).toEqual({ status: "FACTOR_WANTED" });
    expect(await isIn(browser)).toBe(false);
  });

  test("goes on once: not again in parallel, nor elsewhere when a factor is there by then", async () => {
    const owner = await holding("any");
    const { browser, email } = await newColleague(portal, owner.organisation.id);
    // Somebody else who reads the mailbox waits as well.
    const other = portal.browser();
    for (const one of [other, browser]) {
      expect(await proveMailbox(one, email)).toEqual({ status: "FACTOR_WANTED" });
    }
    const others = appOf(portal, (await other.call(beginWantedApp, nothing)).uri);
    const { uri } = await browser.call(beginWantedApp, nothing);
    const body = { code: appOf(portal, uri).code() };
    const answers = await Promise.all(
      [1, 2, 3].map(() => browser.attempt(confirmWantedApp, { body })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const late = { body: { code: others.code() } };
    expect(await refusal(other.attempt(confirmWantedApp, late))).toBe("SessionExpired");
    expect(await refusal(other.attempt(beginWantedPasskey, nothing))).toBe("SessionExpired");
    expect(await isIn(other)).toBe(false);
  });

  test("sets nothing up when the directory has ended its access meanwhile", async () => {
    const owner = await holding("any");
    const { browser, email, accountId } = await newColleague(portal, owner.organisation.id);
    await proveMailbox(browser, email);
    const { uri } = await browser.call(beginWantedApp, nothing);
    const access = (at: Date | null) =>
      portal.database.db
        .updateTable("portal.account")
        .set({ access_ended_at: at })
        .where("id", "=", accountId)
        .execute();
    await access(portal.clock.now());
    const body = { code: appOf(portal, uri).code() };
    expect(await refusal(browser.attempt(confirmWantedApp, { body }))).toBe("AccessEnded");
    await access(null);
    expect(await enter(portal.browser(), email)).toMatchObject({ ways: ["email"] });
  });

  test("reaches no application either until it is set up", async () => {
    const owner = await holding("any");
    const { email } = await newColleague(portal, owner.organisation.id);
    const browser = portal.browser();
    const party = await newRelyingParty(portal, { isFirstParty: true });
    const started = await authorizationRequest(party, { prompt: "login" });
    const uid = interactionOf(await follow(browser, started.url.href));
    const goOn = { params: { uid }, body: { decision: "continue" } } as const;
    expect(await proveMailbox(browser, email)).toEqual({ status: "FACTOR_WANTED" });
    expect(await refusal(browser.attempt(finishInteraction, goOn))).toBe("StepOutOfOrder");
    const passkey = new SoftwarePasskey();
    const options = await browser.call(beginWantedPasskey, nothing);
    await browser.call(addWantedPasskey, { body: passkey.create(options) });
    const { redirectUrl } = await browser.call(finishInteraction, goOn);
    const back = await follow(browser, redirectUrl);
    const claims = (await exchange(party, started, back.url)).claims();
    expect(claims).toMatchObject({ acr: "phr", amr: ["pwd", "pop", "user", "mfa"] });
  });

  test("may begin no more where the rule was lifted; whoever waits goes on by any factor", async () => {
    const owner = await holding("phishing-resistant");
    const { browser, email } = await newColleague(portal, owner.organisation.id);
    expect(await proveMailbox(browser, email)).toEqual({ status: "FACTOR_WANTED" });
    expect((await tryPasskey(owner.browser, owner.passkey)).status).toBe(200);
    await owner.browser.call(liftRule, { params: { kind: "second-factor" } });
    expect((await enter(portal.browser(), email)).status).toBe("SIGNED_IN");
    const { uri } = await browser.call(beginWantedApp, nothing);
    const { outcome } = await browser.call(confirmWantedApp, {
      body: { code: appOf(portal, uri).code() },
    });
    expect(outcome.status).toBe("SIGNED_IN");
  });
});

describe("nobody else", () => {
  test("is touched: who hasn't joined, and everybody while the plan has no organisation", async () => {
    const owner = await holding("phishing-resistant");
    const stranger = portal.browser();
    const { email } = await newMember(portal, stranger);
    expect((await enter(portal.browser(), email)).status).toBe("SIGNED_IN");
    const colleague = await newColleague(portal, owner.organisation.id);
    expect((await enter(portal.browser(), colleague.email)).status).toBe("OTP_VERIFY");
    await portal.database.db
      .updateTable("portal.contract")
      .set({ suspended_on: "2026-01-01" })
      .where("account_id", "=", await accountIdOf(portal, owner.email))
      .execute();
    expect((await enter(portal.browser(), colleague.email)).status).toBe("SIGNED_IN");
  });

  test("learns who is under a rule without the password", async () => {
    const owner = await holding("any");
    const { email } = await newColleague(portal, owner.organisation.id);
    const wrong = (address: string) =>
      portal.browser().attempt(signIn, { body: { email: address, password: "Wrong-Word9" } });
    const [ruled, unknown] = [await wrong(email), await wrong("nobody@example.com")];
    expect([ruled.status, ruled.error().type]).toEqual([unknown.status, unknown.error().type]);
  });
});

describe("the break-glass owner", () => {
  test("comes in past a rule, which every owner is told; within it nothing is told", async () => {
    const owner = await holding("phishing-resistant");
    const alarms = () => mailed(owner.email, "emergency owner logged in past");
    const within = portal.browser();
    expect((await tryPasskey(within, owner.passkey)).status).toBe(200);
    expect(await alarms()).toBe(0);
    const past = portal.browser();
    await enter(past, owner.email);
    const [code = ""] = owner.recoveryCodes;
    const body = { way: "recovery-code", code } as const;
    expect((await past.call(proveSecondFactor, { body })).status).toBe("SIGNED_IN");
    expect(await alarms()).toBe(1);
    expect(await acts(past)).toContain("break-glass.used");
  });

  test("keeps a passkey while there are rules, also to come; members keep what is wanted", async () => {
    const owner = await ruledOrganisation(portal);
    const { browser } = owner;
    await set(browser, "any", 30);
    const [first] = (await browser.call(showRules, {})).rules;
    expect(first?.state).toBe("coming");
    const added = await addTestPasskey(browser);
    await browser.call(removePasskey, { params: { id: added.id } });
    const [last] = added.authenticators.passkeys;
    const params = { id: last?.id ?? "" };
    expect(await refusal(browser.attempt(removePasskey, { params }))).toBe("FactorWanted");
    const off = { body: { enabled: false } };
    expect(await refusal(browser.attempt(mfaSetting, off))).toBe("FactorWanted");

    const colleague = await newColleague(portal, owner.organisation.id);
    await addApp(portal, colleague.browser);
    await colleague.browser.call(removeApp, {});
    const { app } = await addApp(portal, colleague.browser);
    await set(browser, "any");
    portal.clock.advance(dayMs);
    const again = portal.browser();
    await enter(again, colleague.email);
    await again.call(proveSecondFactor, { body: { way: "app", code: app.code() } });
    expect(await refusal(again.attempt(removeApp, {}))).toBe("FactorWanted");
    expect(await refusal(again.attempt(mfaSetting, off))).toBe("FactorWanted");
  });
});
