import { randomUUID } from "node:crypto";
import type { TestClient } from "@sekimori/kit-development/testing";
import {
  changeToOtherAccount,
  keepPresentAccount,
  showOtherAccount,
} from "@sekimori/portal-contract/endpoints/other-account";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { proveSecondFactor } from "@sekimori/portal-contract/endpoints/sign-in";
import { showJoining } from "@sekimori/portal-contract/endpoints/single-sign-on";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newMember } from "../../testing/members.ts";
import { WrittenRecords } from "../../testing/organisations.ts";
import {
  type Company,
  joinedMember,
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
