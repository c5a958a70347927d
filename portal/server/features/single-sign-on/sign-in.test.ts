import { replaceCard } from "@sekimori/portal-contract/endpoints/card";
import { changeEmail } from "@sekimori/portal-contract/endpoints/change-email";
import { getContract, getUpgrade } from "@sekimori/portal-contract/endpoints/contract";
import {
  forgotPassword,
  forgotPasswordSetting,
} from "@sekimori/portal-contract/endpoints/password";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { listActivity } from "@sekimori/portal-contract/endpoints/security";
import { signIn, signOut } from "@sekimori/portal-contract/endpoints/sign-in";
import * as sso from "@sekimori/portal-contract/endpoints/single-sign-on";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { visitProvider } from "../../testing/external-person.ts";
import { accountIdOf, newMember } from "../../testing/members.ts";
import { codeIn } from "../../testing/memory-mailer.ts";
import { WrittenRecords } from "../../testing/organisations.ts";
import { cardAsShown } from "../../testing/pay-as-shown.ts";
import { cards, password } from "../../testing/sign-up-calls.ts";
import {
  type Company,
  comeBack,
  discover,
  join,
  joinedMember,
  person,
  proveDomain,
  signInAt,
  withSingleSignOn,
} from "../../testing/single-sign-on.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { strengthOf } from "../openid/protocol/authentication.ts";

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
const newColleague = () => `colleague-${++serial}@${company.domain}`;
const refusal = async (attempt: Promise<{ error(): { type: string; data?: unknown } }>) => {
  const { type, data } = (await attempt).error();
  return [type, data];
};
const failure = (reason: string) => ["SingleSignOnFailed", { reason }];

describe("finding the provider", () => {
  test("asks with PKCE, state, nonce and the typed address, and comes back to the organisation's own address", async () => {
    const email = newColleague();
    const url = new URL((await discover(portal.browser(), email)) ?? "");
    const query = Object.fromEntries(url.searchParams);
    expect(query).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^.{43}$/),
      state: expect.stringMatching(/^.{43}$/),
      nonce: expect.stringMatching(/.{20}/),
      login_hint: email,
      scope: "openid email profile",
      redirect_uri: `http://localhost:3000/organization-sign-in/${company.organisation.id}`,
    });
  });

  test("looks at the domain alone: known, unknown and differently written addresses are one answer", async () => {
    const known = (await joinedMember(portal, company)).email;
    const answers = [];
    for (const email of [known, newColleague(), `x@${company.domain.toUpperCase()}`]) {
      const url = new URL((await discover(portal.browser(), email)) ?? "");
      answers.push([url.origin, url.pathname, [...url.searchParams.keys()]]);
    }
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    const { email } = await newMember(portal, portal.browser());
    expect(await discover(portal.browser(), email)).toBeNull();
    expect(await discover(portal.browser(), `x@sub.${company.domain}`)).toBeNull();
  });
});

