import { dayMs, tokyoDay } from "@sekimori/kit-contract/tokyo";
import type { TestClient } from "@sekimori/kit-development/testing";
import { gmoidLink } from "@sekimori/portal-contract/endpoints/external-id";
import {
  liftRule,
  nameBreakGlass,
  previewRule,
  setRule,
} from "@sekimori/portal-contract/endpoints/organisation-rules";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { listActivity } from "@sekimori/portal-contract/endpoints/security";
import { confirmOtp, proveSecondFactor, signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import type { SignInRule } from "@sekimori/portal-contract/endpoints/sign-in-rules";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addApp } from "../../testing/authenticator-app.ts";
import { handIn, signInBy, signInVisit } from "../../testing/external-visits.ts";
import { accountIdOf } from "../../testing/members.ts";
import { codeIn } from "../../testing/memory-mailer.ts";
import { newColleague, ruledOrganisation, WrittenRecords } from "../../testing/organisations.ts";
import { addTestPasskey, tryPasskey } from "../../testing/passkeys.ts";
import { password } from "../../testing/sign-up-calls.ts";
import {
  join,
  joinedMember,
  lastMade,
  person,
  signInAt,
  withSingleSignOn,
} from "../../testing/single-sign-on.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { continueSignIn } from "../sign-in/sign-in-service.ts";

const records = new WrittenRecords();
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal(
    { LIMIT_FACTOR: "1000" },
    { scheduled: false, textRecords: records },
  );
});
afterAll(() => portal.close());

const office = "203.0.113.7";
const home = "198.51.100.9";

const inDays = (days: number) => tokyoDay(new Date(portal.clock.now().getTime() + days * dayMs));
const enter = (browser: TestClient, email: string) =>
  browser.attempt(signIn, { body: { email, password } });
const refusal = async (attempt: Promise<{ error(): { type: string } }>) =>
  (await attempt).error().type;
const isIn = async (browser: TestClient) =>
  (await browser.attempt(getMyProfile, {})).status === 200;
const acts = async (browser: TestClient) =>
  (await browser.call(listActivity, { query: {} })).entries.map(({ action }) => action);

async function mailed(email: string, words: string): Promise<number> {
  await portal.jobsDone();
  return portal.mails.to(email).filter(({ subject }) => subject.includes(words)).length;
}

/** Where every browser of a test comes from that says nothing else. */
const here = "10.0.0.0/8";
const networks = (...named: string[]): SignInRule => ({ kind: "networks", networks: named });
const set = (browser: TestClient, rule: SignInRule, days = 1) =>
  browser.call(setRule, { body: { rule, holdsFrom: inDays(days) } });

/** A rule that holds by now; no session is left. */
async function holding(rule: SignInRule) {
  const owner = await ruledOrganisation(portal);
  await set(owner.browser, rule);
  portal.clock.advance(dayMs);
  return owner;
}

