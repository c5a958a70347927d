import { allEndpoints } from "@sekimori/console-contract/endpoints";
import {
  endMemberSessions,
  findMembers,
  forceMemberReset,
  showHistory,
  showMember,
  unlockMember,
} from "@sekimori/console-contract/endpoints/members";
import { endSession, getSession } from "@sekimori/console-contract/endpoints/session";
import { consoleRoles, mayDo, rights, roles } from "@sekimori/console-contract/rights";
import { type TestClient, testClient } from "@sekimori/kit-development/testing";
import { askWrongly } from "@sekimori/kit-development/testing/wrong-methods";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { appointStaff, removeStaff } from "@sekimori/portal-server/staff";
import { staffRoles } from "@sekimori/portal-server/staff-roles";
import { newMember } from "@sekimori/portal-server/testing/members";
import { addTestPasskey, tryPasskey } from "@sekimori/portal-server/testing/passkeys";
import { follow } from "@sekimori/portal-server/testing/relying-party";
import { password } from "@sekimori/portal-server/testing/sign-up-calls";
import {
  startTestPortal,
  type TestPortal,
  testOrigin,
} from "@sekimori/portal-server/testing/test-portal";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestConsole, type TestConsole } from "../testing/test-console.ts";

// The console as a process puts it together: on the portal's own services and database, with sign-ins
// by the portal.

const minutes = 60_000;

let portal: TestPortal;
let operator: TestConsole;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.reset();
  operator = await startTestConsole(portal);
});
afterEach(() => operator.stop());

const { enter, person, working }: Pick<TestConsole, "enter" | "person" | "working"> = {
  enter: (atPortal) => operator.enter(atPortal),
  person: (...held) => operator.person(...held),
  working: (...held) => operator.working(...held),
};

/** The console again, with other settings. */
async function restart(changes: Readonly<Record<string, string>>): Promise<void> {
  await operator.stop();
  operator = await startTestConsole(portal, changes);
}

const reason = "ticket 12";

const nowhere = "SK-00000000";
const nobody = "00000000-0000-4000-8000-000000000000";

/** A body for each call, about a member. */
const bodies = (member: string): Readonly<Record<string, object | undefined>> => ({
  getSession: undefined,
  endSession: {},
  findMembers: { text: member, reason },
  showMember: { member, reason },
  showHistory: { member, reason },
  unlockMember: { member, reason },
  endMemberSessions: { member, reason },
  forceMemberReset: { member, reason },
  undoMemberEnd: { member, reason },
  copyMember: { member, reason, recipient: "no key", incomplete: false },
  requestAddress: { member, changedAt: "2026-11-20T03:00:00.000Z", reason },
  requestRecovery: { member, identity: "by-letter", reason },
  retryCharge: { invoice: nowhere, reason },
  giveUpInvoice: { invoice: nowhere, reason },
  voidInvoice: { invoice: nowhere, reason },
  refundInvoice: { invoice: nowhere, amount: 1, note: "an outage", reason, key: nobody },
  parkContract: { contract: member, reason },
  releaseContract: { contract: member, parkedFor: "operator", reason },
  requestRefund: { invoice: nowhere, amount: 1, note: "an outage", reason },
  requestClosing: { member: nobody, reason },
  listRequests: {},
  confirmRequest: { request: nobody },
  withdrawRequest: { request: nobody },
  listWork: undefined,
  retryJob: { job: "0" },
  sendMailNow: { mail: nobody },
  resendMessages: { webhook: nobody },
  noteAnswer: { member: nobody },
  showMonth: { month: "2026-10" },
  billDay: { day: "2026-11-01" },
  compareDay: { day: "2099-01-01" },
  closeMonth: { month: "2098-12" },
  exportMonth: { month: "2026-10", format: "freee" },
  listStaff: undefined,
  requestAppointment: { whom: nobody, name: "Nobody", roles: ["auditor"], reason },
  removeStaff: { account: nobody, reason },
  requestRemoval: { account: nobody, reason },
  listMaintenance: undefined,
  // What is closed while others are at it would keep none of them out.
  startMaintenance: { area: "payment", reasonJa: "点検", reasonEn: "A check", minutes: 1 },
  endMaintenance: { area: "sign-up" },
  showFunnel: undefined,
  listPrices: undefined,
  previewPriceMail: undefined,
  requestPrice: { effectiveOn: "2099-01-02", monthlyPrice: 1, taxPercent: 10, reason },
  listKeys: undefined,
  // Nothing is sealed anew before somebody confirms it.
  requestKeys: { kind: "data", reason },
});

