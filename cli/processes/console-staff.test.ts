import { showHistory } from "@sekimori/console-contract/endpoints/members";
import {
  confirmRequest,
  listRequests,
  withdrawRequest,
} from "@sekimori/console-contract/endpoints/requests";
import { getSession } from "@sekimori/console-contract/endpoints/session";
import {
  listStaff,
  removeStaff,
  requestAppointment,
  requestRemoval,
} from "@sekimori/console-contract/endpoints/staff";
import type { TestClient } from "@sekimori/kit-development/testing";
import { setClocks } from "@sekimori/portal-server/testing/moving-days";
import { startTestPortal, type TestPortal } from "@sekimori/portal-server/testing/test-portal";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { outcome, startTestConsole, type TestConsole } from "../testing/test-console.ts";

// Who works at the console, seen and changed there: appointed by two, removed by one unless an administrator.

const reason = "ticket 12";

let portal: TestPortal;
let operator: TestConsole;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
  operator = await startTestConsole(portal);
});
afterAll(async () => {
  await operator.stop();
  await portal.close();
});
beforeEach(async () => {
  setClocks(portal, "2026-11-20T03:00:00Z");
  await portal.database.pool.query("update portal.staff set ended_at = now()");
  await portal.database.pool.query("delete from portal.staff_request");
});

async function administrators() {
  const [asker, other] = [
    await operator.returning("administrator"),
    await operator.returning("administrator"),
  ];
  return { asker, other, asking: await asker.enter(), agreeing: await other.enter() };
}

const rolesOf = async (browser: TestClient, account: string) =>
  (await browser.call(listStaff, {})).staff.find((one) => one.account === account)?.roles;

test("somebody is appointed by two, by an address, whatever comes at once: once, with both names", async () => {
  const { asker, other, asking, agreeing } = await administrators();
  const { email, account, atPortal } = await operator.person();
  const body = { whom: ` ${email.toUpperCase()} `, name: "Hanako", roles: ["support"], reason };
  const asked = await asking.call(requestAppointment, { body: { ...body, roles: ["support"] } });
  expect(asked).toMatchObject({
    act: "appoint-staff",
    member: account,
    staff: { name: "Hanako", roles: ["support"] },
  });
  expect(await rolesOf(asking, account)).toBeUndefined();
  const confirm = { request: asked.id };
  expect(await outcome(asking, confirmRequest, confirm)).toBe("OwnRequest");
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => outcome(agreeing, confirmRequest, confirm)),
  );
  expect(answers.filter((answer) => answer === null)).toHaveLength(1);
  expect(new Set(answers)).toEqual(new Set([null, "RequestOver"]));
  const { rows } = await portal.database.pool.query(
    "select detail from portal.audit_event where account_id = $1 and action = 'operator.staff-appointed'",
    [account],
  );
  expect(rows).toEqual([
    {
      detail: {
        name: "Hanako",
        roles: "support",
        reason,
        operator: asker.name,
        confirmedBy: other.name,
      },
    },
  ]);
  const { browser } = await operator.enter(atPortal);
  expect(await browser.call(getSession, {})).toMatchObject({ name: "Hanako", roles: ["support"] });
  // Whoever is none of the administrators sees who works here, and changes nothing.
  const { staff } = await browser.call(listStaff, {});
  expect(staff).toHaveLength(3);
  expect(staff.find((one) => one.account === account)).toMatchObject({
    isSelf: true,
    appointedBy: asker.name,
    lastSeenAt: expect.stringMatching(/^2026-11-20T03:0/),
  });
  expect(await outcome(browser, requestAppointment, body)).toBe("NotAllowed");
  const { entries } = await asking.call(showHistory, { body: { member: account, reason } });
  expect(entries.map(({ detail }) => detail)).toContainEqual(
    expect.objectContaining({ name: "Hanako", roles: "support" }),
  );
});

test("roles are changed by two as well; nobody confirms their own, nor takes a colleague's name", async () => {
  const { asker, other, asking, agreeing } = await administrators();
  const support = await operator.person("support");
  const wanted = { whom: support.account, name: support.name, reason };
  const body = { ...wanted, roles: ["support", "billing"] as const };
  const { id } = await asking.call(requestAppointment, {
    body: { ...body, roles: [...body.roles] },
  });
  await agreeing.call(confirmRequest, { body: { request: id } });
  expect(await rolesOf(asking, support.account)).toEqual(["support", "billing"]);
  expect(await outcome(asking, requestAppointment, { ...body, name: other.name })).toBe(
    "StaffNameTaken",
  );
  for (const whom of ["nobody@example.com", "nobody", "00000000-0000-4000-8000-000000000000"]) {
    expect(await outcome(asking, requestAppointment, { ...body, whom })).toBe("MemberNotFound");
  }
  expect(await outcome(asking, requestAppointment, { ...body, roles: [] })).toBe("InvalidInput");
  // What is about oneself is confirmed by a third.
  const own = {
    whom: other.account,
    name: other.name,
    roles: ["administrator", "security"],
    reason,
  };
  const about = (await outcome(asking, requestAppointment, own)) ?? "asked";
  expect(about).toBe("asked");
  const [waiting] = (await agreeing.call(listRequests, { body: {} })).requests;
  expect(await outcome(agreeing, confirmRequest, { request: waiting?.id })).toBe("OwnRequest");
  expect(asker.account).not.toBe(other.account);
});