describe("a rule of networks", () => {
  test("is refused where it would keep its author out, and where a network can't be read or is too wide", async () => {
    const { browser } = await ruledOrganisation(portal);
    const attempt = (...named: string[]) =>
      browser.attempt(setRule, { body: { rule: networks(...named), holdsFrom: inDays(1) } });
    const out = (await attempt(office, "2001:db8::/32")).error();
    expect(out).toMatchObject({
      type: "OwnNetworkMissing",
      data: { ipAddress: expect.stringMatching(/^10\./) },
    });
    for (const wrong of ["office", "203.0.113.0/33", "0.0.0.0/0", "8.0.0.0/7", "::/15", "1.2.3"]) {
      const answer = (await attempt(here, wrong)).error();
      expect([wrong, answer.type]).toEqual([wrong, "InvalidInput"]);
      expect(answer.fields?.[0]?.path).toContain("networks.1");
    }
    expect((await attempt()).error().type).toBe("InvalidInput");
    expect((await attempt(here, "2001:db8:7::/48")).status).toBe(200);
  });

  test("shows beforehand whose last sign-in came from elsewhere, and mails them alone", async () => {
    const owner = await ruledOrganisation(portal);
    const [away, near, unseen] = [
      await newColleague(portal, owner.organisation.id),
      await newColleague(portal, owner.organisation.id),
      await newColleague(portal, owner.organisation.id),
    ];
    await enter(portal.browser(), away.email);
    await enter(portal.browser(home), away.email);
    await enter(portal.browser(home), near.email);
    await enter(portal.browser(office), near.email);
    const rule = networks(here, "203.0.113.0/24");
    const seen = await owner.browser.call(previewRule, { body: { rule } });
    expect(seen).toMatchObject({ members: 4, affected: 1, unseen: 1, elsewhere: 0 });
    expect(seen.people.map(({ email }) => email)).toEqual([away.email]);
    await set(owner.browser, rule, 3);
    const words = "log in from certain networks only";
    expect(await mailed(away.email, words)).toBe(1);
    for (const { email } of [near, unseen]) expect(await mailed(email, words)).toBe(0);
  });

  test("refuses from the day on whoever comes from elsewhere, whichever way they prove themselves", async () => {
    const owner = await ruledOrganisation(portal);
    const colleague = await newColleague(portal, owner.organisation.id);
    const { passkey } = await addTestPasskey(colleague.browser);
    const known = portal.browser(home);
    await enter(known, colleague.email);
    await known.request({ url: "/v1/idp/sign-out", method: "POST", body: {} });
    await set(owner.browser, networks(here, "203.0.113.0/24"));
    expect((await enter(portal.browser(home), colleague.email)).status).toBe(200);
    portal.clock.advance(dayMs);
    for (const browser of [known, portal.browser(home), portal.browser("2001:db8::7")]) {
      expect((await tryPasskey(browser, passkey)).error().type).toBe("NetworkRefused");
      expect(await isIn(browser)).toBe(false);
    }
    const within = portal.browser(office);
    expect((await tryPasskey(within, passkey)).status).toBe(200);
    expect(await acts(within)).toContain("sign-in.network-refused");
    await owner.browser.attempt(signIn, { body: { email: owner.email, password } });
    const plain = await newColleague(portal, owner.organisation.id);
    expect(await refusal(enter(portal.browser(home), plain.email))).toBe("NetworkRefused");
    expect((await enter(portal.browser("::ffff:203.0.113.9"), plain.email)).status).toBe(200);
    // Without the right password nobody learns of the rule.
    const wrong = { body: { email: plain.email, password: "Wrong-Word9" } };
    expect(await refusal(portal.browser(home).attempt(signIn, wrong))).toBe(
      "UsernamePasswordIncorrect",
    );
  });

  test("lets nobody set a factor up from elsewhere who lacks the one that is wanted", async () => {
    const owner = await ruledOrganisation(portal);
    await set(owner.browser, networks(here));
    await set(owner.browser, { kind: "second-factor", strength: "any" });
    portal.clock.advance(dayMs);
    const { email } = await newColleague(portal, owner.organisation.id);
    await portal.jobsDone();
    const before = portal.mails.to(email).length;
    expect(await refusal(enter(portal.browser(home), email))).toBe("NetworkRefused");
    await portal.jobsDone();
    expect(portal.mails.to(email)).toHaveLength(before);
    // Nor who begins at the office and goes on elsewhere.
    const near = portal.browser();
    expect((await enter(near, email)).json()).toMatchObject({ status: "OTP_VERIFY" });
    const code = codeIn(await portal.mails.nth(email, before + 1));
    const away = portal.browser(home);
    for (const [name, value] of near.cookies) away.cookies.set(name, value);
    await away.attempt(getMyProfile, {});
    expect(await refusal(away.attempt(confirmOtp, { body: { code } }))).toBe("NetworkRefused");
    expect(await isIn(away)).toBe(false);
  });

  test("lets the break-glass owner in with an alarm, and everybody when it is lifted", async () => {
    const owner = await holding(networks(here));
    const { email } = await newColleague(portal, owner.organisation.id);
    const away = portal.browser(home);
    expect((await tryPasskey(away, owner.passkey)).status).toBe(200);
    expect(await mailed(owner.email, "emergency owner logged in past")).toBe(1);
    expect(await refusal(enter(portal.browser(home), email))).toBe("NetworkRefused");
    await away.call(liftRule, { params: { kind: "networks" } });
    expect((await enter(portal.browser(home), email)).status).toBe(200);
  });
});

