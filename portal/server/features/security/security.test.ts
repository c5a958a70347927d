import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import {
  endOtherSessions,
  endSession,
  listActivity,
  listSessions,
  reportActivity,
} from "@sekimori/portal-contract/endpoints/security";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOperator } from "../../operator.ts";
import { accountIdOf, newMember } from "../../testing/members.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { readAuditChain } from "../audit/audit-chain.ts";
import { linkAudit } from "../audit/linked-audit.ts";
import { collectPersonalData } from "../data-export/collect.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

async function memberInTwoBrowsers() {
  const [desk, phone] = [portal.browser(), portal.browser()];
  const { email } = await newMember(portal, desk);
  await phone.call(signIn, { body: { email, password } });
  return { desk, phone, email };
}

describe("sessions", () => {
  test("are listed, and one or all others can be ended", async () => {
    const { desk, phone, email } = await memberInTwoBrowsers();
    const third = portal.browser();
    await third.call(signIn, { body: { email, password } });
    const { sessions } = await desk.call(listSessions, {});
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    const own = (await phone.call(listSessions, {})).sessions.find(({ current }) => current);
    await desk.call(endSession, { params: { id: own?.id ?? "" } });
    expect((await phone.attempt(getMyProfile, {})).status).toBe(401);
    expect(await desk.call(endOtherSessions, { body: {} })).toEqual({ ended: 1 });
    expect((await third.attempt(getMyProfile, {})).status).toBe(401);
    await desk.call(getMyProfile, {});
  });

  test("of somebody else are not there", async () => {
    const { desk } = await memberInTwoBrowsers();
    const stranger = portal.browser();
    await newMember(portal, stranger);
    const [first] = (await desk.call(listSessions, {})).sessions;
    const answer = await stranger.attempt(endSession, { params: { id: first?.id ?? "" } });
    expect(answer.error().type).toBe("NotFound");
    await desk.call(getMyProfile, {});
  });
});

describe("the activity log", () => {
  test("shows the member's own acts, newest first, and nobody else's", async () => {
    const { desk, email } = await memberInTwoBrowsers();
    await portal.browser().attempt(signIn, { body: { email, password: "Wrong-Pass1" } });
    const { entries, next } = await desk.call(listActivity, { query: {} });
    expect(entries.map(({ action }) => action)).toEqual([
      "sign-in.failed",
      "sign-in.succeeded",
      "sign-up.completed",
      "terms.agreed",
      "sign-up.started",
    ]);
    expect(next).toBeNull();
    const older = await desk.call(listActivity, { query: { before: entries[2]?.id ?? "" } });
    expect(older.entries.map(({ action }) => action)).toEqual(["terms.agreed", "sign-up.started"]);
  });

  test("goes on after an operator has acted on the account, and shows nothing of it", async () => {
    const { desk, email } = await memberInTwoBrowsers();
    const account = await accountIdOf(portal, email);
    const { entries } = await desk.call(listActivity, { query: {} });
    const operator = createOperator(portal, "a tester");
    await operator.inquire(account, { ja: "住所", en: "Address" });
    expect((await desk.call(listActivity, { query: {} })).entries).toEqual(entries);
    const copy = await collectPersonalData(portal.context, account);
    expect(copy?.activity.map(({ action }) => action)).toEqual(
      entries.map(({ action }) => action).toReversed(),
    );
    const { rows } = await portal.database.pool.query<{ id: string }>(
      "select id from portal.audit_event where action like 'operator.%' and account_id = $1",
      [account],
    );
    expect(rows).toHaveLength(1);
    const reported = await desk.attempt(reportActivity, { body: { id: rows[0]?.id ?? "" } });
    expect(reported.error().type).toBe("NotFound");
  });

  test("«this wasn't me» ends the other sessions and forces a new password", async () => {
    const { desk, phone, email } = await memberInTwoBrowsers();
    const { entries } = await desk.call(listActivity, { query: {} });
    await desk.call(reportActivity, { body: { id: entries[0]?.id ?? "" } });
    expect((await phone.attempt(getMyProfile, {})).status).toBe(401);
    const outcome = await phone.call(signIn, { body: { email, password } });
    expect(outcome.status).toBe("RESET_PASSWORD");
    const foreign = await desk.attempt(reportActivity, { body: { id: "999999999" } });
    expect(foreign.error().type).toBe("NotFound");
  });

  test("is a chain that cannot be changed, and shows where it was broken", async () => {
    const broken = async () => {
      await linkAudit(portal.context);
      return (await readAuditChain(portal.database.db)).firstBroken;
    };
    await memberInTwoBrowsers();
    expect(await broken()).toBeNull();
    const { pool } = portal.database;
    await expect(pool.query("delete from portal.audit_event where id = 2")).rejects.toThrow(
      "append-only",
    );
    await pool.query("alter table portal.audit_event disable trigger audit_event_append_only");
    await pool.query("update portal.audit_event set device = 'forged' where id = 3");
    expect(await broken()).toBe("1");
  });
});
