import { removeOrganisation } from "@sekimori/portal-contract/endpoints/organisation";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import {
  endScimToken,
  makeScimToken,
  showProvisioning,
} from "@sekimori/portal-contract/endpoints/provisioning";
import { listActivity } from "@sekimori/portal-contract/endpoints/security";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { linkToOrganisation } from "@sekimori/portal-contract/endpoints/single-sign-on";
import * as oidc from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type CompanyWithDirectory,
  type Directory,
  directoryWith,
  groupSchema,
  patchOf,
  personAt,
  userSchema,
  withDirectory,
} from "../../testing/directory.ts";
import { accountIdOf, newMember } from "../../testing/members.ts";
import { WrittenRecords } from "../../testing/organisations.ts";
import {
  authorizationRequest,
  exchange,
  follow,
  newRelyingParty,
} from "../../testing/relying-party.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { join, joinedMember, lastMade, person, signInAt } from "../../testing/single-sign-on.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { warnOfTokens } from "./provisioning-jobs.ts";

const records = new WrittenRecords();
let portal: TestPortal;
let company: CompanyWithDirectory;
let directory: Directory;
beforeAll(async () => {
  portal = await startTestPortal(
    { LIMIT_FACTOR: "1000" },
    { scheduled: false, textRecords: records },
  );
  company = await withDirectory(portal, records);
  ({ directory } = company);
});
afterAll(() => portal.close());

let serial = 0;
const newColleague = () => `person-${++serial}@${company.domain}`;
const isIn = async (browser: ReturnType<TestPortal["browser"]>) =>
  (await browser.attempt(getMyProfile, {})).status === 200;

async function added(email = newColleague(), more: object = {}) {
  const answer = await directory("POST", "/Users", personAt(email, more));
  expect(answer.body).toMatchObject({ userName: email });
  return { id: String(answer.body.id), email, answer };
}

const switchOff = (id: string) =>
  directory("PATCH", `/Users/${id}`, patchOf({ op: "replace", path: "active", value: false }));
const switchOn = (id: string) =>
  directory("PATCH", `/Users/${id}`, patchOf({ op: "replace", path: "active", value: true }));

const scimTypeOf = async (answer: ReturnType<Directory>) => {
  const { status, body } = await answer;
  expect(body).toMatchObject({
    schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
    status: String(status),
    detail: expect.stringMatching(/^\S.*\.$/),
  });
  return [status, body.scimType];
};

describe("tokens", () => {
  test("two at most, shown once, with expiry and last use; ended at once", async () => {
    const other = await withDirectory(portal, records);
    const { browser, organisation } = other;
    const second = await browser.call(makeScimToken, { body: {} });
    expect((await browser.attempt(makeScimToken, { body: {} })).error().type).toBe(
      "ScimTokensFull",
    );
    const calls = directoryWith(portal, organisation.id, second.token);
    expect((await calls("GET", "/Users")).status).toBe(200);
    const shown = await browser.call(showProvisioning, {});
    expect(shown).toMatchObject({
      baseUrl: expect.stringMatching(`/scim/v2/${organisation.id}$`),
      tokens: [
        { hint: other.token.slice(-4), lastUsedAt: null, isExpired: false },
        { hint: second.token.slice(-4), lastUsedAt: expect.any(String) },
      ],
    });
    const rows = await portal.database.pool.query("select * from portal.scim_token");
    expect(JSON.stringify(rows.rows)).not.toContain(second.token);
    const ended = await browser.call(endScimToken, { params: { id: shown.tokens[1]?.id ?? "" } });
    expect(ended.tokens).toHaveLength(1);
    expect((await calls("GET", "/Users")).status).toBe(401);
    // Nobody but its owner can end or see one.
    const stranger = await company.browser.attempt(endScimToken, {
      params: { id: ended.tokens[0]?.id ?? "" },
    });
    expect(stranger.error().type).toBe("NotFound");
  });

  test("a token is good for a year; its owners are told before it ends", async () => {
    const other = await withDirectory(portal, records);
    const mails = () =>
      portal.mails.to(other.email).filter(({ text }) => text.includes(other.token.slice(-4)))
        .length;
    const days = async (count: number) => {
      portal.clock.advance(count * 86_400_000);
      await warnOfTokens(portal.context);
      await warnOfTokens(portal.context);
      await portal.jobsDone();
      return mails();
    };
    const began = portal.clock.now();
    try {
      expect(await days(334)).toBe(0);
      expect(await days(2)).toBe(1);
      expect(await days(22)).toBe(2);
      expect((await other.directory("GET", "/Users")).status).not.toBe(401);
      expect(await days(6)).toBe(3);
      expect(await days(2)).toBe(3);
      expect((await other.directory("GET", "/Users")).status).toBe(401);
    } finally {
      portal.clock.advance(began.getTime() - portal.clock.now().getTime());
    }
  });

  test.each([
    ["none", undefined],
    ["a wrong one", `sks_${"A".repeat(43)}`],
    ["no token at all", "hello"],
  ])("%s is refused as SCIM refuses", async (_name, token) => {
    const calls = directoryWith(portal, company.organisation.id, token);
    for (const path of ["/Users", "/Groups", "/ServiceProviderConfig", "/Nothing"]) {
      const answer = await calls("GET", path);
      expect(answer.status).toBe(401);
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
      expect(answer.body.schemas).toEqual(["urn:ietf:params:scim:api:messages:2.0:Error"]);
    }
  });
});

