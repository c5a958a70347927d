import { dayMs } from "@sekimori/kit-contract/tokyo";
import type { TestClient } from "@sekimori/kit-development/testing";
import { removeDomain } from "@sekimori/portal-contract/endpoints/organisation";
import { listActivity } from "@sekimori/portal-contract/endpoints/security";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import * as sso from "@sekimori/portal-contract/endpoints/single-sign-on";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { accountIdOf, newMember } from "../../testing/members.ts";
import { newOrganisation, WrittenRecords } from "../../testing/organisations.ts";
import { password } from "../../testing/sign-up-calls.ts";
import {
  comeBack,
  companyProvider,
  discover,
  joinedMember,
  newMailDomain,
  person,
  proveDomain,
  signInAt,
  tryConnection,
  withConnection,
  withSingleSignOn,
} from "../../testing/single-sign-on.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { recheckDomains } from "../organisation/organisation-jobs.ts";
import { readIssuer } from "./read-issuer.ts";

const records = new WrittenRecords();
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal(
    { LIMIT_FACTOR: "1000" },
    { scheduled: false, textRecords: records },
  );
});
afterAll(() => portal.close());
afterEach(() => portal.clock.reset());

const nothing = { body: {} };
const on = { body: { on: true } };
const off = { body: { on: false } };
const shown = async (browser: TestClient) =>
  (await browser.call(sso.showConnection, { query: {} })).connection;
const refusal = async (attempt: Promise<{ error(): { type: string; data?: unknown } }>) => {
  const { type, data } = (await attempt).error();
  return [type, data];
};
const acts = async (browser: TestClient) =>
  (await browser.call(listActivity, { query: {} })).entries.map(({ action }) => action);