/** The one call that has its question in the address. */
const aPrice = "effectiveOn=2099-01-01&monthlyPrice=13200&locale=ja";

/** What whoever may is told of something that is not there. */
const ownAnswers: Readonly<Record<string, string>> = {
  retryCharge: "ChargeRefused",
  giveUpInvoice: "GivingUpRefused",
  voidInvoice: "VoidingRefused",
  refundInvoice: "RefundRefused",
  parkContract: "ParkingRefused",
  releaseContract: "ReleaseRefused",
  requestRefund: "RefundRefused",
  requestClosing: "MemberNotFound",
  confirmRequest: "RequestOver",
  withdrawRequest: "RequestOver",
  retryJob: "WorkOver",
  sendMailNow: "WorkOver",
  resendMessages: "WorkOver",
  noteAnswer: "WorkOver",
  requestAppointment: "MemberNotFound",
  removeStaff: "MemberNotFound",
  requestRemoval: "MemberNotFound",
  compareDay: "DayNotOver",
  closeMonth: "MonthOpen",
  undoMemberEnd: "UndoRefused",
  copyMember: "RecipientRefused",
  requestAddress: "UndoRefused",
  requestRecovery: "RecoveryRefused",
  endMaintenance: "MaintenanceOver",
  requestPrice: "PriceRefused",
};

/** Calls what is declared. @returns the type of what was refused; null: nothing was. */
async function outcome(
  browser: TestClient,
  { name, method, path }: (typeof allEndpoints)[number],
  member: string,
): Promise<string | null> {
  const body = bodies(member)[name];
  const answer = await browser.request({
    method,
    url: name === "previewPriceMail" ? `${path}?${aPrice}` : path,
    ...(body === undefined ? {} : { body }),
  });
  return answer.status === 200 ? null : answer.error().type;
}

test("the roles that may be given are those of the table", () => {
  expect(staffRoles).toEqual(roles);
});

test("each address says which methods it takes to every other one", async () => {
  const asked = await askWrongly(operator.app);
  expect(asked.length).toBeGreaterThan(50);
  expect(asked.filter(({ status, isAllowRight }) => status !== 405 || !isAllowRight)).toEqual([]);
});

describe("every call declares who may", () => {
  test("by an act of the table, or by being for whoever is signed in, and every act has a call", () => {
    expect(operator.app.kit.endpoints.map(({ name }) => name).toSorted()).toEqual(
      allEndpoints.map(({ name }) => name).toSorted(),
    );
    const words = allEndpoints.map(({ access }) => access);
    const acts = words.filter((word) => word !== "staff" && word !== "signed-in");
    expect([...new Set(acts)].toSorted()).toEqual(Object.keys(rights).toSorted());
    const open = allEndpoints.filter(({ access }) => !(access in rights));
    expect(open.map(({ name }) => name)).toEqual(["getSession", "endSession"]);
  });

  // A third administrator is appointed by no command.
  beforeEach(() => portal.database.pool.query("update portal.staff set ended_at = now()"));

  test.each(consoleRoles)(
    "%s may do what the table says, and hears a refusal of all else",
    async (role) => {
      const { browser } = await working(role);
      const { account } = await person();
      await browser.call(getSession, {});
      const expected = allEndpoints
        .filter(({ name }) => name !== "endSession")
        .map(({ name, access }) => {
          const isAct = access !== "staff" && access !== "signed-in";
          const isRefused = isAct && !mayDo([role], access);
          return [name, isRefused ? "NotAllowed" : (ownAnswers[name] ?? null)];
        });
      const seen: (readonly [string, string | null])[] = [];
      for (const endpoint of allEndpoints) {
        if (endpoint.name === "endSession") continue;
        seen.push([endpoint.name, await outcome(browser, endpoint, account)]);
      }
      expect(seen).toEqual(expected);
      await browser.call(endSession, { body: {} });
    },
  );

  test("nobody does anything without being signed in, nor as a member who is none of the staff", async () => {
    const stranger = testClient(operator.app, "127.0.0.1");
    const { browser, led, account } = await working();
    const { browser: integrating } = await working("integrator");
    expect(led).toBe("/");
    await browser.request({ url: "/v1/session" });
    await integrating.request({ url: "/v1/session" });
    await stranger.request({ url: "/v1/session" });
    for (const endpoint of allEndpoints) {
      expect(await outcome(stranger, endpoint, account), endpoint.name).toBe("SessionExpired");
      if (endpoint.name === "endSession") continue;
      expect(await outcome(browser, endpoint, account), endpoint.name).toBe("NotStaff");
      // Integrators have a console apart.
      expect(await outcome(integrating, endpoint, account), endpoint.name).toBe("NotStaff");
    }
    expect((await browser.call(endSession, { body: {} })).next).toContain(testOrigin);
  });
});

