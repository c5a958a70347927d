import { applicationsOfOrganization } from "@sekimori/console-contract/constants";
import { integrationEndpoints } from "@sekimori/console-contract/endpoints/integration";
import {
  addApplication,
  changeApplication,
  listApplications,
  removeApplication,
  rotateApplicationSecret,
  showApplication,
} from "@sekimori/console-contract/endpoints/integration/applications";
import { listRefusals } from "@sekimori/console-contract/endpoints/integration/refusals";
import { getIntegrator } from "@sekimori/console-contract/endpoints/integration/session";
import { integrationActs, mayIntegrate } from "@sekimori/console-contract/integration-rights";
import type { TestClient } from "@sekimori/kit-development/testing";
import { removeOrganisation } from "@sekimori/portal-contract/endpoints/organisation";
import { auditActions } from "@sekimori/portal-contract/endpoints/security";
import { registerClient } from "@sekimori/portal-server/openid-clients";
import { newMember } from "@sekimori/portal-server/testing/members";
import { newColleague, newOrganisation } from "@sekimori/portal-server/testing/organisations";
import { startTestPortal, type TestPortal } from "@sekimori/portal-server/testing/test-portal";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { outcome } from "../testing/test-console.ts";
import {
  sampleRegistration as registration,
  startTestIntegration,
  type TestIntegration,
} from "../testing/test-integration.ts";

// Owners of organisations at the integrator's console: each for the applications of their own.

let portal: TestPortal;
let integration: TestIntegration;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  integration = await startTestIntegration(portal, {
    INTEGRATION_SIGN_IN: "any",
    INTEGRATION_OWNERS: "true",
  });
});
afterEach(() => integration.stop());

const add = (browser: TestClient) =>
  browser.call(addApplication, { body: { kind: "server", registration } });

/** An owner of an organisation who is signed in here. */
async function owning() {
  const company = await newOrganisation(portal);
  const { browser } = await integration.enter(company.browser);
  await browser.attempt(getIntegrator, {});
  return { ...company, atPortal: company.browser, browser };
}

/** Has the portal refuse an application's request. @returns the reference of it. */
async function refused(client: string): Promise<string> {
  const query = new URLSearchParams({
    client_id: client,
    response_type: "code",
    redirect_uri: "x",
  });
  const page = await portal.browser().request({ url: `/v1/idp/oidc/authorize?${query}` });
  return String(page.headers["x-request-id"]);
}

/** How the calls that name an application reach for one that is another's. */
const reaching: Readonly<Record<string, (id: string) => { query?: string; body?: object }>> = {
  showApplication: (id) => ({ query: `?id=${id}` }),
  changeApplication: (id) => ({ body: { id, registration } }),
  rotateApplicationSecret: (id) => ({ body: { id, keepHours: 0, formerSecretUntil: null } }),
  removeApplication: (id) => ({ body: { id } }),
  beginWalk: (id) => ({ body: { id } }),
  openWalk: (id) => ({ body: { id, walk: "a".repeat(22) } }),
  finishWalk: (id) => ({ body: { id, walk: "a".repeat(22), answer: "" } }),
};

/** The calls that name none, and their tests here. */
const naming: ReadonlySet<string> = new Set([
  ...["getIntegrator", "endIntegratorSession", "addApplication", "listApplications"],
  ...["listRefusals", "listSigningKeys"],
]);

