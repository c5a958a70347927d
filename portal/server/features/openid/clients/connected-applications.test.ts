import { readFileSync } from "node:fs";
import {
  listApplications,
  withdrawAccess,
} from "@sekimori/portal-contract/endpoints/connected-applications";
import { finishInteraction, showInteraction } from "@sekimori/portal-contract/endpoints/openid";
import { listActivity } from "@sekimori/portal-contract/endpoints/security";
import { signIn, signOut } from "@sekimori/portal-contract/endpoints/sign-in";
import * as oidc from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LogoutListener, startLogoutListener } from "../../../testing/logout-listener.ts";
import { newMember } from "../../../testing/members.ts";
import {
  authorizationRequest,
  exchange,
  follow,
  interactionOf,
  isAsked,
  newRelyingParty,
  type RelyingParty,
} from "../../../testing/relying-party.ts";
import { password } from "../../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../../testing/test-portal.ts";

type Browser = ReturnType<TestPortal["browser"]>;

let portal: TestPortal;
let listener: LogoutListener;
let third: RelyingParty;
let ours: RelyingParty;
beforeAll(async () => {
  listener = await startLogoutListener();
  portal = await startTestPortal({}, { outbound: listener.outbound });
  third = await newRelyingParty(portal, { name: "Ledger of Kyobashi" });
  ours = await newRelyingParty(portal, { name: "Karte", isFirstParty: true });
});
afterAll(async () => {
  await portal.close();
  listener.close();
});

const whileAway = { scope: "openid email offline_access", prompt: "consent" };

async function member() {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  return { browser, email };
}

/** Asks for access, and has it allowed where the person is asked. */
async function connect(
  browser: Browser,
  party: RelyingParty,
  changes: Readonly<Record<string, string>> = { scope: "openid email" },
) {
  const started = await authorizationRequest(party, changes);
  let arrival = await follow(browser, started.url.href);
  const asked = isAsked(arrival);
  if (asked) {
    const { redirectUrl } = await browser.call(finishInteraction, {
      params: { uid: interactionOf(arrival) },
      body: { decision: "allow" },
    });
    arrival = await follow(browser, redirectUrl);
  }
  return { started, arrival, asked, tokens: await exchange(party, started, arrival.url) };
}

const applicationsOf = async (browser: Browser) =>
  (await browser.call(listApplications, {})).applications;

const withdraw = (browser: Browser, { clientId }: RelyingParty) =>
  browser.call(withdrawAccess, { body: { client: clientId } });

const renew = (
  { configuration }: RelyingParty,
  { refresh_token = "" }: { refresh_token?: string },
) => oidc.refreshTokenGrant(configuration, refresh_token);

const withdrawals = async (browser: Browser) =>
  (await browser.call(listActivity, { query: {} })).entries.filter(
    ({ action }) => action === "consent.withdrawn",
  );

const recordsOf = async ({ clientId }: RelyingParty, accountId: unknown) => {
  const { rows } = await portal.database.pool.query<{ model: string }>(
    `select model from portal.oidc_record
     where payload ->> 'clientId' = $1 and payload ->> 'accountId' = $2 order by model`,
    [clientId, accountId],
  );
  return rows.map(({ model }) => model);
};