describe("a connection", () => {
  test("is set up, tested, switched on, off and removed; each is written down", async () => {
    const company = await withConnection(portal, records);
    const { browser, organisation, domain } = company;
    const page = await browser.call(sso.showConnection, { query: {} });
    expect(page.redirectUri).toBe(`http://localhost:3000/organization-sign-in/${organisation.id}`);
    expect(page.connection).toMatchObject({ isOn: false, isTested: false, test: null, people: 0 });
    expect(JSON.stringify(page)).not.toContain("company-secret");
    expect(await refusal(browser.attempt(sso.switchConnection, on))).toEqual([
      "ConnectionNotReady",
      undefined,
    ]);
    expect(await discover(portal.browser(), `a@${domain}`)).toBeNull();

    expect((await tryConnection(browser, company)).json()).toMatchObject({ status: "TESTED" });
    expect(await shown(browser)).toMatchObject({
      isTested: true,
      isOn: false,
      test: { domain, problems: [], claims: expect.arrayContaining(["email", "name", "sub"]) },
    });
    expect((await browser.call(sso.switchConnection, on)).connection?.isOn).toBe(true);
    expect(await discover(portal.browser(), `a@${domain}`)).toContain("/identity/auth?");
    expect((await browser.call(sso.switchConnection, off)).connection?.isOn).toBe(false);
    expect(await discover(portal.browser(), `a@${domain}`)).toBeNull();
    const query = { connection: (await shown(browser))?.id ?? "" };
    expect((await browser.call(sso.removeConnection, { query })).connection).toBeNull();
    expect((await acts(browser)).slice(0, 5)).toEqual([
      "single-sign-on.removed",
      "single-sign-on.switched-off",
      "single-sign-on.switched-on",
      "single-sign-on.tested",
      "single-sign-on.set-up",
    ]);
  });

  test("keeps its secret sealed", async () => {
    const { organisation } = await withConnection(portal, records);
    const { client_secret } = await portal.database.db
      .selectFrom("portal.sso_connection")
      .select("client_secret")
      .where("organisation_id", "=", organisation.id)
      .executeTakeFirstOrThrow();
    expect(client_secret?.toString("latin1")).toBeTruthy();
    expect(client_secret?.toString("latin1")).not.toContain("company-secret");
  });

  test("is nobody's but its owner's, and needs a recent sign-in to change", async () => {
    const { browser } = await withConnection(portal, records);
    const query = { connection: (await shown(browser))?.id ?? "" };
    const stranger = portal.browser();
    await newMember(portal, stranger);
    for (const attempt of [
      stranger.attempt(sso.showConnection, { query: {} }),
      stranger.attempt(sso.setUpConnection, { body: companyProvider(portal) }),
      stranger.attempt(sso.testConnection, nothing),
      stranger.attempt(sso.switchConnection, on),
      stranger.attempt(sso.changeConnectionSecret, { body: { clientSecret: "x" } }),
      stranger.attempt(sso.removeConnection, { query }),
    ]) {
      expect(await refusal(attempt)).toEqual(["NotFound", undefined]);
    }
    portal.clock.advance(11 * 60_000);
    for (const attempt of [
      browser.attempt(sso.setUpConnection, { body: companyProvider(portal) }),
      browser.attempt(sso.switchConnection, on),
      browser.attempt(sso.changeConnectionSecret, { body: { clientSecret: "x" } }),
      browser.attempt(sso.removeConnection, { query }),
    ]) {
      expect(await refusal(attempt)).toEqual(["RecentSignInRequired", undefined]);
    }
  });

  test("is not set up without the plan, and rests without it", async () => {
    const { browser, email, domain } = await withSingleSignOn(portal, records);
    await portal.database.db
      .updateTable("portal.contract")
      .set({ suspended_on: "2026-01-01" })
      .where("account_id", "=", await accountIdOf(portal, email))
      .execute();
    for (const attempt of [
      browser.attempt(sso.setUpConnection, { body: companyProvider(portal) }),
      browser.attempt(sso.testConnection, nothing),
      browser.attempt(sso.changeConnectionSecret, { body: { clientSecret: "x" } }),
    ]) {
      expect(await refusal(attempt)).toEqual(["OrganisationNotIncluded", undefined]);
    }
    expect(await discover(portal.browser(), `a@${domain}`)).toBeNull();
    expect((await browser.call(sso.switchConnection, off)).connection?.isOn).toBe(false);
  });

  test("is refused where the issuer is no provider, or everybody's, or inside this machine", async () => {
    const { browser } = await newOrganisation(portal);
    const provider = companyProvider(portal);
    for (const [issuer, reason] of [
      ["not an address", "not-found"],
      ["http://127.0.0.1:9/", "not-found"],
      ["http://169.254.169.254/", "not-found"],
      [`${portal.sandbox.origin}/nothing`, "not-found"],
      ["https://login.microsoftonline.com/common/v2.0", "shared"],
      ["https://login.microsoftonline.com/Organizations/v2.0", "shared"],
    ]) {
      const body = { ...provider, issuer: issuer ?? "" };
      expect(await refusal(browser.attempt(sso.setUpConnection, { body }))).toEqual([
        "ProviderRefused",
        { reason },
      ]);
    }
    expect(await shown(browser)).toBeNull();
  });

  test("reads an issuer that was copied with its description's address", () => {
    expect(readIssuer("https://idp.example/x/.well-known/openid-configuration")).toBe(
      "https://idp.example/x",
    );
  });

  test("is off and untested once it is changed; a new secret alone leaves it on", async () => {
    const company = await withSingleSignOn(portal, records);
    const { browser } = company;
    const clientSecret = "a wrong secret";
    await browser.call(sso.changeConnectionSecret, { body: { clientSecret } });
    expect(await shown(browser)).toMatchObject({ isOn: true, isTested: true });
    await tryConnection(browser, company);
    expect((await shown(browser))?.test?.problems).toEqual(["untrusted"]);
    await browser.call(sso.setUpConnection, { body: companyProvider(portal) });
    expect(await shown(browser)).toMatchObject({ isOn: false, isTested: false, test: null });
  });
});