describe("an owner", () => {
  test("is let in where the operator allows it, and no other member is", async () => {
    const { browser, organisation, atPortal } = await owning();
    const session = await browser.call(getIntegrator, {});
    expect(session).toMatchObject({
      kind: "owner",
      name: organisation.name,
      acts: integrationActs.filter((act) => mayIntegrate("owner", act)),
    });
    const colleague = await newColleague(portal, organisation.id);
    const stranger = portal.browser();
    await newMember(portal, stranger);
    for (const other of [colleague.browser, stranger]) {
      const { browser: there } = await integration.enter(other);
      expect(await outcome(there, getIntegrator)).toBe("NotIntegrator");
    }
    await integration.stop();
    integration = await startTestIntegration(portal);
    const { browser: shut } = await integration.enter(atPortal);
    expect(await outcome(shut, getIntegrator)).toBe("NotIntegrator");
  });

  test("is out at once when the plan no longer includes an organization, or it is removed", async () => {
    const one = await owning();
    await portal.database.pool.query(
      `update portal.contract set plan = 'free' where account_id =
         (select holder_id from portal.organisation where id = $1)`,
      [one.organisation.id],
    );
    expect(await outcome(one.browser, getIntegrator)).toBe("NotIntegrator");
    const two = await owning();
    await two.atPortal.call(removeOrganisation, {});
    expect(await outcome(two.browser, getIntegrator)).toBe("NotIntegrator");
  });

  test("reaches by no call what is another organization's, the operator's or nobody's", async () => {
    const [one, other] = [await owning(), await owning()];
    const { id } = await add(other.browser);
    await registerClient(portal.context, {
      clientId: "operators",
      name: "Operators",
      redirectUris: ["https://operators.example/back"],
    });
    const read = async () => {
      const { rows } = await portal.database.pool.query(
        "select * from portal.oidc_client where client_id in ($1, 'operators') order by client_id",
        [id],
      );
      return rows;
    };
    const before = await read();
    for (const endpoint of integrationEndpoints) {
      if (naming.has(endpoint.name)) continue;
      for (const client of [id, "operators", "nobody"]) {
        const { query = "", body } = reaching[endpoint.name]?.(client) ?? {};
        const path = `${endpoint.path}${query}`;
        const told = await outcome(one.browser, { ...endpoint, path }, body);
        expect(told, endpoint.name).toBe("ApplicationNotFound");
      }
    }
    expect(await read()).toEqual(before);
    expect((await one.browser.call(listApplications, {})).applications).toEqual([]);
    const { applications } = await other.browser.call(listApplications, {});
    expect(applications.map((each) => each.id)).toEqual([id]);
  });

  test("sees what their own applications were refused, and nobody else's", async () => {
    const [one, other] = [await owning(), await owning()];
    const [mine, theirs] = [await add(one.browser), await add(other.browser)];
    const references = await Promise.all([mine.id, theirs.id, "unregistered"].map(refused));
    const { browser: staff } = await integration.working("integrator");
    const seen = async (browser: TestClient, query: object) =>
      (await browser.call(listRefusals, { query })).refusals.map(({ reference }) => reference);
    await vi.waitFor(async () => {
      expect(await seen(staff, {})).toEqual(expect.arrayContaining(references));
    });
    expect(await seen(one.browser, {})).toEqual([references[0]]);
    for (const reference of references.slice(1)) {
      expect(await seen(one.browser, { reference })).toEqual([]);
    }
    for (const client of [theirs.id, "unregistered"]) {
      expect(await seen(one.browser, { client })).toEqual([]);
    }
  });

  test("makes no service, chooses no id, and has room for so many, two at once too", async () => {
    const { browser } = await owning();
    const body = { kind: "server", registration };
    expect(await outcome(browser, addApplication, { ...body, id: "chosen" })).toBe("NotForOwners");
    const service = { kind: "service", registration: { ...registration, redirectUris: [] } };
    expect(await outcome(browser, addApplication, service)).toBe("NotForOwners");
    for (let n = 1; n < applicationsOfOrganization; n++) await add(browser);
    const both = await Promise.all([1, 2].map(() => outcome(browser, addApplication, body)));
    expect(both.toSorted()).toEqual(["ApplicationsFull", null].toSorted());
    const { applications } = await browser.call(listApplications, {});
    expect(applications).toHaveLength(applicationsOfOrganization);
    await browser.call(removeApplication, { body: { id: applications[0]?.id ?? "" } });
    expect(await outcome(browser, addApplication, body)).toBeNull();
  });

  test("finds each act in their own log, with the fields that it changed, and no value", async () => {
    const { browser, organisation } = await owning();
    const { id, secret } = await add(browser);
    const next = { ...registration, name: "Store", policyUri: "https://shop.example/policy" };
    await browser.call(changeApplication, { body: { id, registration: next, was: registration } });
    const body = { id, keepHours: 24 as const, formerSecretUntil: null };
    await browser.call(rotateApplicationSecret, { body });
    await browser.call(removeApplication, { body: { id } });
    const { rows } = await portal.database.pool.query(
      `select action, detail, ip_address from portal.audit_event
       where account_id = (select holder_id from portal.organisation where id = $1)
         and detail ->> 'client' = $2 order by id`,
      [organisation.id, id],
    );
    expect(rows.map(({ action, detail }) => [action, detail])).toEqual([
      ["application.added", { client: id }],
      ["application.changed", { client: id, fields: "name, policyUri" }],
      ["application.secret-changed", { client: id }],
      ["application.removed", { client: id }],
    ]);
    for (const { action, ip_address: address } of rows) {
      expect(auditActions).toContain(action);
      expect(address).toBe("127.0.0.1");
    }
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

test("an organisation that ends takes its applications with it by name, and no others", async () => {
  const [one, other] = [await owning(), await owning()];
  const [mine, theirs] = [await add(one.browser), await add(other.browser)];
  await one.atPortal.call(removeOrganisation, {});
  const { browser: staff } = await integration.working("integrator");
  const show = (id: string) => staff.attempt(showApplication, { query: { id } });
  expect([(await show(mine.id)).status, (await show(theirs.id)).status]).toEqual([404, 200]);
});