describe("the list", () => {
  test("is empty until something has access", async () => {
    const { browser } = await member();
    expect(await applicationsOf(browser)).toEqual([]);
  });

  test("names each application once, ours and others', with all that it may do", async () => {
    const { browser } = await member();
    await connect(browser, third);
    await connect(browser, third, whileAway);
    await connect(browser, ours, { scope: "openid profile plan" });
    expect(await applicationsOf(browser)).toEqual([
      {
        id: ours.clientId,
        name: "Karte",
        firstParty: true,
        startUrl: null,
        scopes: ["openid", "profile", "plan"],
        since: expect.any(String),
      },
      {
        id: third.clientId,
        name: "Ledger of Kyobashi",
        firstParty: false,
        startUrl: null,
        scopes: ["openid", "email", "offline_access"],
        since: expect.any(String),
      },
    ]);
  });

  test("shows a claim that was allowed by itself as the scope that gives it", async () => {
    const { browser } = await member();
    const claims = JSON.stringify({ userinfo: { address: null } });
    await connect(browser, ours, { scope: "openid", claims });
    const [application] = await applicationsOf(browser);
    expect(application?.scopes).toEqual(["openid", "address"]);
  });

  test("leaves out what the application is not registered for any more", async () => {
    const { browser } = await member();
    const party = await newRelyingParty(portal, { scopes: ["profile", "email"] });
    await connect(browser, party, { scope: "openid profile email" });
    await newRelyingParty(portal, { clientId: party.clientId, scopes: ["email"] });
    const [application] = await applicationsOf(browser);
    expect(application?.scopes).toEqual(["openid", "email"]);
  });

  test("keeps what is remembered, not what ended with its session", async () => {
    const { browser, email } = await member();
    await connect(browser, third);
    await connect(browser, ours);
    const since = (await applicationsOf(browser)).find(({ id }) => id === third.clientId)?.since;
    await browser.call(signOut, { body: {} });
    portal.clock.advance(60_000);
    await browser.call(signIn, { body: { email, password } });
    await connect(browser, third);
    const [only, ...others] = await applicationsOf(browser);
    expect(only).toMatchObject({ id: third.clientId, scopes: ["openid", "email"], since });
    expect(others).toEqual([]);
  });

  test("shows a member's own only", async () => {
    const [one, other] = [await member(), await member()];
    await connect(one.browser, third);
    expect(await applicationsOf(other.browser)).toEqual([]);
  });
});

