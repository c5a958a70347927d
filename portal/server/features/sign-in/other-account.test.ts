import { randomUUID } from "node:crypto";
import type { TestClient } from "@sekimori/kit-development/testing";
import { gmoidLink } from "@sekimori/portal-contract/endpoints/external-id";
import {
  changeToOtherAccount,
  keepPresentAccount,
  showOtherAccount,
} from "@sekimori/portal-contract/endpoints/other-account";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { listActivity } from "@sekimori/portal-contract/endpoints/security";
import { proveSecondFactor } from "@sekimori/portal-contract/endpoints/sign-in";
import type { SignInRule } from "@sekimori/portal-contract/endpoints/sign-in-rules";
import { showJoining, switchConnection } from "@sekimori/portal-contract/endpoints/single-sign-on";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signInBy } from "../../testing/external-visits.ts";
import { newMember } from "../../testing/members.ts";
import { newColleague, WrittenRecords } from "../../testing/organisations.ts";
import { password } from "../../testing/sign-up-calls.ts";
import {
  type Company,
  joinedMember,
  lastMade,
  person,
  signInAt,
  withSingleSignOn,
} from "../../testing/single-sign-on.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

const records = new WrittenRecords();
let portal: TestPortal;
let company: Company;
let colleague: Awaited<ReturnType<typeof joinedMember>>;
beforeAll(async () => {
  portal = await startTestPortal(
    { LIMIT_FACTOR: "1000" },
    { scheduled: false, textRecords: records },
  );
  company = await withSingleSignOn(portal, records);
  colleague = await joinedMember(portal, company);
});
afterAll(() => portal.close());

const whoIs = async (browser: TestClient) => (await browser.call(getMyProfile, {})).email_address;

/** Somebody who is signed in, and whose browser a link has led to the provider and back. */
async function ledBack() {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  const answer = await signInAt(browser, company, colleague.identity);
  return { browser, email, answer };
}

/** A rule of the company that holds already, and how it is lifted. */
async function hold(rule: SignInRule) {
  const at = new Date(portal.clock.now().getTime() - 1_000);
  await portal.context.db
    .insertInto("portal.organisation_rule")
    .values({
      organisation_id: company.organisation.id,
      kind: rule.kind,
      holds_from: at,
      rule: JSON.stringify(rule),
      set_at: at,
    })
    .execute();
  return () => portal.database.pool.query("delete from portal.organisation_rule");
}

async function keepOut() {
  const set = (at: Date | null) =>
    portal.database.pool.query(
      "update portal.account set access_ended_at = $2 where email_digest = $1",
      [portal.context.digests.email(colleague.email), at],
    );
  await set(portal.clock.now());
  return () => set(null);
}

async function switchOff() {
  const set = (on: boolean) => company.browser.call(switchConnection, { body: { on } });
  await set(false);
  return () => set(true);
}

describe("a sign-in that waits and is refused", () => {
  test.each([
    ["whose owner is kept out", keepOut, { type: "AccessEnded" }],
    [
      "that comes from no network of the rule",
      () => hold({ kind: "networks", networks: ["203.0.113.0/24"] }),
      { type: "NetworkRefused" },
    ],
    [
      "by a connection that is off",
      switchOff,
      { type: "SingleSignOnFailed", data: { reason: "off" } },
    ],
  ] as const)("leaves the present session as it is: one %s", async (_what, shut, refusal) => {
    const { browser, email } = await ledBack();
    const open = await shut();
    const refused = await browser.attempt(changeToOtherAccount, { body: {} });
    await open();
    expect(refused.status).not.toBe(200);
    expect(refused.error()).toMatchObject(refusal);
    expect(await whoIs(browser)).toBe(email);
    // It waits still, for a day on which it is let in.
    expect((await browser.call(changeToOtherAccount, { body: {} })).status).toBe("SIGNED_IN");
    expect(await whoIs(browser)).toBe(colleague.email);
  });

  test("by an external ID that a rule has ruled out meanwhile leaves it too, and is written down", async () => {
    const member = await newColleague(portal, company.organisation.id);
    await signInBy(member.browser, person(member.email));
    await member.browser.call(gmoidLink, { body: { password } });
    const identity = await lastMade(portal);
    const browser = portal.browser();
    const { email } = await newMember(portal, browser);
    expect((await signInBy(browser, identity)).json()).toEqual({ status: "OTHER_ACCOUNT" });
    const lift = await hold({ kind: "no-external-ids" });
    const refused = await browser.attempt(changeToOtherAccount, { body: {} });
    await lift();
    expect(refused.status).not.toBe(200);
    expect(refused.error()).toMatchObject({
      type: "ExternalIdFailed",
      data: { reason: "organisation" },
    });
    expect(await whoIs(browser)).toBe(email);
    const { entries } = await member.browser.call(listActivity, { query: {} });
    expect(entries.map(({ action }) => action)).toContain("sign-in.external-id-refused");
  });
});

describe("a provider that answers with another account", () => {
  test("changes nothing before its holder has been asked, with both accounts named", async () => {
    const { browser, email, answer } = await ledBack();
    expect(answer.json()).toEqual({ status: "OTHER_ACCOUNT" });
    expect(await whoIs(browser)).toBe(email);
    const both = { present: email, next: colleague.email };
    expect(await browser.call(showOtherAccount, {})).toEqual(both);
    // The question alone is no sign-in, and no way around a second factor.
    const proof = { way: "recovery-code", code: "AAAA-AAAA-AAAA-AAAA" } as const;
    const other = await browser.attempt(proveSecondFactor, { body: proof });
    expect(other.status).not.toBe(200);
    expect(await whoIs(browser)).toBe(email);
  });

  test("is left alone by one press, and by the other taken, once, with the former session ended", async () => {
    const kept = await ledBack();
    await kept.browser.call(keepPresentAccount, { body: {} });
    expect(await whoIs(kept.browser)).toBe(kept.email);
    expect((await kept.browser.attempt(changeToOtherAccount, { body: {} })).status).toBe(404);

    const changed = await ledBack();
    const taken = await changed.browser.call(changeToOtherAccount, { body: {} });
    expect(taken.status).toBe("SIGNED_IN");
    expect(await whoIs(changed.browser)).toBe(colleague.email);
    expect((await changed.browser.attempt(changeToOtherAccount, { body: {} })).status).toBe(404);
    const { rows } = await portal.database.pool.query(
      `select count(*)::int as count from portal.session where account_id =
         (select id from portal.account where email_digest = $1)`,
      [portal.context.digests.email(changed.email)],
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  test("asks nothing of who is signed in to that account, or to none", async () => {
    const browser = portal.browser();
    expect((await signInAt(browser, company, colleague.identity)).json()).toMatchObject({
      status: "SIGNED_IN",
    });
    expect((await signInAt(browser, company, colleague.identity)).json()).toMatchObject({
      status: "SIGNED_IN",
    });
    expect((await browser.attempt(showOtherAccount, {})).status).toBe(404);
    expect((await portal.browser().attempt(changeToOtherAccount, { body: {} })).status).toBe(404);
  });

  test("names the account that is there to who is asked to join with another", async () => {
    const browser = portal.browser();
    const { email } = await newMember(portal, browser);
    await signInAt(browser, company, person(`new-${randomUUID()}@${company.domain}`));
    expect(await browser.call(showJoining, {})).toMatchObject({ present: email, account: "none" });
    const nobody = portal.browser();
    await signInAt(nobody, company, person(`new-${randomUUID()}@${company.domain}`));
    expect(await nobody.call(showJoining, {})).toMatchObject({ present: null });
  });
});