describe("a test", () => {
  test.each([
    ["an address elsewhere", person("someone@elsewhere.co.jp"), ["other-domain"]],
    ["no address", { choose: "external-no-email" }, ["no-email"]],
    ["a refusal", { fail: "access_denied" }, ["denied"]],
    ["a fault", { fail: "temporarily_unavailable" }, ["unavailable"]],
    ["a code that is over", { choose: "external-expired-code" }, ["untrusted"]],
  ] as const)("says what is missing: %s", async (_name, choice, problems) => {
    const company = await withConnection(portal, records);
    expect((await tryConnection(company.browser, company, choice)).status).toBe(200);
    expect(await shown(company.browser)).toMatchObject({ isTested: false, test: { problems } });
    expect(await refusal(company.browser.attempt(sso.switchConnection, on))).toEqual([
      "ConnectionNotReady",
      undefined,
    ]);
  });

  test("says of an address that the provider calls unverified, and keeps no address", async () => {
    const company = await withConnection(portal, records);
    const choice = person(`secret-name@${company.domain}`, false);
    await tryConnection(company.browser, company, choice);
    const found = await shown(company.browser);
    expect(found?.test?.problems).toEqual(["unverified"]);
    expect(JSON.stringify(found)).not.toContain("secret-name");
  });

  test("makes no account, no link and no session", async () => {
    const company = await withConnection(portal, records);
    const count = async () => {
      const { rows } = await portal.database.pool.query(
        `select (select count(*) from portal.account) + (select count(*) from portal.session)
           + (select count(*) from portal.sso_identity) + (select count(*) from portal.sso_joining) as all`,
      );
      return rows[0].all;
    };
    const before = await count();
    await tryConnection(company.browser, company);
    expect(await count()).toBe(before);
  });

  test("is its owner's, of the configuration it began with, and ends once", async () => {
    const company = await withConnection(portal, records);
    const { browser } = company;
    const begin = async () => (await browser.call(sso.testConnection, nothing)).redirectUrl;
    const choice = person(`someone@${company.domain}`);
    const stranger = portal.browser();
    expect(await refusal(comeBack(stranger, company, await begin(), choice))).toEqual([
      "SingleSignOnFailed",
      { reason: "expired" },
    ]);
    const url = await begin();
    await browser.call(sso.setUpConnection, { body: companyProvider(portal) });
    await comeBack(browser, company, url, choice);
    expect(await shown(browser)).toMatchObject({ isTested: false, test: null });
  });
});

describe("once it is over", () => {
  const failure = (reason: string) => ["SingleSignOnFailed", { reason }];

  test("switched off: linked people are told so, keep their accounts, and are back when it is on", async () => {
    const company = await withSingleSignOn(portal, records);
    const { identity } = await joinedMember(portal, company);
    const late = portal.browser();
    const redirectUrl = (await discover(late, `a@${company.domain}`)) ?? "";
    await company.browser.call(sso.switchConnection, off);
    expect(await refusal(comeBack(late, company, redirectUrl, identity))).toEqual(failure("off"));
    expect((await shown(company.browser))?.people).toBe(1);
    await company.browser.call(sso.switchConnection, on);
    const back = await signInAt(portal.browser(), company, identity);
    expect(back.json()).toMatchObject({ status: "SIGNED_IN" });
  });

  test("removed with its domain, or its domain lapsed: nobody is signed in by it", async () => {
    const company = await withSingleSignOn(portal, records);
    const { identity } = await joinedMember(portal, company);
    const other = newMailDomain();
    await proveDomain(company.browser, records, other);
    await company.browser.call(removeDomain, { params: { id: company.proved.id } });
    expect(await discover(portal.browser(), `a@${company.domain}`)).toBeNull();
    // Nor by way of another domain that the organisation still holds.
    const around = signInAt(portal.browser(), company, identity, `a@${other}`);
    expect(await refusal(around)).toEqual(failure("account-elsewhere"));
  });

  test("its domain lapsed", async () => {
    const company = await withSingleSignOn(portal, records);
    records.texts.delete(company.proved.record.name);
    for (let day = 0; day < 9; day += 1) {
      portal.clock.advance(dayMs);
      await recheckDomains(portal.context);
    }
    expect(await discover(portal.browser(), `a@${company.domain}`)).toBeNull();
    const owner = portal.browser();
    await owner.call(signIn, { body: { email: company.email, password } });
    await owner.call(sso.switchConnection, off);
    expect(await refusal(owner.attempt(sso.switchConnection, on))).toEqual([
      "ConnectionNotReady",
      undefined,
    ]);
  });

  test("a later holder of the domain inherits no link", async () => {
    const first = await withSingleSignOn(portal, records);
    const { identity, email } = await joinedMember(portal, first);
    await first.browser.call(removeDomain, { params: { id: first.proved.id } });
    const second = await newOrganisation(portal);
    await proveDomain(second.browser, records, first.domain);
    await second.browser.call(sso.setUpConnection, { body: companyProvider(portal) });
    const company = { ...second, domain: first.domain, proved: first.proved };
    await tryConnection(second.browser, company);
    await second.browser.call(sso.switchConnection, on);
    const browser = portal.browser();
    expect((await signInAt(browser, company, identity)).json()).toEqual({ status: "JOIN" });
    // The same person at the same issuer is asked for the account's own sign-in.
    expect(await browser.call(sso.showJoining, {})).toMatchObject({ email, account: "sign-in" });
  });
});
