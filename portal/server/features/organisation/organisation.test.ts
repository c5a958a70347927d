import { dayMs } from "@sekimori/kit-contract/tokyo";
import type { TestClient } from "@sekimori/kit-development/testing";
import { domainWarningDays, organisationDomainsMost } from "@sekimori/portal-contract/constants";
import {
  checkDomain,
  claimDomain,
  createOrganisation,
  type OrganisationDomain,
  type OrganisationPage,
  removeDomain,
  removeOrganisation,
  showOrganisation,
} from "@sekimori/portal-contract/endpoints/organisation";
import { listActivity } from "@sekimori/portal-contract/endpoints/security";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { accountIdOf, newMember } from "../../testing/members.ts";
import { newOrganisation, paidCompany, WrittenRecords } from "../../testing/organisations.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { recheckDomains } from "./organisation-jobs.ts";

const records = new WrittenRecords();
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal(
    { LIMIT_FACTOR: "1000" },
    { scheduled: false, textRecords: records },
  );
});
afterAll(() => portal.close());
afterEach(() => {
  records.isAway = false;
});

const nothing = { body: {} };
let serial = 0;
const newDomain = () => `company-${++serial}.co.jp`;

const one = (page: OrganisationPage, name: string): OrganisationDomain => {
  const found = page.organisation?.domains.find(({ domain }) => domain === name);
  if (!found) throw new Error(`${name} is not on the list`);
  return found;
};

async function claim(browser: TestClient, name: string) {
  return one(await browser.call(claimDomain, { body: { domain: name } }), name);
}

async function check(browser: TestClient, { id, domain }: OrganisationDomain) {
  return one(await browser.call(checkDomain, { params: { id }, ...nothing }), domain);
}

/** A domain whose record stands, and which the organisation holds. */
async function prove(browser: TestClient, name = newDomain()) {
  const claimed = await claim(browser, name);
  records.publish(claimed.record);
  return check(browser, claimed);
}

async function shown(browser: TestClient, { domain }: OrganisationDomain) {
  return one(await browser.call(showOrganisation, {}), domain);
}

/** Days later no session is left. */
async function returned(email: string): Promise<TestClient> {
  const browser = portal.browser();
  await browser.call(signIn, { body: { email, password } });
  return browser;
}

async function daysLater(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    portal.clock.advance(dayMs);
    await recheckDomains(portal.context);
  }
}

const refusal = async (attempt: Promise<{ error(): { type: string } }>) =>
  (await attempt).error().type;
const acts = async (browser: TestClient) =>
  (await browser.call(listActivity, { query: {} })).entries.map(({ action }) => action);
const mailsAbout = (email: string, domain: string) =>
  portal.mails.to(email).filter(({ text }) => text.includes(domain));

describe("an organisation", () => {
  test("is created once, by a company on the paid plan, which owns it", async () => {
    const { browser } = await paidCompany(portal);
    expect((await browser.call(showOrganisation, {})).creation).toBe("possible");
    const { organisation } = await browser.call(createOrganisation, nothing);
    expect(organisation).toMatchObject({ name: "関守商店", included: true, domains: [] });
    expect(await refusal(browser.attempt(createOrganisation, nothing))).toBe("OrganisationExists");
    expect(await acts(browser)).toContain("organisation.created");
  });

  test("is not a free plan's", async () => {
    const browser = portal.browser();
    await newMember(portal, browser);
    expect(await browser.call(showOrganisation, {})).toEqual({
      organisation: null,
      creation: "plan",
    });
    expect(await refusal(browser.attempt(createOrganisation, nothing))).toBe(
      "OrganisationNotIncluded",
    );
    expect(await refusal(browser.attempt(claimDomain, { body: { domain: newDomain() } }))).toBe(
      "NotFound",
    );
  });

  test("is created by a recent sign-in only, and so are organisation and domain removed", async () => {
    const { browser } = await newOrganisation(portal);
    const { id } = await claim(browser, newDomain());
    const other = await paidCompany(portal);
    portal.clock.advance(11 * 60_000);
    for (const attempt of [
      other.browser.attempt(createOrganisation, nothing),
      browser.attempt(removeDomain, { params: { id } }),
      browser.attempt(removeOrganisation, {}),
    ]) {
      expect(await refusal(attempt)).toBe("RecentSignInRequired");
    }
    portal.clock.reset();
  });

  test("goes with its domains, and with its holder's account", async () => {
    const { browser } = await newOrganisation(portal);
    const held = await prove(browser);
    const page = await browser.call(removeOrganisation, {});
    expect(page).toEqual({ organisation: null, creation: "possible" });
    const left = () =>
      portal.database.db
        .selectFrom("portal.organisation_domain")
        .select("id")
        .where("domain", "=", held.domain)
        .execute();
    expect(await left()).toEqual([]);
    expect(await acts(browser)).toContain("organisation.removed");

    const again = await newOrganisation(portal);
    await prove(again.browser, held.domain);
    await portal.database.db
      .deleteFrom("portal.account")
      .where("id", "=", await accountIdOf(portal, again.email))
      .execute();
    expect(await left()).toEqual([]);
  });

  test("rests without the paid plan: nothing is claimed or checked, and it says so", async () => {
    const { browser, email } = await newOrganisation(portal);
    const claimed = await claim(browser, newDomain());
    await portal.database.db
      .updateTable("portal.contract")
      .set({ suspended_on: "2026-01-01" })
      .where("account_id", "=", await accountIdOf(portal, email))
      .execute();
    expect((await browser.call(showOrganisation, {})).organisation?.included).toBe(false);
    const { id } = claimed;
    for (const attempt of [
      browser.attempt(claimDomain, { body: { domain: newDomain() } }),
      browser.attempt(checkDomain, { params: { id }, ...nothing }),
    ]) {
      expect(await refusal(attempt)).toBe("OrganisationNotIncluded");
    }
  });
});