test.each([
  ["another appointment is asked for", null],
  ["it is declined", "RequestOver"],
])(
  "an appointment is confirmed while %s: neither waits for the other forever",
  async (_, second) => {
    const { asking, agreeing } = await administrators();
    const support = await operator.person("support");
    const wanted = { whom: support.account, name: support.name, reason };
    const body = { ...wanted, roles: ["billing" as const] };
    const { id: request } = await asking.call(requestAppointment, { body });
    // Whoever confirms has come as far as the account.
    const other = await portal.database.pool.connect();
    const isWaiting = async () => {
      const { rows } = await other.query<{ count: number }>(
        `select count(*)::int from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.count;
    };
    try {
      await other.query("begin");
      await other.query("select from portal.account where id = $1 for update", [support.account]);
      const confirmed = outcome(agreeing, confirmRequest, { request });
      await expect.poll(isWaiting, { timeout: 10_000 }).toBe(1);
      const next =
        second === null
          ? outcome(asking, requestAppointment, { ...body, roles: ["auditor"] })
          : outcome(asking, withdrawRequest, { request });
      await expect.poll(isWaiting, { timeout: 10_000 }).toBe(2);
      await other.query("commit");
      expect([await confirmed, await next]).toEqual([null, second]);
    } finally {
      other.release(true);
    }
  },
);

test("the name is taken meanwhile: the request can't be done, and waits to be declined", async () => {
  const { asking, agreeing } = await administrators();
  const [first, second] = [await operator.person(), await operator.person()];
  const wanted = { name: "Same name", roles: ["auditor" as const], reason };
  const one = await asking.call(requestAppointment, { body: { ...wanted, whom: first.account } });
  const two = await asking.call(requestAppointment, { body: { ...wanted, whom: second.account } });
  const answers = await Promise.all(
    [one, two].map(({ id }) => outcome(agreeing, confirmRequest, { request: id })),
  );
  expect(answers.toSorted()).toEqual(["RequestImpossible", null].toSorted());
  expect((await asking.call(listRequests, { body: {} })).requests).toHaveLength(1);
});

test("one administrator removes a colleague at once, and an administrator is removed by two", async () => {
  const { asker, other, asking, agreeing } = await administrators();
  const support = await operator.working("support");
  await support.browser.call(getSession, {});
  const meant = (account: string) => ({ account, reason });
  expect(await outcome(support.browser, removeStaff, meant(asker.account))).toBe("NotAllowed");
  await asking.call(removeStaff, { body: meant(support.account) });
  expect((await support.browser.attempt(getSession, {})).status).toBe(401);
  expect(await outcome(asking, removeStaff, meant(support.account))).toBe("MemberNotFound");
  const { rows } = await portal.database.pool.query(
    "select detail from portal.audit_event where account_id = $1 and action = 'operator.staff-removed'",
    [support.account],
  );
  expect(rows).toEqual([{ detail: { operator: asker.name, name: support.name, reason } }]);

  expect(await outcome(asking, removeStaff, meant(other.account))).toBe("AdministratorStays");
  expect(await outcome(asking, removeStaff, meant(asker.account))).toBe("AdministratorStays");
  // Neither can confirm their own: a third decides, whom no command appoints.
  const third = await operator.returning("support");
  const roles = ["administrator" as const];
  const wanted = { whom: third.account, name: third.name, roles, reason };
  const appointment = await asking.call(requestAppointment, { body: wanted });
  await agreeing.call(confirmRequest, { body: { request: appointment.id } });
  const { id, staff } = await asking.call(requestRemoval, { body: meant(other.account) });
  expect(staff).toEqual({ name: other.name, roles: [] });
  expect(await outcome(agreeing, confirmRequest, { request: id })).toBe("OwnRequest");
  const deciding = await third.enter();
  await deciding.call(confirmRequest, { body: { request: id } });
  expect((await agreeing.attempt(getSession, {})).status).toBe(401);
  expect(await rolesOf(deciding, other.account)).toBeUndefined();
});

test("that somebody is here is kept once a minute", async () => {
  const { asker, asking } = await administrators();
  const seen = async () => {
    const { rows } = await portal.database.pool.query<{ at: Date }>(
      "select last_seen_at as at from portal.staff where account_id = $1",
      [asker.account],
    );
    return rows[0]?.at.getTime();
  };
  const first = (await seen()) ?? 0;
  portal.clock.advance(30_000);
  await asking.call(getSession, {});
  expect(await seen()).toBe(first);
  portal.clock.advance(30_000);
  await asking.call(getSession, {});
  expect(await seen()).toBeGreaterThanOrEqual(first + 60_000);
});
