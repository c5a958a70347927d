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

test("one refresh token, twenty uses at once: one succeeds, and the grant is revoked", async () => {
  for (let round = 0; round < 5; round++) {
    const { started, url } = await codeInHand();
    const tokens = await exchange(party, started, url);
    const refresh = tokens.refresh_token ?? "";
    const { won, lost } = await outcomes(() =>
      oidc.refreshTokenGrant(party.configuration, refresh),
    );
    expect(won).toHaveLength(1);
    expect(lost).toEqual(Array.from({ length: times - 1 }, () => "invalid_grant"));
    const next = won[0];
    await expect(
      oidc.refreshTokenGrant(party.configuration, next?.refresh_token ?? ""),
    ).rejects.toMatchObject({ error: "invalid_grant" });
    await expect(
      oidc.fetchUserInfo(party.configuration, next?.access_token ?? "", oidc.skipSubjectCheck),
    ).rejects.toThrow();
  }
});

test("a refresh token used again later ends the line of its successors", async () => {
  const { started, url } = await codeInHand();
  const first = await exchange(party, started, url);
  const renew = (token: string | undefined) =>
    oidc.refreshTokenGrant(party.configuration, token ?? "");
  const second = await renew(first.refresh_token);
  const third = await renew(second.refresh_token);
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