describe("a session", () => {
  test("begins with a passkey only, unless a development installation takes any way", async () => {
    await restart({});
    const { atPortal, email } = await person("support");
    const { passkey } = await addTestPasskey(atPortal);
    const byPassword = portal.browser();
    await newMember(portal, byPassword);
    expect((await enter(byPassword)).led).toMatch(/^\/sign-in\?reason=not_strong_enough/);
    const byPasskey = portal.browser();
    expect((await tryPasskey(byPasskey, passkey)).status).toBe(200);
    const { browser, led } = await enter(byPasskey);
    expect([led, email]).toEqual(["/", expect.any(String)]);
    expect(await browser.call(getSession, {})).toMatchObject({ roles: ["support"] });
  });

  test("is over at once for who is removed, and stays over when they are appointed again", async () => {
    const { browser, account, name } = await working("auditor");
    await browser.call(getSession, {});
    const by = { operator: "a test" };
    await removeStaff(portal.context, by, account);
    expect((await browser.attempt(getSession, {})).status).toBe(401);
    await appointStaff(portal.context, by, { account, name, roles: ["auditor"] });
    expect((await browser.attempt(getSession, {})).status).toBe(401);
  });

  test("ends after fifteen minutes that nobody used it", async () => {
    const { browser } = await working("support");
    portal.clock.advance(14 * minutes);
    expect((await browser.attempt(getSession, {})).status).toBe(200);
    portal.clock.advance(15 * minutes);
    expect((await browser.attempt(getSession, {})).status).toBe(401);
  });

  test("of a member at the portal opens nothing here, nor one of here anything there", async () => {
    const { atPortal, browser } = await working("support");
    const [here, there] = [testClient(operator.app, "127.0.0.1"), portal.browser()];
    for (const [name, value] of atPortal.cookies) here.cookies.set(name, value);
    for (const [name, value] of browser.cookies) there.cookies.set(name, value);
    // Under the name that the other looks for, too.
    const token = (of: TestClient, name: string) => of.cookies.get(name) ?? "";
    expect((await here.attempt(getSession, {})).status).toBe(401);
    expect((await there.attempt(getMyProfile, {})).status).toBe(401);
    here.cookies.set("console_session", token(atPortal, "sekimori_session"));
    there.cookies.set("sekimori_session", token(browser, "console_session"));
    expect(token(browser, "console_session")).not.toBe("");
    expect(token(atPortal, "sekimori_session")).not.toBe("");
    expect((await here.attempt(getSession, {})).status).toBe(401);
    expect((await there.attempt(getMyProfile, {})).status).toBe(401);
  });
});

test("other networks than the allowed ones are refused whatever they ask for, and probes are answered", async () => {
  await restart({ CONSOLE_ALLOWED_NETWORKS: "10.8.0.0/16" });
  const [inside, outside] = [
    testClient(operator.app, "10.8.3.4"),
    testClient(operator.app, "10.9.3.4"),
  ];
  for (const url of ["/", "/v1/session", "/openid/sign-in", "/assets/x.js"]) {
    expect((await outside.request({ url })).error().type, url).toBe("NetworkNotAllowed");
  }
  expect((await inside.request({ url: "/v1/session" })).error().type).toBe("SessionExpired");
  for (const url of ["/healthz", "/readyz"]) {
    expect((await outside.request({ url })).status, url).toBe(200);
  }
});