test("what the server can do is told", async () => {
  const config = await directory("GET", "/ServiceProviderConfig");
  expect(config.headers["content-type"]).toBe("application/scim+json; charset=utf-8");
  expect(config.body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
    sort: { supported: false },
    etag: { supported: true },
    changePassword: { supported: false },
  });
  expect((await directory("GET", "/ResourceTypes")).body.totalResults).toBe(2);
  expect((await directory("GET", "/ResourceTypes/User")).body.endpoint).toBe("/Users");
  const all = await directory("GET", "/Schemas");
  expect(all.body.Resources.map(({ id }: { id: string }) => id)).toEqual([userSchema, groupSchema]);
  expect((await directory("GET", `/Schemas/${groupSchema}`)).body.name).toBe("Group");
  expect((await directory("GET", "/Schemas?filter=x")).status).toBe(403);
});

describe("people", () => {
  test("are made, read, found, changed and removed", async () => {
    const externalId = "Ext-found";
    const { id, email, answer } = await added(undefined, { externalId });
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toMatch(new RegExp(`/scim/v2/.*/Users/${id}$`));
    expect(answer.headers.etag).toBe('W/"1"');
    expect(answer.body).toMatchObject({
      schemas: [userSchema],
      active: true,
      name: { familyName: "森", givenName: "葵" },
      meta: { resourceType: "User", version: 'W/"1"' },
    });
    const find = async (filter: string) =>
      (await directory("GET", `/Users?filter=${encodeURIComponent(filter)}`)).body;
    for (const filter of [
      `userName eq "${email.toUpperCase()}"`,
      `externalId eq "${externalId}"`,
      `emails[type eq "work" and value eq "${email}"]`,
      `emails.value eq "${email}"`,
      `id eq "${id}"`,
      `userName sw "${email.slice(0, -3)}"`,
    ]) {
      expect([filter, (await find(filter)).totalResults]).toEqual([filter, 1]);
    }
    expect(await find('userName eq "nobody"')).toMatchObject({ totalResults: 0, Resources: [] });
    expect((await find(`externalId eq "${externalId.toLowerCase()}"`)).totalResults).toBe(0);
    const put = await directory("PUT", `/Users/${id}`, personAt(email, { displayName: "葵" }));
    expect(put.body).toMatchObject({ displayName: "葵", active: true });
    expect(put.body.externalId).toBeUndefined();
    expect((await directory("DELETE", `/Users/${id}`)).status).toBe(204);
    expect((await directory("GET", `/Users/${id}`)).status).toBe(404);
    expect((await directory("DELETE", `/Users/${id}`)).status).toBe(404);
  });

  test("names and addresses are sealed", async () => {
    const { email } = await added();
    const rows = await portal.database.pool.query(
      "select encode(personal, 'escape') as p, scim_user.* from portal.scim_user",
    );
    expect(JSON.stringify(rows.rows)).not.toContain(email);
  });

  test("a name or an identifier is one person's in the organisation, and another's elsewhere", async () => {
    const { email, id } = await added(undefined, { externalId: "one" });
    const post = (body: object) => scimTypeOf(directory("POST", "/Users", body));
    expect(await post(personAt(email.toUpperCase()))).toEqual([409, "uniqueness"]);
    expect(await post(personAt(newColleague(), { externalId: "one" }))).toEqual([
      409,
      "uniqueness",
    ]);
    const other = await added();
    const change = patchOf({ op: "replace", path: "userName", value: email });
    expect(await scimTypeOf(directory("PATCH", `/Users/${other.id}`, change))).toEqual([
      409,
      "uniqueness",
    ]);
    const elsewhere = await withDirectory(portal, records);
    const same = personAt(`x@${elsewhere.domain}`, { externalId: "one" });
    expect((await elsewhere.directory("POST", "/Users", same)).status).toBe(201);
    const both = await Promise.all(
      [1, 2].map(() => directory("POST", "/Users", personAt(`race@${company.domain}`))),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    await directory("DELETE", `/Users/${id}`);
  });

  test("only addresses of verified domains", async () => {
    for (const email of ["x@gmail.com", `x@sub.${company.domain}`, "x@example.com"]) {
      expect(await scimTypeOf(directory("POST", "/Users", personAt(email)))).toEqual([
        400,
        "invalidValue",
      ]);
    }
    const { id, email } = await added();
    const moved = patchOf({
      op: "replace",
      path: 'emails[type eq "work"].value',
      value: "a@b.com",
    });
    expect((await directory("PATCH", `/Users/${id}`, moved)).status).toBe(400);
    expect((await directory("GET", `/Users/${id}`)).body.emails[0].value).toBe(email);
    // A name that is no address is a name.
    const named = await directory(
      "POST",
      "/Users",
      personAt(newColleague(), { userName: `mori-${serial}` }),
    );
    expect(named.status).toBe(201);
  });

  test("another organisation sees nothing, finds nothing and changes nothing", async () => {
    const { id, email } = await added();
    const other = await withDirectory(portal, records);
    const group = await directory("POST", "/Groups", {
      schemas: [groupSchema],
      displayName: "営業部",
      members: [{ value: id }],
    });
    const foreign: [string, string][] = [
      ["GET", `/Users/${id}`],
      ["PUT", `/Users/${id}`],
      ["PATCH", `/Users/${id}`],
      ["DELETE", `/Users/${id}`],
      ["GET", `/Groups/${group.body.id}`],
      ["DELETE", `/Groups/${group.body.id}`],
    ];
    for (const [method, path] of foreign) {
      const body =
        method === "PUT"
          ? personAt(`x@${other.domain}`)
          : method === "PATCH"
            ? patchOf({ op: "replace", value: { active: false } })
            : undefined;
      const answer = await other.directory(method as "GET", path, body);
      expect([method, path, answer.status]).toEqual([method, path, 404]);
    }
    expect((await other.directory("GET", "/Users")).body.totalResults).toBe(0);
    expect((await other.directory("GET", "/Groups")).body.totalResults).toBe(0);
    // Nor is its token good at this organisation's address.
    const crossed = directoryWith(portal, company.organisation.id, other.token);
    expect((await crossed("GET", `/Users/${id}`)).status).toBe(401);
    const stolen = await other.directory("POST", "/Groups", {
      schemas: [groupSchema],
      displayName: "x",
      members: [{ value: id }],
    });
    expect(stolen.status).toBe(400);
    // Nor may it list this organisation's people as its own.
    expect((await other.directory("POST", "/Users", personAt(email))).status).toBe(400);
  });

  test("pages, chosen attributes, versions", async () => {
    const other = await withDirectory(portal, records);
    const calls = other.directory;
    for (let one = 1; one <= 5; one += 1) {
      await calls("POST", "/Users", personAt(`p${one}@${other.domain}`));
    }
    const page = (await calls("GET", "/Users?startIndex=2&count=2")).body;
    expect(page).toMatchObject({ totalResults: 5, startIndex: 2, itemsPerPage: 2 });
    expect(page.Resources.map(({ userName }: { userName: string }) => userName)).toEqual([
      `p2@${other.domain}`,
      `p3@${other.domain}`,
    ]);
    expect((await calls("GET", "/Users?count=0")).body).toMatchObject({
      totalResults: 5,
      Resources: [],
    });
    expect((await calls("GET", "/Users?startIndex=-3&count=-1")).body.startIndex).toBe(1);
    const search = await calls("POST", "/Users/.search", {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:SearchRequest"],
      filter: `userName eq "p1@${other.domain}"`,
    });
    expect(search.body.totalResults).toBe(1);
    const { id } = page.Resources[0];
    const only = (await calls("GET", `/Users/${id}?attributes=userName,emails.value`)).body;
    expect(only).toEqual({
      schemas: [userSchema],
      id,
      userName: `p2@${other.domain}`,
      emails: [{ value: `p2@${other.domain}` }],
    });
    const without = (await calls("GET", `/Users/${id}?excludedAttributes=name,meta,id`)).body;
    expect(Object.keys(without).sort()).toEqual(["active", "emails", "id", "schemas", "userName"]);
    expect((await calls("GET", "/Users?sortBy=userName")).status).toBe(501);
    const change = patchOf({ op: "replace", path: "displayName", value: "x" });
    const stale = await calls("PATCH", `/Users/${id}`, change, { "if-match": 'W/"7"' });
    expect(stale.status).toBe(412);
    const fresh = await calls("PATCH", `/Users/${id}`, change, { "if-match": 'W/"1"' });
    expect([fresh.status, fresh.headers.etag]).toEqual([200, 'W/"2"']);
    expect(
      (await calls("GET", `/Users/${id}`, undefined, { "if-none-match": 'W/"2"' })).status,
    ).toBe(304);
    expect((await calls("DELETE", `/Users/${id}`, undefined, { "if-match": 'W/"1"' })).status).toBe(
      412,
    );
  });
});

describe("access", () => {
  test("who is switched off loses sessions, grants and sign-ins at once and no data, and comes back", async () => {
    const email = newColleague();
    const member = await joinedMember(portal, company, email);
    const account = await accountIdOf(portal, email);
    const party = await newRelyingParty(portal, { isFirstParty: true });
    const started = await authorizationRequest(party, { scope: "openid email" });
    const tokens = await exchange(
      party,
      started,
      (await follow(member.browser, started.url.href)).url,
    );
    const userInfo = () => oidc.fetchUserInfo(party.configuration, tokens.access_token, account);
    expect(await userInfo()).toMatchObject({ email });
    const { id } = await added(email);
    expect((await directory("GET", `/Users/${id}`)).body.active).toBe(true);
    const count = async (table: string) => {
      const { rows } = await portal.database.pool.query(
        `select count(*)::int as n from ${table} where account_id = $1`,
        [account],
      );
      return rows[0].n;
    };
    const before = [await count("portal.contract"), await count("portal.sso_identity")];
    expect(await isIn(member.browser)).toBe(true);

    expect((await switchOff(id)).body.active).toBe(false);
    expect(await isIn(member.browser)).toBe(false);
    expect([await count("portal.session"), await count("portal.trusted_browser")]).toEqual([0, 0]);
    const grants = await portal.database.pool.query(
      "select model from portal.oidc_record where payload ->> 'accountId' = $1",
      [account],
    );
    expect(grants.rows.map(({ model }) => model)).not.toContain("Grant");
    await expect(userInfo()).rejects.toThrow();
    const told = await portal.database.pool.query(
      "select 1 from portal.audit_event where account_id = $1 and action = 'organisation.access-ended'",
      [account],
    );
    expect(told.rowCount).toBe(1);
    // Neither by the company's provider, nor by a password set by mail meanwhile.
    const again = await signInAt(portal.browser(), company, member.identity);
    expect(again.error().type).toBe("AccessEnded");
    expect(await count("portal.sso_identity")).toBe(before[1]);

    expect((await switchOn(id)).body.active).toBe(true);
    const back = portal.browser();
    expect((await signInAt(back, company, member.identity)).status).toBe(200);
    expect(await isIn(back)).toBe(true);
    expect([await count("portal.contract"), await count("portal.sso_identity")]).toEqual(before);
    const acts = (await back.call(listActivity, { query: {} })).entries.map(({ action }) => action);
    expect(acts).toContain("organisation.access-ended");
    expect(acts).toContain("organisation.access-restored");
  });

  test("our own applications are told until they hear it, also when they were withdrawn before", async () => {
    const email = newColleague();
    await joinedMember(portal, company, email);
    const account = await accountIdOf(portal, email);
    const client = `own-${++serial}`;
    await portal.database.pool.query(
      `insert into portal.oidc_client (client_id, metadata, created_at)
       select $1, metadata || jsonb_build_object('client_id', $1::text, 'first_party', true,
         'events_uri', 'https://own.example/events'), now()
       from portal.oidc_client limit 1`,
      [client],
    );
    const { id } = await added(email);
    await switchOff(id);
    const { rows } = await portal.database.pool.query(
      "select max_attempts from graphile_worker.jobs where key = $1",
      [`application-event:access-ended:${client}:${account}`],
    );
    expect(rows).toEqual([{ max_attempts: 32767 }]);
    await portal.database.pool.query("delete from portal.oidc_client where client_id = $1", [
      client,
    ]);
  });

  test("who leaves the organisation while the directory switches them off is not kept out", async () => {
    const email = newColleague();
    await joinedMember(portal, company, email);
    const account = await accountIdOf(portal, email);
    const holder = await portal.database.pool.connect();
    try {
      await holder.query("begin");
      await holder.query("select from portal.account where id = $1 for update", [account]);
      const off = directory("POST", "/Users", personAt(email, { active: false }));
      await expect
        .poll(async () => {
          const waiting = await portal.database.pool.query(
            "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%portal%account%for update%'",
          );
          return waiting.rowCount;
        })
        .toBeGreaterThan(0);
      await holder.query("delete from portal.organisation_member where account_id = $1", [account]);
      await holder.query("commit");
      expect((await off).status).toBe(201);
    } finally {
      holder.release();
    }
    const { rows } = await portal.database.pool.query(
      "select access_ended_at from portal.account where id = $1",
      [account],
    );
    expect(rows).toEqual([{ access_ended_at: null }]);
  });

  test("a session that slipped through counts for nothing", async () => {
    const email = newColleague();
    const member = await joinedMember(portal, company, email);
    await portal.database.pool.query(
      "update portal.account set access_ended_at = $2 where id = $1",
      [await accountIdOf(portal, email), portal.clock.now()],
    );
    expect(await isIn(member.browser)).toBe(false);
  });

  test("a member with a password and a known browser is kept out as well", async () => {
    const email = newColleague();
    const owner = portal.browser();
    await newMember(portal, owner, { email });
    await signInAt(owner, company, person(email));
    await owner.call(linkToOrganisation, { body: {} });
    const { id } = await added(email);
    expect(await isIn(owner)).toBe(true);
    await switchOff(id);
    expect(await isIn(owner)).toBe(false);
    for (const browser of [owner, portal.browser()]) {
      const answer = await browser.attempt(signIn, { body: { email, password } });
      expect([answer.status, answer.error().type]).toEqual([403, "AccessEnded"]);
    }
    const wrong = await owner.attempt(signIn, { body: { email, password: "Wrong-Pass1" } });
    expect(wrong.error().type).toBe("UsernamePasswordIncorrect");
    await switchOn(id);
    await owner.call(signIn, { body: { email, password } });
    expect(await isIn(owner)).toBe(true);
  });

  test("who is removed loses the same, and is back when added anew", async () => {
    const email = newColleague();
    const member = await joinedMember(portal, company, email);
    const { id } = await added(email);
    expect((await directory("DELETE", `/Users/${id}`)).status).toBe(204);
    expect(await isIn(member.browser)).toBe(false);
    expect((await signInAt(portal.browser(), company, member.identity)).error().type).toBe(
      "AccessEnded",
    );
    await added(email);
    const back = portal.browser();
    await signInAt(back, company, member.identity);
    expect(await isIn(back)).toBe(true);
  });

  test("an account of the domain that has not agreed is not touched", async () => {
    const email = newColleague();
    const browser = portal.browser();
    await newMember(portal, browser, { email });
    const { id } = await added(email);
    await switchOff(id);
    expect(await isIn(browser)).toBe(true);
    await directory("DELETE", `/Users/${id}`);
    expect(await isIn(browser)).toBe(true);
    const entry = await portal.database.pool.query(
      "select 1 from portal.scim_user where account_id = $1",
      [await accountIdOf(portal, email)],
    );
    expect(entry.rowCount).toBe(0);
  });

  test("who was added is told before they join, and has the entry from then on", async () => {
    const email = newColleague();
    const { id } = await added(email);
    const browser = portal.browser();
    expect((await signInAt(browser, company, person(email))).json()).toEqual({ status: "JOIN" });
    expect((await join(browser)).status).toBe(200);
    const { latest } = await company.browser.call(showProvisioning, {});
    expect(latest.find((one) => one.id === id)).toMatchObject({ joined: true, active: true });
    await switchOff(id);
    expect(await isIn(browser)).toBe(false);
  });

  test("who is switched off in the directory does not join", async () => {
    const email = newColleague();
    await added(email, { active: false });
    const browser = portal.browser();
    expect((await signInAt(browser, company, person(email))).json()).toEqual({ status: "JOIN" });
    expect((await join(browser)).error().type).toBe("AccessEnded");
    expect(await isIn(browser)).toBe(false);
    const { rowCount } = await portal.database.pool.query(
      "select 1 from portal.account where email_digest = $1",
      [portal.context.digests.email(email)],
    );
    expect(rowCount).toBe(0);
  });

  test("the directory's identifier comes before the address", async () => {
    const email = newColleague();
    const member = await joinedMember(portal, company, email);
    const { choose } = await lastMade(portal);
    // Somebody else got the address; the entry with the identifier is the member's.
    const { id } = await added(newColleague(), { externalId: choose });
    await added(email, { active: false });
    expect(await isIn(member.browser)).toBe(true);
    await switchOff(id);
    expect(await isIn(member.browser)).toBe(false);
  });

  test("an owner is never switched off or removed, and the refusal changes nothing", async () => {
    // The owner comes by the company's provider too.
    await portal.database.pool.query("update portal.account set email_digest = $2 where id = $1", [
      await accountIdOf(portal, company.email),
      portal.context.digests.email(`owner@${company.domain}`),
    ]);
    const { id } = await added(`owner@${company.domain}`);
    for (const attempt of [
      () => switchOff(id),
      () =>
        directory(
          "PATCH",
          `/Users/${id}`,
          patchOf(
            { op: "replace", path: "displayName", value: "changed" },
            { op: "replace", value: { active: false } },
          ),
        ),
      () =>
        directory("PUT", `/Users/${id}`, personAt(`owner@${company.domain}`, { active: false })),
      () => directory("DELETE", `/Users/${id}`),
    ]) {
      expect(await scimTypeOf(attempt())).toEqual([403, undefined]);
    }
    const entry = await directory("GET", `/Users/${id}`);
    expect(entry.body).toMatchObject({ active: true, meta: { version: 'W/"1"' } });
    expect(entry.body.displayName).toBeUndefined();
    expect(await isIn(company.browser)).toBe(true);
    // Everybody at once: the owner alone is left.
    const all = (await directory("GET", "/Users?count=200")).body.Resources;
    const statuses = await Promise.all(
      all.map(
        async (one: { id: string }) => (await directory("DELETE", `/Users/${one.id}`)).status,
      ),
    );
    expect(statuses.filter((status) => status !== 204)).toEqual([403]);
    expect(await isIn(company.browser)).toBe(true);
    expect((await directory("GET", "/Users")).body.totalResults).toBe(1);
  });

  test("the owners see every act of the directory", async () => {
    const { entries } = await company.browser.call(listActivity, { query: {} });
    const acts = new Set(entries.map(({ action }) => action));
    expect(acts).toContain("directory.person-removed");
    const rows = await portal.database.pool.query(
      "select distinct action from portal.audit_event where action like 'directory.%' order by 1",
    );
    expect(rows.rows.map(({ action }) => action)).toEqual([
      "directory.group-changed",
      "directory.person-added",
      "directory.person-changed",
      "directory.person-removed",
      "directory.person-switched-off",
      "directory.person-switched-on",
    ]);
  });

  test("without the plan people can be taken out, and nobody let in", async () => {
    const other = await withDirectory(portal, records);
    const email = `late@${other.domain}`;
    const member = await joinedMember(portal, other, email);
    const calls = other.directory;
    const { body } = await calls("POST", "/Users", personAt(email));
    await portal.database.pool.query(
      "update portal.contract set plan = 'free' where account_id = $1",
      [await accountIdOf(portal, other.email)],
    );
    expect(await scimTypeOf(calls("POST", "/Users", personAt(`n@${other.domain}`)))).toEqual([
      403,
      undefined,
    ]);
    const off = patchOf({ op: "replace", value: { active: false } });
    expect((await calls("PATCH", `/Users/${body.id}`, off)).status).toBe(200);
    expect(await isIn(member.browser)).toBe(false);
    const on = patchOf({ op: "replace", value: { active: true } });
    expect((await calls("PATCH", `/Users/${body.id}`, on)).status).toBe(403);
    const made = await other.browser.attempt(makeScimToken, { body: {} });
    expect(made.error().type).toBe("OrganisationNotIncluded");
    // Removing the organisation frees whom it kept out.
    await other.browser.call(removeOrganisation, {});
    const { rows } = await portal.database.pool.query(
      "select access_ended_at from portal.account where id = $1",
      [await accountIdOf(portal, email)],
    );
    expect(rows).toEqual([{ access_ended_at: null }]);
    expect((await calls("GET", "/Users")).status).toBe(401);
  });
});

describe("groups", () => {
  test("keep their people, whoever changes them at once", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => added()));
    const ids = people.map(({ id }) => id).sort();
    const made = await directory("POST", "/Groups", {
      schemas: [groupSchema],
      displayName: "開発部",
      externalId: "g-1",
    });
    expect(made.status).toBe(201);
    const path = `/Groups/${made.body.id}`;
    const members = async () =>
      ((await directory("GET", path)).body.members ?? []).map(
        ({ value }: { value: string }) => value,
      );
    const adds = ids.map((value) =>
      directory("PATCH", path, patchOf({ op: "Add", path: "members", value: [{ value }] })),
    );
    expect((await Promise.all(adds)).map(({ status }) => status)).toEqual(ids.map(() => 204));
    expect(await members()).toEqual(ids);
    expect((await directory("GET", `/Users/${ids[0]}`)).body.groups).toMatchObject([
      { value: made.body.id, display: "開発部" },
    ]);
    const of = encodeURIComponent(`members[value eq "${ids[0]}"]`);
    expect((await directory("GET", `/Groups?filter=${of}`)).body.totalResults).toBe(1);
    expect(
      (await directory("GET", "/Groups?excludedAttributes=members")).body.Resources[0].members,
    ).toBeUndefined();
    const someone = encodeURIComponent("members pr");
    expect(await scimTypeOf(directory("GET", `/Groups?filter=${someone}`))).toEqual([
      400,
      "tooMany",
    ]);
    const renamed = patchOf({ op: "replace", path: "members.value", value: ids[1] });
    expect(await scimTypeOf(directory("PATCH", path, renamed))).toEqual([400, "mutability"]);
    expect(await members()).toEqual(ids);
    const { headers } = await directory("GET", path);
    await directory("DELETE", `/Users/${ids[0]}`);
    expect(await members()).toEqual(ids.slice(1));
    // What was read before is no longer so.
    const stale = patchOf({ op: "replace", path: "displayName", value: "企画部" });
    const answer = await directory("PATCH", path, stale, { "if-match": String(headers.etag) });
    expect(answer.status).toBe(412);
    const again = { schemas: [groupSchema], displayName: "x", externalId: "g-1" };
    expect(await scimTypeOf(directory("POST", "/Groups", again))).toEqual([409, "uniqueness"]);
    expect((await directory("DELETE", path)).status).toBe(204);
    expect((await directory("GET", `/Users/${ids[1]}`)).body.active).toBe(true);
  });
});