describe("withdrawing", () => {
  test("makes every code and token worthless, and has consent asked again", async () => {
    const { browser } = await member();
    const { tokens } = await connect(browser, third, whileAway);
    const session = await connect(browser, third);
    const pending = await authorizationRequest(third, { scope: "openid email" });
    const back = await follow(browser, pending.url.href);
    const subject = tokens.claims()?.sub ?? "";
    await oidc.fetchUserInfo(third.configuration, tokens.access_token, subject);
    expect(await recordsOf(third, subject)).toEqual(
      expect.arrayContaining(["AccessToken", "AuthorizationCode", "Grant", "RefreshToken"]),
    );

    await withdraw(browser, third);

    await expect(renew(third, tokens)).rejects.toMatchObject({ error: "invalid_grant" });
    await expect(exchange(third, pending, back.url)).rejects.toMatchObject({
      error: "invalid_grant",
    });
    for (const { access_token: token } of [tokens, session.tokens]) {
      await expect(oidc.fetchUserInfo(third.configuration, token, subject)).rejects.toMatchObject({
        status: 401,
      });
      expect(await oidc.tokenIntrospection(third.configuration, token)).toEqual({ active: false });
    }
    expect(await recordsOf(third, subject)).toEqual([]);
    expect(await applicationsOf(browser)).toEqual([]);

    const next = await authorizationRequest(third, { scope: "openid email" });
    const asked = await follow(browser, next.url.href);
    const uid = interactionOf(asked);
    expect(await browser.call(showInteraction, { params: { uid } })).toMatchObject({
      step: "consent",
      scopes: ["openid", "email"],
    });
    const silent = await authorizationRequest(third, { scope: "openid", prompt: "none" });
    const refused = await follow(browser, silent.url.href);
    expect(refused.url.searchParams.get("error")).toBe("consent_required");
  });

  test("reaches access that was granted in a session long over", async () => {
    const { browser, email } = await member();
    const { tokens } = await connect(browser, third, whileAway);
    await browser.call(signOut, { body: {} });
    await browser.call(signIn, { body: { email, password } });
    const renewed = await renew(third, tokens);
    await withdraw(browser, third);
    await expect(renew(third, renewed)).rejects.toMatchObject({ error: "invalid_grant" });
  });

  test("reaches the tokens of grants that are older than what names them", async () => {
    const { browser } = await member();
    const { tokens } = await connect(browser, third, whileAway);
    const subject = tokens.claims()?.sub;
    const { pool } = portal.database;
    await pool.query(
      `update portal.oidc_record set grant_id = null
       where model = 'Grant' and payload ->> 'accountId' = $1`,
      [subject],
    );
    const migration = new URL("../../../migrations/012-openid-account-grants.sql", import.meta.url);
    const [, nameThem = ""] = readFileSync(migration, "utf8").split(";");
    await pool.query(nameThem);
    await withdraw(browser, third);
    expect(await recordsOf(third, subject)).toEqual([]);
  });

  test("a second time, or where there is nothing, does nothing", async () => {
    const { browser } = await member();
    await connect(browser, third);
    expect(await withdraw(browser, third)).toEqual({});
    expect(await withdraw(browser, third)).toEqual({});
    await browser.call(withdrawAccess, { body: { client: "no-such-application" } });
    expect(await withdrawals(browser)).toHaveLength(1);
  });

  test("many times at once is one act", async () => {
    const { browser } = await member();
    await connect(browser, third, whileAway);
    await connect(browser, third);
    await Promise.all(Array.from({ length: 8 }, () => withdraw(browser, third)));
    expect(await withdrawals(browser)).toHaveLength(1);
    expect(await applicationsOf(browser)).toEqual([]);
  });

  test("touches no other member and no other application", async () => {
    const [one, other] = [await member(), await member()];
    await connect(one.browser, third, whileAway);
    const theirs = await connect(other.browser, third, whileAway);
    const own = await connect(one.browser, ours);
    await withdraw(one.browser, third);
    expect((await renew(third, theirs.tokens)).access_token).toBeDefined();
    expect((await renew(ours, own.tokens)).access_token).toBeDefined();
    expect((await connect(other.browser, third)).asked).toBe(false);
    expect((await applicationsOf(one.browser)).map(({ id }) => id)).toEqual([ours.clientId]);
    expect(await withdrawals(other.browser)).toEqual([]);
  });

  test("from our own application ends what it has; it asks nobody the next time", async () => {
    const { browser } = await member();
    const { tokens } = await connect(browser, ours);
    await withdraw(browser, ours);
    await expect(renew(ours, tokens)).rejects.toMatchObject({ error: "invalid_grant" });
    expect(await applicationsOf(browser)).toEqual([]);
    const again = await connect(browser, ours);
    expect(again.asked).toBe(false);
    expect((await renew(ours, again.tokens)).access_token).toBeDefined();
  });

  test("while the application asks again leaves it nothing of what was remembered", async () => {
    const { browser, email } = await member();
    const subject = (await connect(browser, third)).tokens.claims()?.sub;
    // A session of its own has no grant yet, so that one is made from what is remembered.
    const fresh = portal.browser();
    await fresh.call(signIn, { body: { email, password } });
    const { pool } = portal.database;
    const withdrawal = await pool.connect();
    await withdrawal.query("begin");
    await withdrawal.query("delete from portal.oidc_consent where account_id = $1", [subject]);
    let arrived = false;
    const request = await authorizationRequest(third, { scope: "openid email" });
    const arrival = follow(fresh, request.url.href).finally(() => {
      arrived = true;
    });
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => arrived || (await pool.query(waiting)).rowCount).toBeTruthy();
    await withdrawal.query("delete from portal.oidc_record where payload ->> 'accountId' = $1", [
      subject,
    ]);
    await withdrawal.query("commit");
    withdrawal.release();
    expect(interactionOf(await arrival)).toBeDefined();
    expect(await recordsOf(third, subject)).toEqual([]);
  });

  test("needs no fresh sign-in, and has a limit", async () => {
    const { browser } = await member();
    await connect(browser, third);
    portal.clock.advance(60 * 60_000);
    await withdraw(browser, third);
    expect(await applicationsOf(browser)).toEqual([]);
    for (let call = 1; call < 60; call += 1) await withdraw(browser, third);
    const answer = await browser.attempt(withdrawAccess, { body: { client: third.clientId } });
    expect(answer.error().type).toBe("TooManyRequest");
  });
});

describe("an application with a back-channel address", () => {
  let party: RelyingParty;
  beforeAll(async () => {
    party = await newRelyingParty(portal, { backChannelLogoutUri: listener.address });
  });

  test("hears of it for each session that it was used in, and once", async () => {
    const { browser, email } = await member();
    const second = portal.browser();
    await second.call(signIn, { body: { email, password } });
    const sids = [
      (await connect(browser, party)).tokens.claims()?.sid,
      (await connect(second, party)).tokens.claims()?.sid,
    ];
    await withdraw(browser, party);
    const { told } = listener;
    await expect.poll(() => told.map(({ sid }) => sid).toSorted()).toEqual(sids.toSorted());
    expect(told[0]).toMatchObject({ aud: party.clientId });
    await second.call(signOut, { body: {} });
    await connect(browser, party);
    await withdraw(browser, party);
    // What was told of the second session's end would have come before this.
    await expect.poll(() => told.length).toBe(3);
    expect(told.filter(({ sid }) => sid === sids[1])).toHaveLength(1);
  });
});