describe("a domain", () => {
  test("is held once its own record is found, and not for a claim", async () => {
    const { browser } = await newOrganisation(portal);
    const name = newDomain();
    const claimed = await claim(browser, name);
    expect(claimed).toMatchObject({ state: "claimed", provedAt: null, problem: null });
    expect(claimed.record.name).toBe(`_sekimori-organisation.${name}`);
    expect(await check(browser, claimed)).toMatchObject({ state: "claimed", problem: "missing" });
    records.publish({ name: claimed.record.name, value: `${claimed.record.value}x` });
    expect(await check(browser, claimed)).toMatchObject({ state: "claimed", problem: "missing" });
    records.isAway = true;
    expect(await check(browser, claimed)).toMatchObject({
      state: "claimed",
      problem: "unreachable",
    });
    records.isAway = false;
    // What stands above or beside it proves nothing.
    records.publish({ name, value: claimed.record.value });
    records.publish({ name: "_sekimori-organisation.co.jp", value: claimed.record.value });
    expect((await check(browser, claimed)).state).toBe("claimed");
    records.publish(claimed.record);
    const held = await check(browser, claimed);
    expect(held).toMatchObject({ state: "held", problem: null });
    expect(held.provedAt).not.toBeNull();
    expect((await acts(browser)).slice(0, 2)).toEqual(["domain.proved", "domain.claimed"]);
  });

  test("is not held with those below it", async () => {
    const { browser } = await newOrganisation(portal);
    const { domain } = await prove(browser);
    const below = await claim(browser, `mail.${domain}`);
    expect((await check(browser, below)).state).toBe("claimed");
  });

  test.each([
    ["gmail.com", "DomainOfMailProvider"],
    ["co.jp", "DomainIsPublicSuffix"],
    ["ex ample.jp", "DomainNameInvalid"],
  ])("is refused: %s", async (domain, type) => {
    const { browser } = await newOrganisation(portal);
    const attempt = browser.attempt(claimDomain, { body: { domain } });
    expect(await refusal(attempt)).toBe(type);
    expect((await browser.call(showOrganisation, {})).organisation?.domains).toEqual([]);
  });

  test("is listed once, and so many of them", async () => {
    const { browser } = await newOrganisation(portal);
    const { domain } = await claim(browser, newDomain());
    const again = browser.attempt(claimDomain, { body: { domain: domain.toUpperCase() } });
    expect(await refusal(again)).toBe("DomainListed");
    for (let count = 1; count < organisationDomainsMost; count += 1) {
      await claim(browser, newDomain());
    }
    const more = browser.attempt(claimDomain, { body: { domain: newDomain() } });
    expect(await refusal(more)).toBe("DomainsFull");
  });

  test("is another's own affair: nobody sees, checks or removes it", async () => {
    const { browser } = await newOrganisation(portal);
    const { id } = await claim(browser, newDomain());
    const stranger = (await newOrganisation(portal)).browser;
    const params = { id };
    expect(await refusal(stranger.attempt(checkDomain, { params, ...nothing }))).toBe("NotFound");
    expect(await refusal(stranger.attempt(removeDomain, { params }))).toBe("NotFound");
    expect((await stranger.call(showOrganisation, {})).organisation?.domains).toEqual([]);
  });

  test("is one organisation's: a second with a record of its own waits, and inherits no more than the name", async () => {
    const first = await newOrganisation(portal);
    const held = await prove(first.browser);
    const second = await newOrganisation(portal);
    const claimed = await claim(second.browser, held.domain);
    expect(claimed.record.value).not.toBe(held.record.value);
    // Without a record of its own it does not even learn that somebody has the domain.
    expect(await check(second.browser, claimed)).toMatchObject({ problem: "missing" });
    records.publish(claimed.record);
    expect(await check(second.browser, claimed)).toMatchObject({
      state: "claimed",
      problem: "held",
    });
    await first.browser.call(removeDomain, { params: { id: held.id } });
    expect(await check(second.browser, claimed)).toMatchObject({ state: "held", problem: null });
    const members = await portal.database.db
      .selectFrom("portal.organisation_member")
      .select("account_id")
      .where("organisation_id", "=", second.organisation.id)
      .execute();
    expect(members).toEqual([{ account_id: await accountIdOf(portal, second.email) }]);
  });

  test("is held by one of two that find their records at the same moment", async () => {
    const name = newDomain();
    const both = await Promise.all([newOrganisation(portal), newOrganisation(portal)]);
    const claims = [];
    for (const { browser } of both) {
      const claimed = await claim(browser, name);
      records.publish(claimed.record);
      claims.push({ browser, claimed });
    }
    const states = await Promise.all(
      claims.map(async ({ browser, claimed }) => (await check(browser, claimed)).state),
    );
    expect(states.toSorted()).toEqual(["claimed", "held"]);
  });
});

