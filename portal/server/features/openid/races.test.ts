import * as oidc from "openid-client";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newMember } from "../../testing/members.ts";
import {
  authorizationRequest,
  exchange,
  follow,
  newRelyingParty,
  type RelyingParty,
} from "../../testing/relying-party.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { forgetSuccessors } from "./openid-jobs.ts";

// Twenty at once are slow on a machine that is busy with other things.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let portal: TestPortal;
let party: RelyingParty;
beforeAll(async () => {
  portal = await startTestPortal();
  party = await newRelyingParty(portal, { isFirstParty: true });
});
afterAll(() => portal.close());

const times = 20;

async function codeInHand() {
  const browser = portal.browser();
  await newMember(portal, browser);
  const started = await authorizationRequest(party);
  const { url } = await follow(browser, started.url.href);
  return { started, url };
}

async function outcomes<T>(work: () => Promise<T>) {
  const all = await Promise.allSettled(Array.from({ length: times }, work));
  const won = all.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const lost = all.flatMap((one) => (one.status === "rejected" ? [one.reason.error] : []));
  return { won, lost };
}

test("one code, twenty exchanges at once: one succeeds, and its tokens are revoked", async () => {
  for (let round = 0; round < 5; round++) {
    const { started, url } = await codeInHand();
    const { won, lost } = await outcomes(() => exchange(party, started, url));
    expect(won).toHaveLength(1);
    expect(lost).toEqual(Array.from({ length: times - 1 }, () => "invalid_grant"));
    const refresh = won[0]?.refresh_token ?? "";
    await expect(oidc.refreshTokenGrant(party.configuration, refresh)).rejects.toMatchObject({
      error: "invalid_grant",
    });
  }
});

const renew = (token: string | undefined, by: RelyingParty = party) =>
  oidc.refreshTokenGrant(by.configuration, token ?? "");

/** As if the tokens used so far had been used a while ago. */
async function later(seconds: number): Promise<void> {
  await portal.database.pool.query(
    "update portal.oidc_record set consumed_at = consumed_at - make_interval(secs => $1)",
    [seconds],
  );
}

const linesOf = async (): Promise<number> => {
  const { rows } = await portal.database.pool.query<{ count: number }>(
    `select count(*)::int as count from portal.oidc_record
     where model = 'RefreshToken' and consumed_at is null`,
  );
  return rows[0]?.count ?? 0;
};

test("one refresh token, twenty uses at once: one successor, given to all of them", async () => {
  for (let round = 0; round < 5; round++) {
    const { started, url } = await codeInHand();
    const tokens = await exchange(party, started, url);
    const before = await linesOf();
    const { won, lost } = await outcomes(() => renew(tokens.refresh_token));
    expect(lost).toEqual([]);
    const successors = new Set(won.map(({ refresh_token: token }) => token));
    expect(successors.size).toBe(1);
    expect(new Set(won.map(({ access_token: token }) => token)).size).toBe(1);
    expect(await linesOf()).toBe(before);
    const next = await renew([...successors][0]);
    expect(next.refresh_token).not.toBe([...successors][0]);
  }
});

test("an answer that was lost is given again for five seconds, and then it is a theft", async () => {
  const { started, url } = await codeInHand();
  const first = await exchange(party, started, url);
  const second = await renew(first.refresh_token);
  await later(4);
  expect(await renew(first.refresh_token)).toMatchObject({
    refresh_token: second.refresh_token,
    access_token: second.access_token,
  });
  await later(2);
  await expect(renew(first.refresh_token)).rejects.toMatchObject({ error: "invalid_grant" });
  await expect(renew(second.refresh_token)).rejects.toMatchObject({ error: "invalid_grant" });
});

test("another question of the same token is no repetition: the grant is revoked", async () => {
  const { started, url } = await codeInHand();
  const first = await exchange(party, started, url);
  const second = await renew(first.refresh_token);
  await expect(
    oidc.refreshTokenGrant(party.configuration, first.refresh_token ?? "", { scope: "openid" }),
  ).rejects.toMatchObject({ error: "invalid_grant" });
  await expect(renew(second.refresh_token)).rejects.toMatchObject({ error: "invalid_grant" });
});

test("an application without a secret is never answered twice", async () => {
  const own = await newRelyingParty(portal, { isFirstParty: true, isPublic: true });
  const browser = portal.browser();
  await newMember(portal, browser);
  const started = await authorizationRequest(own);
  const { url } = await follow(browser, started.url.href);
  const first = await exchange(own, started, url);
  const second = await renew(first.refresh_token, own);
  await expect(renew(first.refresh_token, own)).rejects.toMatchObject({ error: "invalid_grant" });
  await expect(renew(second.refresh_token, own)).rejects.toMatchObject({ error: "invalid_grant" });
});

test("what was handed out is kept sealed, and forgotten within a minute", async () => {
  const { started, url } = await codeInHand();
  const first = await exchange(party, started, url);
  const second = await renew(first.refresh_token);
  const kept = async () => {
    const { rows } = await portal.database.pool.query<{ successor: Buffer }>(
      "select successor from portal.oidc_record where successor is not null",
    );
    return rows.map(({ successor }) => successor.toString("latin1"));
  };
  expect((await kept()).length).toBeGreaterThan(0);
  expect((await kept()).join("")).not.toContain(second.refresh_token);
  await later(6);
  await forgetSuccessors(portal.context);
  expect(await kept()).toEqual([]);
});

test("a refresh token used again later ends the line of its successors", async () => {
  const { started, url } = await codeInHand();
  const first = await exchange(party, started, url);
  const second = await renew(first.refresh_token);
  const third = await renew(second.refresh_token);
  await later(6);
  await expect(renew(first.refresh_token)).rejects.toMatchObject({ error: "invalid_grant" });
  await expect(renew(third.refresh_token)).rejects.toMatchObject({ error: "invalid_grant" });
});

test("a code that was accepted is used up, even if its exchange then fails", async () => {
  const { started, url } = await codeInHand();
  const agreed = (now: boolean) =>
    portal.database.pool.query("update portal.account set is_agree_service = $1", [now]);
  await agreed(false);
  await expect(exchange(party, started, url)).rejects.toMatchObject({ error: "invalid_grant" });
  await agreed(true);
  await expect(exchange(party, started, url)).rejects.toMatchObject({ error: "invalid_grant" });
});

test("what the database keeps lets nobody use a code or a token", async () => {
  const { started, url } = await codeInHand();
  const tokens = await exchange(party, started, url);
  const { rows } = await portal.database.pool.query<{ row: string }>(
    `select r::text as row from portal.oidc_record r
     union all select s::text from portal.oidc_session s
     union all select c::text from portal.oidc_client c
     union all select k::text from portal.oidc_key k`,
  );
  const everything = rows.map(({ row }) => row).join("\n");
  for (const secret of [
    url.searchParams.get("code"),
    tokens.access_token,
    tokens.refresh_token,
    party.secret,
  ]) {
    expect(secret?.length).toBeGreaterThan(20);
    expect(everything).not.toContain(secret);
  }
});
