import type { TestClient } from "@sekimori/kit-development/testing";
import {
  type GroupMapping,
  previewGroupRoles,
  setGroupRoles,
  showGroupRoles,
} from "@sekimori/portal-contract/endpoints/group-roles";
import { makeScimToken } from "@sekimori/portal-contract/endpoints/provisioning";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { directoryWith, groupSchema, patchOf, userSchema } from "../../testing/directory.ts";
import { accountIdOf } from "../../testing/members.ts";
import { newOrganisation, WrittenRecords } from "../../testing/organisations.ts";
import {
  answerOf,
  handIn,
  leaveFor,
  type SamlCompany,
  withSaml,
  wordFor,
} from "../../testing/saml.ts";
import { join } from "../../testing/single-sign-on.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { roleOfGroups } from "./group-role.ts";
import { directoryRoleOf } from "./group-role-repository.ts";
import { saidGroups } from "./said-groups.ts";

const records = new WrittenRecords();
let portal: TestPortal;
let company: SamlCompany;
beforeAll(async () => {
  portal = await startTestPortal(
    { LIMIT_FACTOR: "1000" },
    { scheduled: false, textRecords: records },
  );
  company = await withSaml(portal, records);
});
afterAll(() => portal.close());

const admins: GroupMapping = { value: "karte-admins", role: "admin", domainGroups: null };
const tokyo: GroupMapping = { value: "tokyo", role: "viewer", domainGroups: ["東京"] };
const osaka: GroupMapping = { value: "osaka", role: "viewer", domainGroups: ["大阪"] };

describe("what groups give", () => {
  test("is the highest role, and for viewers all that any of them sees", () => {
    const all = [
      admins,
      tokyo,
      osaka,
      { value: "all", role: "viewer", domainGroups: null } as const,
    ];
    const of = (...groups: string[]) => roleOfGroups(new Set(groups), all);
    expect(of()).toBeNull();
    expect(of("Tokyo", "owners")).toBeNull();
    expect(of("tokyo")).toEqual({ role: "viewer", domainGroups: ["東京"] });
    expect(of("tokyo", "osaka")).toEqual({ role: "viewer", domainGroups: ["大阪", "東京"] });
    expect(of("tokyo", "all")).toEqual({ role: "viewer", domainGroups: null });
    expect(of("tokyo", "karte-admins")).toEqual({ role: "admin", domainGroups: null });
  });

  test.each([
    ["a list", { groups: ["b", "a", "a"] }, "groups", ["a", "b"]],
    ["one value", { role: "admin" }, "role", ["admin"]],
    ["a nested list", { realm_access: { roles: ["r"] } }, "realm_access.roles", ["r"]],
    ["a name with dots", { "https://x.example/groups": ["g"] }, "https://x.example/groups", ["g"]],
    ["nothing", {}, "groups", []],
    ["what is no text", { groups: [1, null, "", { a: 1 }, "g".repeat(300)] }, "groups", []],
    ["what every object has", {}, "constructor.name", []],
    ["groups that stand elsewhere", { _claim_names: { groups: "src1" } }, "groups", undefined],
  ])("is read of a provider's word: %s", (_name, claims, claim, groups) => {
    expect(saidGroups(claims, claim)).toEqual(groups);
  });
});

/** A colleague comes by the provider, which says these groups of them. */
async function comes(browser: TestClient, subject: string, groups: readonly string[]) {
  const request = await leaveFor(browser, company);
  const email = `${subject}@${company.domain}`;
  const attributes = { email, givenName: "葵", sn: "森", memberOf: [...groups] };
  const xml = answerOf(wordFor(company, request, { subject, attributes }), company.signer);
  const answer = await handIn(portal, browser, company, xml, request.relayState);
  if ((answer.json() as { status: string }).status === "JOIN") await join(browser);
  return accountIdOf(portal, email);
}

/** How many times an application waits to be told of somebody; what was looked at is taken away. */
async function newsOf(account: string): Promise<number> {
  const { pool } = portal.database;
  const { rows } = await pool.query<{ key: string }>(
    "select key from graphile_worker.jobs where key = $1",
    [`application-event:member-changed:told:${account}`],
  );
  for (const { key } of rows) await pool.query("select graphile_worker.remove_job($1)", [key]);
  return rows.length;
}