describe("members", () => {
  async function events(account: string) {
    const { rows } = await portal.database.pool.query<{ action: string; detail: object }>(
      `select action, detail from portal.audit_event
       where account_id = $1 and detail ? 'operator' order by id`,
      [account],
    );
    return rows;
  }

  test("are found, opened, unlocked and signed out by somebody's name, for a reason", async () => {
    const { browser, name } = await working("support");
    const { atPortal, email, account } = await person();
    for (let n = 0; n < 21; n += 1) {
      await portal
        .browser("198.18.9.7")
        .attempt(signIn, { body: { email, password: "Wrong-Pass1" } });
    }
    await browser.call(getSession, {});
    const found = await browser.call(findMembers, { body: { text: email, reason } });
    expect(found).toMatchObject({ members: [{ id: account, standing: "active" }], more: false });
    // A list shows no address.
    expect(JSON.stringify(found)).not.toContain(email);

    const body = { member: account, reason };
    const shown = await browser.call(showMember, { body });
    expect(shown).toMatchObject({ id: account, email, money: { contract: { plan: "free" } } });
    expect(shown.access.locks).toMatchObject([{ of: "passwords", until: expect.any(String) }]);

    const { locks } = await browser.call(unlockMember, { body });
    expect(locks).toHaveLength(1);
    expect((await browser.call(showMember, { body })).access.locks).toEqual([]);

    await browser.call(endMemberSessions, { body: { ...body, reason: "ticket 13" } });
    expect((await atPortal.attempt(getMyProfile, {})).status).toBe(401);

    const { entries } = await browser.call(showHistory, { body });
    expect(entries[0]).toMatchObject({
      operator: name,
      detail: { reason: "ticket 13" },
    });
    const by = { operator: name, reason };
    expect(await events(account)).toMatchObject([
      { action: "operator.accounts-searched", detail: by },
      { action: "operator.account-read", detail: { ...by, shown: "account" } },
      { action: "operator.account-unlocked", detail: { ...by, locks: 1 } },
      { action: "operator.account-read", detail: { ...by, shown: "account" } },
      { action: "session.ended", detail: { operator: name, reason: "ticket 13" } },
      { action: "operator.account-read", detail: { ...by, shown: "history" } },
    ]);
  });

  test("history comes in parts by a cursor, and a reason and a whole term are asked for", async () => {
    const { browser } = await working("auditor");
    const { account, email } = await person();
    await portal.database.pool.query(
      `select portal.append_audit($1::uuid, 'session.ended', now(), null, null, '{}'::jsonb)
       from generate_series(1, 60)`,
      [account],
    );
    await browser.call(getSession, {});
    const body = { member: account, reason };
    const first = await browser.call(showHistory, { body });
    expect([first.entries.length, first.next]).toEqual([50, first.entries.at(-1)?.id]);
    const rest = await browser.call(showHistory, { body: { ...body, before: first.next ?? "" } });
    expect(rest.next).toBeNull();
    expect(rest.entries.length).toBeGreaterThan(10);

    const attempt = (text: string, why: string) =>
      browser.attempt(findMembers, { body: { text, reason: why } });
    expect((await attempt(email, " ")).error()).toMatchObject({
      type: "InvalidInput",
      fields: [{ path: "reason" }],
    });
    expect((await attempt("h@", reason)).error().type).toBe("SearchInvalid");
    const nobody = { member: "00000000-0000-4000-8000-000000000000", reason };
    for (const endpoint of [showMember, showHistory] as const) {
      expect((await browser.attempt(endpoint, { body: nobody })).error().type).toBe(
        "MemberNotFound",
      );
    }
  });

  test("are made to set a new password, for a reason", async () => {
    const { browser, name } = await working("security");
    const { atPortal, account, email } = await person();
    await browser.call(getSession, {});
    await browser.call(forceMemberReset, { body: { member: account, reason } });
    expect((await atPortal.attempt(getMyProfile, {})).status).toBe(401);
    const again = await portal.browser().call(signIn, { body: { email, password } });
    expect(again.status).toBe("RESET_PASSWORD");
    const detail = { operator: name, reason };
    expect(await events(account)).toEqual([
      { action: "session.ended", detail },
      { action: "operator.reset-forced", detail },
    ]);
  });

  test("who does not exist can be neither unlocked, signed out nor made to set a password", async () => {
    const { browser } = await working("security");
    await browser.call(getSession, {});
    const body = { member: "00000000-0000-4000-8000-000000000000", reason };
    for (const endpoint of [unlockMember, endMemberSessions, forceMemberReset] as const) {
      expect((await browser.attempt(endpoint, { body })).error().type).toBe("MemberNotFound");
    }
  });
});

test("a sign-in counts in the browser that began it: nobody is given somebody else's session", async () => {
  const { atPortal } = await person("support");
  const begun = await testClient(operator.app, "127.0.0.1").request({ url: "/openid/sign-in" });
  const arrival = await follow(atPortal, String(begun.headers.location));
  const victim = testClient(operator.app, "127.0.0.1");
  const answer = await victim.request({ url: arrival.url.pathname + arrival.url.search });
  expect(String(answer.headers.location)).toMatch(/^\/sign-in\?reason=expired/);
});