describe("without trusted browsers", () => {
  test("each sign-in takes the second factor, none can be trusted, and what was ends for good", async () => {
    const owner = await ruledOrganisation(portal);
    const { browser, email } = await newColleague(portal, owner.organisation.id);
    const { app } = await addApp(portal, browser);
    const prove = async (wanted: boolean) => {
      portal.clock.advance(30_000);
      await enter(browser, email);
      const body = { way: "app", code: app.code(), trustBrowser: wanted } as const;
      return browser.call(proveSecondFactor, { body });
    };
    await prove(true);
    expect((await enter(browser, email)).json()).toMatchObject({ status: "SIGNED_IN" });
    const rule = { kind: "no-trusted-browsers" } as const;
    const seen = await owner.browser.call(previewRule, { body: { rule } });
    expect(seen).toMatchObject({ members: 2, affected: 1 });
    await set(owner.browser, rule);
    expect((await enter(browser, email)).json()).toMatchObject({ status: "SIGNED_IN" });
    portal.clock.advance(dayMs);
    const asked = (await enter(browser, email)).json();
    expect(asked).toMatchObject({ status: "OTP_VERIFY", mayTrustBrowser: false });
    await prove(true);
    expect((await enter(browser, email)).json()).toMatchObject({ status: "OTP_VERIFY" });
    expect((await tryPasskey(owner.browser, owner.passkey)).status).toBe(200);
    await owner.browser.call(liftRule, { params: { kind: rule.kind } });
    const later = (await enter(browser, email)).json();
    expect(later).toMatchObject({ status: "OTP_VERIFY", mayTrustBrowser: true });
  });

  test("a browser trusted by a mailed code is asked too", async () => {
    const owner = await ruledOrganisation(portal);
    const { browser, email } = await newColleague(portal, owner.organisation.id);
    await browser.call(mfaSetting, { body: { enabled: true } });
    await set(owner.browser, { kind: "no-trusted-browsers" });
    portal.clock.advance(dayMs);
    await portal.jobsDone();
    const before = portal.mails.to(email).length;
    await enter(browser, email);
    const code = codeIn(await portal.mails.nth(email, before + 1));
    await browser.call(confirmOtp, { body: { code, trustBrowser: true } });
    expect((await enter(browser, email)).json()).toMatchObject({ status: "OTP_VERIFY" });
  });
});

