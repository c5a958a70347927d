import { dayMs, hourMs, tokyoDay } from "@sekimori/kit-contract/tokyo";
import type { TestClient } from "@sekimori/kit-development/testing";
import { previewRule, setRule } from "@sekimori/portal-contract/endpoints/organisation-rules";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { listActivity } from "@sekimori/portal-contract/endpoints/security";
import { proveSecondFactor, signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import type { SignInRule } from "@sekimori/portal-contract/endpoints/sign-in-rules";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { addApp } from "../../testing/authenticator-app.ts";
import { newColleague, newOrganisation, ruledOrganisation } from "../../testing/organisations.ts";
import { addTestPasskey, tryPasskey } from "../../testing/passkeys.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { enforceRules } from "../sign-in/enforce-rules.ts";
import { endOfOpen, type OpenSession } from "../sign-in-rules/judge.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ LIMIT_FACTOR: "1000" }, { scheduled: false });
});
afterAll(() => portal.close());
afterEach(() => portal.clock.reset());

const here = "10.0.0.0/8";
const inDays = (days: number) => tokyoDay(new Date(portal.clock.now().getTime() + days * dayMs));
const isIn = async (browser: TestClient) =>
  (await browser.attempt(getMyProfile, {})).status === 200;
const enter = (browser: TestClient, email: string) =>
  browser.attempt(signIn, { body: { email, password } });

/** An hour before the day begins, in Tokyo. */
function goBeforeMidnight(): void {
  const sinceMidnight = (portal.clock.now().getTime() + 9 * hourMs) % dayMs;
  portal.clock.advance(
    dayMs - sinceMidnight - hourMs + (sinceMidnight > dayMs - hourMs ? dayMs : 0),
  );
}

/** A rule that an organisation has set for tomorrow, which begins in an hour. */
async function settingFor(rule: SignInRule) {
  goBeforeMidnight();
  const owner = await ruledOrganisation(portal);
  await owner.browser.call(setRule, { body: { rule, holdsFrom: inDays(1) } });
  const colleague = await newColleague(portal, owner.organisation.id);
  return { owner, colleague };
}

/** The day has come, and the job that runs each minute. */
async function begin() {
  portal.clock.advance(hourMs + 1_000);
  await enforceRules(portal.context);
  await portal.jobsDone();
}

describe("a rule that begins to hold", () => {
  test("without passwords ends what a password began, and leaves a passkey's and the emergency owner's", async () => {
    const { owner, colleague } = await settingFor({ kind: "no-passwords" });
    const other = await newColleague(portal, owner.organisation.id);
    const { passkey } = await addTestPasskey(other.browser);
    const byPasskey = portal.browser();
    expect((await tryPasskey(byPasskey, passkey)).status).toBe(200);
    const stranger = await newOrganisation(portal);
    await enforceRules(portal.context);
    await portal.jobsDone();
    expect(await isIn(colleague.browser)).toBe(true);

    await begin();
    expect(await isIn(colleague.browser)).toBe(false);
    expect(await isIn(other.browser)).toBe(false);
    for (const browser of [byPasskey, owner.browser, stranger.browser]) {
      expect(await isIn(browser)).toBe(true);
    }
    const { entries } = await byPasskey.call(listActivity, { query: {} });
    expect(entries.map(({ action }) => action)).toContain("session.ended");
    // Held to once: what begins afterwards was judged when it began.
    const { rows } = await portal.database.pool.query(
      "select from portal.organisation_rule where enforced_at is null and holds_from <= $1",
      [portal.clock.now()],
    );
    expect(rows).toEqual([]);
  });

  test("of networks ends what came from elsewhere", async () => {
    const { colleague } = await settingFor({ kind: "networks", networks: [here] });
    const away = portal.browser("198.51.100.9");
    await enter(away, colleague.email);
    expect(await isIn(away)).toBe(true);
    await begin();
    expect([await isIn(away), await isIn(colleague.browser)]).toEqual([false, true]);
  });

  test("of a length shortens what is open, and of a second factor ends what began without", async () => {
    const { colleague } = await settingFor({ kind: "session-length", hours: 2 });
    await begin();
    expect(await isIn(colleague.browser)).toBe(true);
    portal.clock.advance(hourMs);
    expect(await isIn(colleague.browser)).toBe(false);
    portal.clock.reset();
    const second = await settingFor({ kind: "second-factor", strength: "any" });
    await begin();
    expect(await isIn(second.colleague.browser)).toBe(false);
    expect(await isIn(second.owner.browser)).toBe(true);
  });

  test("leaves what a trusted browser began to the rules that held already", async () => {
    const { owner, colleague } = await settingFor({ kind: "second-factor", strength: "any" });
    const { browser, email } = colleague;
    const { app } = await addApp(portal, browser);
    await begin();
    goBeforeMidnight();
    await tryPasskey(owner.browser, owner.passkey);
    const rule = { kind: "session-length", hours: 7 } as const;
    await owner.browser.call(setRule, { body: { rule, holdsFrom: inDays(1) } });
    await enter(browser, email);
    const proof = { way: "app", code: app.code(), trustBrowser: true } as const;
    await browser.call(proveSecondFactor, { body: proof });
    expect((await enter(browser, email)).json()).toMatchObject({ status: "SIGNED_IN" });
    await begin();
    expect(await isIn(browser)).toBe(true);
    portal.clock.advance(6 * hourMs);
    expect(await isIn(browser)).toBe(false);
  });

  test("waits for the day on which it binds somebody, while its holder's plan has no organisation", async () => {
    const { owner, colleague } = await settingFor({ kind: "no-passwords" });
    const suspend = (day: string | null) =>
      portal.database.pool.query(
        `update portal.contract set suspended_on = $2 where account_id =
           (select holder_id from portal.organisation where id = $1)`,
        [owner.organisation.id, day],
      );
    await suspend(inDays(0));
    await begin();
    expect(await isIn(colleague.browser)).toBe(true);
    await suspend(null);
    await enforceRules(portal.context);
    await portal.jobsDone();
    expect(await isIn(colleague.browser)).toBe(false);
  });

  const began = new Date("2026-11-28T00:00:00Z");
  const now = new Date(began.getTime() + hourMs);
  const session: OpenSession = {
    firstFactor: "password",
    secondFactor: null,
    ipAddress: "10.0.0.1",
    beganAt: began,
    expiresAt: new Date(began.getTime() + 8 * hourMs),
    isExternalOnly: false,
  };
  const none = {
    strength: undefined,
    networks: undefined,
    sessionHours: undefined,
    noExternalIds: false,
    noPasswords: false,
  };
  test.each([
    [none, session, undefined],
    [{ ...none, noPasswords: true }, session, now],
    [{ ...none, noPasswords: true }, { ...session, firstFactor: "passkey" as const }, undefined],
    [{ ...none, noPasswords: true }, { ...session, firstFactor: "external" as const }, undefined],
    [{ ...none, strength: "any" as const }, { ...session, secondFactor: "email" as const }, now],
    [
      { ...none, strength: "any" as const },
      { ...session, secondFactor: "app" as const },
      undefined,
    ],
    [{ ...none, networks: ["203.0.113.0/24"] }, session, now],
    [{ ...none, noExternalIds: true }, { ...session, firstFactor: "external" as const }, undefined],
    [
      { ...none, noExternalIds: true },
      { ...session, firstFactor: "external" as const, isExternalOnly: true },
      now,
    ],
    [{ ...none, sessionHours: 3 }, session, new Date(began.getTime() + 3 * hourMs)],
    [{ ...none, sessionHours: 3 }, { ...session, expiresAt: now }, undefined],
  ])("judges an open session: %#", (rules, open, end) => {
    expect(endOfOpen(rules, open, now)).toEqual(end);
  });
});