describe("joining", () => {
  test("asks first, makes an account without a plan or a card of its own, and signs in", async () => {
    const email = newColleague();
    const browser = portal.browser();
    expect((await signInAt(browser, company, person(email))).json()).toEqual({ status: "JOIN" });
    expect((await browser.attempt(getMyProfile, {})).status).toBe(401);
    expect(await browser.call(sso.showJoining, {})).toMatchObject({
      organisation: "関守商店",
      email,
      account: "none",
      review: null,
      name: { firstName: "太郎", lastName: "外部" },
    });
    expect((await join(browser)).json()).toMatchObject({ status: "SIGNED_IN" });
    const profile = await browser.call(getMyProfile, {});
    expect(profile).toMatchObject({
      email_address: email,
      is_agree_service: true,
      has_own_plan: false,
      card: null,
      sub_gmoid: expect.any(String),
    });
    expect((await browser.call(getContract, {})).mayUpgrade).toBe(false);
    const { entries } = await browser.call(listActivity, { query: {} });
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["terms.agreed", "sign-up.completed", "organisation.joined"]),
    );
    expect((await portal.mails.nth(email, 1)).text).toContain("関守商店");
    const { rows } = await portal.database.pool.query(
      `select role, has_own_plan from portal.organisation_member where account_id = $1`,
      [await accountIdOf(portal, email)],
    );
    expect(rows).toEqual([{ role: "member", has_own_plan: false }]);
  });

  test("has no plan to apply for and no card to add, and what the provider manages is not changed here", async () => {
    const { browser } = await joinedMember(portal, company);
    expect((await refusal(browser.attempt(getUpgrade, {})))[0]).toBe("Conflict");
    const card = await cardAsShown(browser, await portal.company.token(cards.success));
    expect((await refusal(browser.attempt(replaceCard, { body: card })))[0]).toBe("Conflict");
    expect((await browser.call(getMyProfile, {})).card).toBeNull();
    const changed = browser.attempt(changeEmail, {
      body: { email: "other@example.com", agreed: true },
    });
    expect((await refusal(changed))[0]).toBe("ManagedExternally");
  });

  test("happens once, however often it is pressed", async () => {
    const email = newColleague();
    const browser = portal.browser();
    await signInAt(browser, company, person(email));
    const both = await Promise.all([join(browser), join(browser)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test("is declined, and leaves nothing", async () => {
    const email = newColleague();
    const browser = portal.browser();
    await signInAt(browser, company, person(email));
    await browser.call(sso.declineJoining, { body: {} });
    expect(await refusal(browser.attempt(sso.showJoining, {}))).toEqual(failure("expired"));
    const { rows } = await portal.database.pool.query(
      "select id from portal.account where email_digest = $1",
      [portal.context.digests.email(email)],
    );
    expect(rows).toEqual([]);
  });

  test("waits an hour, for the browser that came, while the connection is on", async () => {
    const browser = portal.browser();
    await signInAt(browser, company, person(newColleague()));
    expect(
      await refusal(
        join(portal.browser()).catch(() => portal.browser().attempt(sso.showJoining, {})),
      ),
    ).toEqual(failure("expired"));
    const { documents, shown } = await browser.call(sso.showJoining, {});
    await company.browser.call(sso.switchConnection, { body: { on: false } });
    const body = {
      firstName: "葵",
      lastName: "森",
      documents,
      shown,
      agreed: true as const,
      locale: "en" as const,
    };
    expect(await refusal(browser.attempt(sso.joinOrganisation, { body }))).toEqual(failure("off"));
    await company.browser.call(sso.switchConnection, { body: { on: true } });
    const stale = { ...body, documents: documents.map((one) => ({ ...one, version: "old" })) };
    expect((await refusal(browser.attempt(sso.joinOrganisation, { body: stale })))[0]).toBe(
      "TermsChanged",
    );
    portal.clock.advance(61 * 60_000);
    expect(await refusal(browser.attempt(sso.joinOrganisation, { body }))).toEqual(
      failure("expired"),
    );
    portal.clock.reset();
  });
});

describe("signing in again", () => {
  test("is one visit, found by who they are at the provider and not by the address", async () => {
    const { identity, email } = await joinedMember(portal, company);
    const browser = portal.browser();
    // Another address was typed: it is only a hint.
    const answer = await signInAt(browser, company, identity, newColleague());
    expect(answer.json()).toMatchObject({ status: "SIGNED_IN" });
    expect((await browser.call(getMyProfile, {})).email_address).toBe(email);
    await browser.call(signOut, { body: {} });
    expect((await browser.attempt(getMyProfile, {})).status).toBe(401);
  });

  test("passes on what the provider states of the way, to applications too", async () => {
    const domain = "example.com";
    await proveDomain(company.browser, records, domain);
    // The second says “phr” of itself, which a customer's provider cannot vouch for.
    for (const [subject, amr] of [
      ["external-taro", ["pwd", "otp", "mfa"]],
      ["external-sakura", ["pop", "user", "mfa"]],
    ] as const) {
      const browser = portal.browser();
      await signInAt(browser, company, { choose: subject });
      expect((await join(browser)).status).toBe(200);
      const { email_address: email } = await browser.call(getMyProfile, {});
      await signInAt(portal.browser(), company, { choose: subject });
      const { rows } = await portal.database.pool.query(
        `select first_factor, provider_amr, provider_acr from portal.session
         where account_id = $1`,
        [await accountIdOf(portal, email)],
      );
      const stated = { first_factor: "external" as const, provider_amr: amr, provider_acr: null };
      expect(rows).toEqual([stated, stated]);
      expect(
        strengthOf({ ...stated, provider_amr: amr, second_factor: false, second_way: null }),
      ).toBe("urn:sekimori:acr:mfa");
    }
  });

  test("who lost the connection resets by mail and has a password", async () => {
    const { email, identity } = await joinedMember(portal, company);
    const browser = portal.browser();
    await portal.mails.nth(email, 1);
    await browser.call(forgotPassword, { body: { email, locale: "en" } });
    const code = codeIn(await portal.mails.nth(email, 2));
    await browser.call(forgotPasswordSetting, { body: { email, code, password } });
    const again = portal.browser();
    await again.call(signIn, { body: { email, password } });
    // Somebody at the provider may have been another: the owner is asked before the two are linked again.
    expect((await signInAt(portal.browser(), company, identity)).json()).toEqual({
      status: "JOIN",
    });
  });
});

describe("what a provider answers", () => {
  test.each([
    ["an address elsewhere", () => person("someone@elsewhere.co.jp"), "other-domain"],
    ["a subdomain's address", () => person(`a@sub.${company.domain}`), "other-domain"],
    ["no address", () => ({ choose: "external-no-email" }), "no-email"],
    ["an address it calls unverified", () => person(newColleague(), false), "unverified"],
    ["a refusal", () => ({ fail: "access_denied" as const }), "denied"],
    ["a fault", () => ({ fail: "server_error" as const }), "unavailable"],
    ["a code that is over", () => ({ choose: "external-expired-code" }), "untrusted"],
  ])("leads nowhere with %s", async (_name, choice, reason) => {
    expect(await refusal(signInAt(portal.browser(), company, choice()))).toEqual(failure(reason));
  });

  test("counts once, in the browser that began, at the organisation's own address, for half an hour", async () => {
    const begin = async (browser = portal.browser()) => {
      const url = (await discover(browser, newColleague())) ?? "";
      return { browser, answer: await visitProvider(url, person(newColleague())) };
    };
    const handIn = (
      browser: ReturnType<TestPortal["browser"]>,
      { state = "", ...rest }: Record<string, string>,
      organisation = company.organisation.id,
    ) =>
      browser.attempt(sso.completeSingleSignOn, {
        params: { organisation },
        query: { ...rest, state },
      });
    const first = await begin();
    expect(await refusal(handIn(portal.browser(), first.answer))).toEqual(failure("expired"));
    expect((await handIn(first.browser, first.answer)).status).toBe(200);
    expect(await refusal(handIn(first.browser, first.answer))).toEqual(failure("expired"));
    const other = await withSingleSignOn(portal, records);
    const second = await begin();
    const elsewhere = handIn(second.browser, second.answer, other.organisation.id);
    expect(await refusal(elsewhere)).toEqual(failure("expired"));
    const third = await begin();
    const mixedUp = { ...third.answer, iss: "https://attacker.example" };
    expect(await refusal(handIn(third.browser, mixedUp))).toEqual(failure("untrusted"));
    const fourth = await begin();
    portal.clock.advance(31 * 60_000);
    expect(await refusal(handIn(fourth.browser, fourth.answer))).toEqual(failure("expired"));
    portal.clock.reset();
  });

  test("is another organisation's own affair: the same person there is somebody else", async () => {
    const { identity } = await joinedMember(portal, company);
    const other = await withSingleSignOn(portal, records);
    const answer = signInAt(portal.browser(), other, identity);
    expect(await refusal(answer)).toEqual(failure("other-domain"));
    expect(
      await refusal(
        comeBack(
          portal.browser(),
          other,
          (await discover(portal.browser(), `a@${other.domain}`)) ?? "",
          identity,
        ),
      ),
    ).toEqual(failure("expired"));
  });
});