describe("an organisation's mappings", () => {
  test("are seen before they hold, hold at once and at each sign-in, and go with the group", async () => {
    const owner = company.browser;
    const wanted = { claim: "memberOf", mappings: [admins, tokyo] };
    expect(await owner.call(showGroupRoles, {})).toMatchObject({ claim: null, mappings: [] });
    await owner.call(setGroupRoles, { body: { claim: "memberOf", mappings: [] } });
    // The first sign-in, which is joining, counts already.
    const first = await comes(portal.browser(), "first", ["karte-admins", "others"]);
    const second = await comes(portal.browser(), "second", ["tokyo"]);
    expect(await directoryRoleOf(portal.context.db, first)).toMatchObject({ given: null });

    const preview = await owner.call(previewGroupRoles, { body: wanted });
    expect(preview).toMatchObject({ members: 2, changed: 2, unknown: 0 });
    expect(preview.people.map(({ email, before, after }) => [email, before, after])).toEqual([
      [`first@${company.domain}`, null, "admin"],
      [`second@${company.domain}`, null, "viewer"],
    ]);
    expect((await owner.call(showGroupRoles, {})).mappings).toEqual([]);

    const page = await owner.call(setGroupRoles, { body: wanted });
    expect(page).toMatchObject({ included: true, ...wanted });
    expect(page.known).toContainEqual({ value: "tokyo", people: 1 });
    const role = async (account: string) =>
      (await directoryRoleOf(portal.context.db, account))?.given ?? null;
    expect(await role(first)).toEqual({ role: "admin", domainGroups: null });
    expect(await role(second)).toEqual({ role: "viewer", domainGroups: ["東京"] });

    await comes(portal.browser(), "first", ["others"]);
    expect(await role(first)).toBeNull();
    // A claim that another name has says nothing before the next sign-in.
    const renamed = { ...wanted, claim: "roles" };
    expect(await owner.call(previewGroupRoles, { body: renamed })).toMatchObject({
      changed: 1,
      unknown: 2,
    });
    await owner.call(setGroupRoles, { body: renamed });
    expect(await role(second)).toBeNull();
    await owner.call(setGroupRoles, { body: wanted });
  });

  test("count for groups of the directory alike, by name or identifier, until they are lost", async () => {
    const account = await comes(portal.browser(), "third", []);
    const { token } = await company.browser.call(makeScimToken, { body: {} });
    const directory = directoryWith(portal, company.organisation.id, token);
    const userName = `third@${company.domain}`;
    const { body: user } = await directory("POST", "/Users", {
      schemas: [userSchema],
      userName,
      active: true,
      emails: [{ value: userName, primary: true }],
    });
    const role = async () =>
      (await directoryRoleOf(portal.context.db, account))?.given?.role ?? null;
    const told = () => newsOf(account);
    // Applications that the member uses hear of each change.
    await portal.database.pool.query(
      `insert into portal.oidc_client (client_id, created_at, metadata)
       values ('told', now(), '{"client_id": "told", "events_uri": "https://told.example/events"}')`,
    );
    await portal.database.pool.query(
      `insert into portal.oidc_consent (account_id, client_id, scope, granted_at)
       values ($1, 'told', 'openid', now())`,
      [account],
    );
    expect(await told()).toBe(1);
    const group = async (displayName: string, externalId?: string) =>
      (
        await directory("POST", "/Groups", {
          schemas: [groupSchema],
          displayName,
          ...(externalId && { externalId }),
          members: [{ value: user.id }],
        })
      ).body.id as string;
    expect(await role()).toBeNull();
    const byName = await group("tokyo");
    expect(await role()).toBe("viewer");
    const byId = await group("Administrators", "karte-admins");
    expect(await role()).toBe("admin");
    expect(await told()).toBe(1);
    await directory("PATCH", `/Groups/${byId}`, patchOf({ op: "remove", path: "members" }));
    expect(await role()).toBe("viewer");
    expect(await told()).toBe(1);
    await directory(
      "PATCH",
      `/Groups/${byName}`,
      patchOf({ op: "replace", path: "displayName", value: "Kyoto" }),
    );
    expect(await role()).toBeNull();
    expect(await told()).toBe(1);
    await directory(
      "PATCH",
      `/Groups/${byName}`,
      patchOf({ op: "replace", path: "displayName", value: "tokyo" }),
    );
    expect(await role()).toBe("viewer");
    await directory("DELETE", `/Users/${user.id}`);
    expect(await role()).toBeNull();
  });

  test("are the owner's alone, sound, and give nobody an ownership", async () => {
    const colleague = portal.browser();
    await comes(colleague, "fourth", []);
    expect((await colleague.attempt(showGroupRoles, {})).error().type).toBe("NotFound");
    const body = { claim: null, mappings: [admins] };
    expect((await colleague.attempt(setGroupRoles, { body })).error().type).toBe("NotFound");
    const { browser } = await newOrganisation(portal);
    for (const mappings of [
      [admins, { ...tokyo, value: admins.value }],
      [{ ...admins, domainGroups: ["東京"] }],
      [{ ...admins, role: "owner" }],
    ]) {
      const unsound = { claim: null, mappings } as typeof body;
      const answer = await browser.attempt(setGroupRoles, { body: unsound });
      expect(answer.error().type).toBe("InvalidInput");
    }
    await browser.call(setGroupRoles, { body });
    expect((await browser.call(previewGroupRoles, { body })).people).toEqual([]);
  });
});