describe("the daily look", () => {
  afterEach(() => portal.clock.reset());

  test("warns the owner for seven days, and then the domain lapses", async () => {
    const { browser, email } = await newOrganisation(portal);
    const held = await prove(browser);
    records.texts.delete(held.record.name);
    await daysLater(1);
    const unseen = await shown(await returned(email), held);
    expect(unseen).toMatchObject({ state: "unseen", problem: "missing" });
    const lapses = portal.clock.now().getTime() + domainWarningDays * dayMs;
    expect(Math.abs(Date.parse(unseen.lapsesAt ?? "") - lapses)).toBeLessThan(60_000);
    await expect.poll(() => mailsAbout(email, held.domain).length).toBe(1);
    await daysLater(2);
    expect(mailsAbout(email, held.domain)).toHaveLength(1);
    await daysLater(4);
    await expect.poll(() => mailsAbout(email, held.domain).length).toBe(3);
    expect((await shown(await returned(email), held)).state).toBe("unseen");
    await daysLater(1);
    expect(await shown(await returned(email), held)).toMatchObject({
      state: "lapsed",
      lapsesAt: null,
    });
    await expect.poll(() => mailsAbout(email, held.domain).length).toBe(4);
    const seen = (await acts(await returned(email))).filter((act) => act.startsWith("domain."));
    expect(seen.slice(0, 3)).toEqual(["domain.lapsed", "domain.unseen", "domain.proved"]);
    // Back, it is held again by a look that its owner asks for, and by nothing else.
    records.publish(held.record);
    await daysLater(1);
    expect((await shown(await returned(email), held)).state).toBe("lapsed");
    expect((await check(await returned(email), held)).state).toBe("held");
  });

  test("forgets what was missing once the record is back, and counts anew", async () => {
    const { browser, email } = await newOrganisation(portal);
    const held = await prove(browser);
    records.isAway = true;
    await daysLater(6);
    expect(await shown(await returned(email), held)).toMatchObject({
      state: "unseen",
      problem: "unreachable",
    });
    records.isAway = false;
    await daysLater(1);
    expect(await shown(await returned(email), held)).toMatchObject({
      state: "held",
      problem: null,
    });
    records.isAway = true;
    await daysLater(6);
    expect((await shown(await returned(email), held)).state).toBe("unseen");
    await expect.poll(() => mailsAbout(email, held.domain).length).toBe(4);
    records.isAway = false;
    await daysLater(1);
  });

  test("lets another organisation have a domain that lapsed, and no sooner", async () => {
    const first = await newOrganisation(portal);
    const held = await prove(first.browser);
    records.texts.delete(held.record.name);
    const second = await newOrganisation(portal);
    const claimed = await claim(second.browser, held.domain);
    records.publish(claimed.record);
    await daysLater(7);
    expect((await check(await returned(second.email), claimed)).problem).toBe("held");
    await daysLater(1);
    expect((await check(await returned(second.email), claimed)).state).toBe("held");
    records.publish(held.record);
    expect(await check(await returned(first.email), held)).toMatchObject({
      state: "lapsed",
      problem: "held",
    });
  });

  test("takes up every domain once a day, however many there are", async () => {
    const { browser, email } = await newOrganisation(portal);
    for (let count = 0; count < 12; count += 1) await prove(browser);
    portal.clock.advance(dayMs);
    const now = portal.clock.now().getTime();
    await recheckDomains(portal.context);
    const { organisation } = await (await returned(email)).call(showOrganisation, {});
    for (const { checkedAt } of organisation?.domains ?? []) {
      expect(Math.abs(Date.parse(checkedAt ?? "") - now)).toBeLessThan(60_000);
    }
  });
});