test("somebody removed while their group is changed is left out of it, and the change is made", async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => added()));
  const ids = people.map(({ id }) => id);
  const { body } = await directory("POST", "/Groups", {
    schemas: [groupSchema],
    displayName: "総務部",
    members: ids.map((value) => ({ value })),
  });
  const path = `/Groups/${body.id}`;
  const changes = ids.flatMap((id, n) => [
    directory("PATCH", path, patchOf({ op: "replace", path: "displayName", value: `総務${n}` })),
    directory("DELETE", `/Users/${id}`),
  ]);
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(
    ids.flatMap(() => [204, 204]),
  );
  expect((await directory("GET", path)).body.members).toBeUndefined();
});

describe("lists", () => {
  test("show as many groups as have ten thousand members together, and at least one", async () => {
    const other = await withDirectory(portal, records);
    await portal.database.pool.query(
      `with people as (
         insert into portal.scim_user
           (id, organisation_id, user_name_digest, email_digest, personal, active, created_at, changed_at)
         select gen_random_uuid(), $1, 'name ' || n, 'mail ' || n, '\\x', true, now(), now()
         from generate_series(1, 5000) n returning id
       ), groups as (
         insert into portal.scim_group (id, organisation_id, display_name, created_at, changed_at)
         select gen_random_uuid(), $1, 'group ' || n, now() + n * interval '1 ms', now()
         from generate_series(1, 3) n returning id
       )
       insert into portal.scim_group_member (group_id, user_id)
       select groups.id, people.id from groups, people`,
      [other.organisation.id],
    );
    const { body } = await other.directory("GET", "/Groups?count=200");
    expect([body.totalResults, body.itemsPerPage, body.Resources.length]).toEqual([3, 2, 2]);
    const next = await other.directory("GET", "/Groups?startIndex=3&count=200");
    expect([next.body.totalResults, next.body.itemsPerPage]).toEqual([3, 1]);
    const short = await other.directory("GET", "/Groups?count=200&excludedAttributes=members");
    expect(short.body.itemsPerPage).toBe(3);
    const inAny = encodeURIComponent("groups pr");
    expect(await scimTypeOf(other.directory("GET", `/Users?filter=${inAny}`))).toEqual([
      400,
      "tooMany",
    ]);
  });
});

