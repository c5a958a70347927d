import { hashToken } from "@sekimori/kit-server/cookies";
import type { Pipeline } from "@sekimori/kit-server/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMember } from "../../testing/members.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { openKnownBrowserSession, type ProvedInBrowser } from "./known-browser-session.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

async function provedMember(): Promise<ProvedInBrowser> {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  const { rows } = await portal.database.pool.query<{ id: string; password_hash: string }>(
    `select a.id, c.password_hash
     from portal.account a join portal.credential c on c.account_id = a.id
     where a.email_digest = $1`,
    [portal.context.digests.email(email)],
  );
  const [account] = rows;
  if (account === undefined) throw new Error("The member is not there.");
  return {
    accountId: account.id,
    passwordHash: account.password_hash,
    guessKey: `guess of ${account.id}`,
    deviceToken: browser.cookies.get("sekimori_device") ?? "",
  };
}

/** The portal's pipeline, with the number of statements it was asked for. */
function countingPipeline() {
  const counted = { statements: 0 };
  const pipeline: Pipeline = {
    query: (text, values) => {
      counted.statements += 1;
      return portal.context.pipeline.query(text, values);
    },
    close: async () => undefined,
  };
  return { counted, pipeline };
}

const client = { ipAddress: "198.51.100.7", device: 'Chrome "new", {Windows}' };
const open = (pipeline: Pipeline, proved: ProvedInBrowser, from = client) =>
  openKnownBrowserSession(pipeline, proved, from, new Date());

async function written(table: "portal.session" | "portal.audit_event", accountId: string) {
  const { rows } = await portal.database.pool.query<{ device: string }>(
    `select device from ${table} where account_id = $1 and device = $2`,
    [accountId, client.device],
  );
  return rows.length;
}

test("members whose passwords were checked together are signed in by one statement, each as one", async () => {
  const members = [await provedMember(), await provedMember(), await provedMember()];
  for (const { guessKey } of members) {
    await portal.database.pool.query(
      "insert into kit.rate_limit (key, points, expire) values ($1, 3, 9999999999999)",
      [guessKey],
    );
  }
  const { counted, pipeline } = countingPipeline();
  const sessions = await Promise.all(members.map((member) => open(pipeline, member)));
  expect(counted.statements).toBe(1);
  for (const [index, { accountId, guessKey }] of members.entries()) {
    const { rows } = await portal.database.pool.query(
      `select account_id, host(ip_address) as ip, device, first_factor, second_factor, second_way
       from portal.session where token_digest = $1`,
      [hashToken(sessions[index]?.token ?? "")],
    );
    expect(rows).toEqual([
      {
        account_id: accountId,
        ip: client.ipAddress,
        device: client.device,
        first_factor: "password",
        second_factor: false,
        second_way: null,
      },
    ]);
    expect(await written("portal.audit_event", accountId)).toBe(1);
    const { rows: guesses } = await portal.database.pool.query(
      "select key from kit.rate_limit where key = $1",
      [guessKey],
    );
    expect(guesses).toEqual([]);
  }
});

test("of those together, who is asked more, or whose password has changed, is left to the long way", async () => {
  const [fine, changed, factor, stranger] = [
    await provedMember(),
    await provedMember(),
    await provedMember(),
    await provedMember(),
  ];
  await portal.database.pool.query("update portal.account set mfa_enabled = true where id = $1", [
    factor.accountId,
  ]);
  const { counted, pipeline } = countingPipeline();
  const sessions = await Promise.all([
    open(pipeline, { ...changed, passwordHash: "another" }),
    open(pipeline, fine),
    open(pipeline, factor),
    open(pipeline, { ...stranger, deviceToken: fine.deviceToken }),
  ]);
  expect(counted.statements).toBe(1);
  expect(sessions.map((session) => session !== undefined)).toEqual([false, true, false, false]);
  for (const { accountId } of [changed, factor, stranger]) {
    expect(await written("portal.session", accountId)).toBe(0);
    expect(await written("portal.audit_event", accountId)).toBe(0);
  }
});

test("of two of one account in one browser one is left to the long way, and nothing is written twice", async () => {
  const member = await provedMember();
  const { pipeline } = countingPipeline();
  const sessions = await Promise.all([open(pipeline, member), open(pipeline, member)]);
  expect(sessions.filter((session) => session !== undefined)).toHaveLength(1);
  expect(await written("portal.session", member.accountId)).toBe(1);
  expect(await written("portal.audit_event", member.accountId)).toBe(1);
});

test("who cannot be written down fails alone", async () => {
  const [fine, odd] = [await provedMember(), await provedMember()];
  const { pipeline } = countingPipeline();
  const outcomes = await Promise.allSettled([
    open(pipeline, odd, { ...client, ipAddress: "no address" }),
    open(pipeline, fine),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  expect(await written("portal.session", fine.accountId)).toBe(1);
});

test("an account that is being changed at this moment keeps nobody waiting", async () => {
  const [fine, locked] = [await provedMember(), await provedMember()];
  const holder = await portal.database.pool.connect();
  try {
    await holder.query("begin");
    await holder.query("select from portal.account where id = $1 for update", [locked.accountId]);
    const { pipeline } = countingPipeline();
    const sessions = await Promise.all([open(pipeline, locked), open(pipeline, fine)]);
    expect(sessions.map((session) => session !== undefined)).toEqual([false, true]);
  } finally {
    await holder.query("rollback");
    holder.release();
  }
});