describe("without external IDs", () => {
  test("one of a member's own leads nowhere, links to nothing, and the password goes on", async () => {
    const owner = await ruledOrganisation(portal);
    const colleague = await newColleague(portal, owner.organisation.id);
    const { browser, email } = colleague;
    const other = await newColleague(portal, owner.organisation.id);
    const choice = { make: { email, verified: true } };
    expect((await signInBy(browser, choice)).error().type).toBe("ExternalIdNeedsPassword");
    await browser.call(gmoidLink, { body: { password } });
    const { rows } = await portal.database.pool.query<{ subject: string }>(
      "select subject from sandbox.identity_account order by created_at desc limit 1",
    );
    const mine = { choose: rows[0]?.subject ?? "" };
    const rule = { kind: "no-external-ids" } as const;
    const seen = await owner.browser.call(previewRule, { body: { rule } });
    expect(seen.people.map((one) => one.email)).toEqual([email]);
    await set(owner.browser, rule);
    expect((await signInBy(portal.browser(), mine)).json()).toMatchObject({ status: "SIGNED_IN" });
    portal.clock.advance(dayMs);
    const refused = (await signInBy(portal.browser(), mine)).error();
    expect(refused).toMatchObject({ type: "ExternalIdFailed", data: { reason: "organisation" } });
    expect((await enter(browser, email)).status).toBe(200);
    expect(await acts(browser)).toContain("sign-in.external-id-refused");
    // Nobody links one meanwhile either.
    const late = portal.browser();
    const visit = await signInVisit(late, { make: { email: other.email, verified: true } });
    expect((await handIn(late, visit)).error().type).toBe("ExternalIdNeedsPassword");
    const linking = (await late.attempt(gmoidLink, { body: { password } })).error();
    expect(linking).toMatchObject({ type: "ExternalIdFailed", data: { reason: "organisation" } });
    // Nor where the rule came to hold after that call had asked for it.
    const id = await accountIdOf(portal, other.email);
    const { password_hash: passwordHash } = await portal.database.db
      .selectFrom("portal.credential")
      .select("password_hash")
      .where("account_id", "=", id)
      .executeTakeFirstOrThrow();
    const client = { ipAddress: office, device: "test" };
    const links = { issuer: "https://provider.example", subject: other.email };
    const browserOfTheirs = { client, deviceToken: undefined };
    await expect(
      continueSignIn(portal.context, id, browserOfTheirs, { passwordHash, links }),
    ).rejects.toMatchObject({ type: "ExternalIdFailed", data: { reason: "organisation" } });
    expect(await mailed(other.email, "external ID")).toBe(0);
  });

  test.each([
    ["switches passwords off", { kind: "no-passwords" }, "PasswordsOff", "password"],
    ["names networks", networks(here), "NetworkRefused", "network"],
  ] as const)(
    "none is linked by a password that a rule refuses: it %s",
    async (_what, rule, type, refused) => {
      const owner = await holding(rule);
      const { browser, email } = await newColleague(portal, owner.organisation.id);
      const away = portal.browser(home);
      const choice = { make: { email, verified: true } };
      expect((await signInBy(away, choice)).error().type).toBe("ExternalIdNeedsPassword");
      expect(await refusal(away.attempt(gmoidLink, { body: { password } }))).toBe(type);
      expect(await mailed(email, "external ID")).toBe(0);
      const seen = await acts(browser);
      expect(seen).not.toContain("external-id.linked");
      expect(seen).toContain(`sign-in.${refused}-refused`);
      // It opens nothing from then on either.
      const again = await signInBy(portal.browser(), await lastMade(portal));
      expect(again.error().type).toBe("ExternalIdNeedsPassword");
    },
  );
});

describe("who comes by the organisation's own provider", () => {
  test("is held to the networks, joining too, and to none of the other rules", async () => {
    const company = await withSingleSignOn(portal, records);
    await addTestPasskey(company.browser);
    await company.browser.call(nameBreakGlass, { body: {} });
    const { email } = await joinedMember(portal, company);
    const choice = await lastMade(portal);
    for (const rule of [
      networks(here),
      { kind: "second-factor", strength: "phishing-resistant" },
      { kind: "no-trusted-browsers" },
      { kind: "no-external-ids" },
    ] as const) {
      await set(company.browser, rule);
    }
    portal.clock.advance(dayMs);
    const within = await signInAt(portal.browser(), company, choice, email);
    expect(within.json()).toMatchObject({ status: "SIGNED_IN" });
    const away = portal.browser(home);
    expect((await signInAt(away, company, choice, email)).error().type).toBe("NetworkRefused");
    expect(await isIn(away)).toBe(false);

    const joiner = `joiner@${company.domain}`;
    const outside = portal.browser(home);
    expect((await signInAt(outside, company, person(joiner))).json()).toEqual({ status: "JOIN" });
    expect((await join(outside)).error().type).toBe("NetworkRefused");
    expect(await isIn(outside)).toBe(false);
    const inside = portal.browser();
    const joining = await signInAt(inside, company, await lastMade(portal), joiner);
    expect(joining.json()).toEqual({ status: "JOIN" });
    expect((await join(inside)).json()).toMatchObject({ status: "SIGNED_IN" });
  });
});