describe("bad input", () => {
  const many = Array.from({ length: 1_000 }, () => ({
    op: "add",
    path: "displayName",
    value: "x",
  }));
  const nested = `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`;
  test.each<[string, unknown, number, string | undefined]>([
    ["no JSON", "{", 400, "invalidSyntax"],
    ["nesting", nested, 400, "invalidSyntax"],
    ["no object", "[]", 400, "invalidSyntax"],
    ["no schema", { userName: "a" }, 400, "invalidSyntax"],
    ["no name", { schemas: [userSchema] }, 400, "invalidValue"],
    ["a name that is no text", personAt("x", { userName: { a: 1 } }), 400, "invalidValue"],
    ["a long name", personAt("x", { userName: "x".repeat(600) }), 400, "invalidValue"],
    ["a NUL", personAt("x", { displayName: "a\u0000b" }), 400, "invalidValue"],
    ["half a letter", personAt("x", { displayName: "\ud800" }), 400, "invalidValue"],
    ["active that is none", personAt("x", { active: "perhaps" }), 400, "invalidValue"],
    [
      "many addresses",
      personAt("x", { emails: Array.from({ length: 11 }, (_, n) => ({ value: `${n}@x.jp` })) }),
      400,
      "invalidValue",
    ],
    [
      "two main addresses",
      personAt("x", { emails: [1, 2].map((n) => ({ value: `${n}@x.jp`, primary: true })) }),
      400,
      "invalidValue",
    ],
    ["no address", personAt("x", { emails: [], userName: "aoi" }), 400, "invalidValue"],
    ["half a megabyte", personAt("x", { junk: "x".repeat(600_000) }), 413, undefined],
  ])("of somebody new: %s", async (_name, body, status, scimType) => {
    expect(await scimTypeOf(directory("POST", "/Users", body))).toEqual([status, scimType]);
  });

  test("of a change: each refused whole", async () => {
    const { id } = await added();
    const cases: [unknown, number, string | undefined][] = [
      [patchOf(...many), 413, undefined],
      // One operation without a path holds any number of changes.
      [
        patchOf({
          op: "replace",
          value: Object.fromEntries(
            Array.from({ length: 101 }, (_, n) => [`${" ".repeat(n)}displayName`, "x"]),
          ),
        }),
        413,
        undefined,
      ],
      [patchOf({ op: "move", path: "displayName" }), 400, "invalidSyntax"],
      [patchOf({ op: "remove" }), 400, "noTarget"],
      [patchOf({ op: "remove", path: "userName" }), 400, "mutability"],
      [patchOf({ op: "replace", path: "id", value: "x" }), 400, "mutability"],
      [patchOf({ op: "replace", path: "groups", value: [] }), 400, "mutability"],
      [patchOf({ op: "replace", path: "nonsense", value: 1 }), 400, "invalidPath"],
      [patchOf({ op: "replace", path: "__proto__.polluted", value: 1 }), 400, "invalidPath"],
      [patchOf({ op: "add", value: { "constructor.prototype.x": 1 } }), 400, "invalidPath"],
      [patchOf({ op: "replace", value: { nonsense: 1 } }), 400, "invalidPath"],
      [
        patchOf({ op: "replace", path: 'emails[type eq "home"].value', value: "x" }),
        400,
        "noTarget",
      ],
      [patchOf({ op: "replace", path: "emails[", value: "x" }), 400, "invalidPath"],
      [patchOf({ op: "replace", path: "emails[x eq 1]", value: "x" }), 400, "invalidFilter"],
      [patchOf({ op: "replace", path: 7, value: "x" }), 400, "invalidPath"],
      [patchOf({ op: "add", path: "displayName" }), 400, "invalidValue"],
      [{ schemas: [userSchema], Operations: [] }, 400, "invalidSyntax"],
      [{ Operations: "x" }, 400, "invalidSyntax"],
    ];
    for (const [body, ...expected] of cases) {
      const answer = await scimTypeOf(directory("PATCH", `/Users/${id}`, body));
      expect([JSON.stringify(body).slice(0, 90), ...answer]).toEqual([
        JSON.stringify(body).slice(0, 90),
        ...expected,
      ]);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect((await directory("GET", `/Users/${id}`)).body.meta.version).toBe('W/"1"');
    // A good change before a bad one is not made either.
    const half = patchOf(
      { op: "replace", path: "displayName", value: "half" },
      { op: "replace", path: "nonsense", value: 1 },
    );
    await directory("PATCH", `/Users/${id}`, half);
    expect((await directory("GET", `/Users/${id}`)).body.displayName).toBeUndefined();
  });

  test("what is not done here is said", async () => {
    expect(await scimTypeOf(directory("POST", "/Bulk", {}))).toEqual([501, undefined]);
    expect(await scimTypeOf(directory("GET", "/Me"))).toEqual([501, undefined]);
    expect(await scimTypeOf(directory("POST", "/.search", {}))).toEqual([501, undefined]);
    for (const [method, path, allow] of [
      ["DELETE", "/Users", "GET, POST"],
      ["POST", "/ServiceProviderConfig", "GET"],
      ["POST", "/Groups/x", "GET, PUT, PATCH, DELETE"],
    ] as const) {
      const refused = await directory(method, path, {});
      expect([refused.status, refused.headers.allow], path).toEqual([405, allow]);
    }
    expect(await scimTypeOf(directory("GET", "/Nothing"))).toEqual([404, undefined]);
    expect(await scimTypeOf(directory("GET", "/Users/none"))).toEqual([404, undefined]);
    const text = { "content-type": "text/plain" };
    expect(await scimTypeOf(directory("POST", "/Users", "x", text))).toEqual([415, undefined]);
    const json = { "content-type": "application/json" };
    expect((await directory("POST", "/Users", personAt(newColleague()), json)).status).toBe(201);
    const both = "/Users?attributes=id&excludedAttributes=name";
    expect(await scimTypeOf(directory("GET", both))).toEqual([400, "invalidValue"]);
    expect(await scimTypeOf(directory("GET", "/Users?count=many"))).toEqual([400, "invalidValue"]);
    const hostile = encodeURIComponent(`${"(".repeat(300)}userName pr`);
    expect(await scimTypeOf(directory("GET", `/Users?filter=${hostile}`))).toEqual([
      400,
      "invalidFilter",
    ]);
  });
});