describe("passwords that are switched off", () => {
  test("open nobody's account but the emergency owner's, who is told of; a passkey opens as before", async () => {
    const { owner, colleague } = await settingFor({ kind: "no-passwords" });
    const rule = { kind: "no-passwords" } as const;
    const { passkey } = await addTestPasskey(colleague.browser);
    const keyless = await newColleague(portal, owner.organisation.id);
    await keyless.browser.call(mfaSetting, { body: { enabled: true } });
    await portal.jobsDone();
    const seen = await owner.browser.call(previewRule, { body: { rule } });
    expect(seen).toMatchObject({ members: 3, affected: 1 });
    expect(seen.people.map(({ email }) => email)).toEqual([keyless.email]);
    await begin();

    const browser = portal.browser();
    const mails = portal.mails.to(keyless.email).length;
    expect((await enter(browser, keyless.email)).error().type).toBe("PasswordsOff");
    expect(await isIn(browser)).toBe(false);
    // A wrong password and an unknown address are one answer still, and no code is mailed for nothing.
    const wrong = { email: keyless.email, password: "wrong-password-1" };
    const answer = await browser.attempt(signIn, { body: wrong });
    expect(answer.error().type).toBe("UsernamePasswordIncorrect");
    await portal.jobsDone();
    expect(portal.mails.to(keyless.email)).toHaveLength(mails);
    expect((await tryPasskey(browser, passkey)).status).toBe(200);
    const { entries } = await browser.call(listActivity, { query: {} });
    expect(entries.map(({ action }) => action)).not.toContain("sign-in.password-refused");

    const glass = portal.browser();
    expect((await enter(glass, owner.email)).json()).toMatchObject({ status: "OTP_VERIFY" });
    const [code = ""] = owner.recoveryCodes;
    await glass.call(proveSecondFactor, { body: { way: "recovery-code", code } });
    expect(await isIn(glass)).toBe(true);
    await portal.jobsDone();
    const told = portal.mails.to(owner.email).map(({ subject }) => subject);
    expect(
      told.filter((subject) => subject.includes("emergency owner logged in past")),
    ).toHaveLength(1);
  });

  test("are set by nobody who could not get in", async () => {
    const { browser } = await newOrganisation(portal);
    const body = { rule: { kind: "no-passwords" } as const, holdsFrom: inDays(1) };
    expect((await browser.attempt(setRule, { body })).error().type).toBe("BreakGlassMissing");
  });
});
