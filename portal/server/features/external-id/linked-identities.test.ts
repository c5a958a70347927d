import type { TestClient } from "@sekimori/kit-development/testing";
import { gmoidLink } from "@sekimori/portal-contract/endpoints/external-id";
import {
  listLinkedIdentities,
  unlinkIdentity,
} from "@sekimori/portal-contract/endpoints/linked-identities";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { listActivity } from "@sekimori/portal-contract/endpoints/security";
import { reauthenticate, signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInBy } from "../../testing/external-visits.ts";
import { newMember } from "../../testing/members.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

/** A member whose address's external ID is linked, and that external ID's own browser. */
async function linkedMember() {
  const owner = portal.browser();
  const { email } = await newMember(portal, owner);
  const visitor = portal.browser();
  await signInBy(visitor, { make: { email, verified: true } });
  await visitor.call(gmoidLink, { body: { password } });
  const { rows } = await portal.database.pool.query<{ subject: string }>(
    "select subject from sandbox.identity_account order by created_at desc limit 1",
  );
  return { owner, visitor, email, identity: { choose: rows[0]?.subject ?? "" } };
}

const identitiesOf = async (browser: TestClient) =>
  (await browser.call(listLinkedIdentities, {})).identities;

async function unlinkFirst(browser: TestClient) {
  const [first] = await identitiesOf(browser);
  return browser.attempt(unlinkIdentity, { params: { id: first?.id ?? "" } });
}

test("an unlinked external ID opens nothing: its sessions end, the owner is told", async () => {
  const { owner, visitor, email, identity } = await linkedMember();
  const [listed] = await identitiesOf(owner);
  const { host } = new URL(portal.sandbox.origin);
  expect(listed).toMatchObject({ onlyWayIn: false, provider: { ja: host, en: host } });
  expect(JSON.stringify(listed)).not.toContain(identity.choose);

  expect((await unlinkFirst(owner)).status).toBe(200);
  expect(await identitiesOf(owner)).toEqual([]);
  expect((await visitor.attempt(getMyProfile, {})).error().type).toBe("SessionExpired");
  const again = await signInBy(portal.browser(), identity);
  expect(again.error().type).not.toBe("SIGNED_IN");
  expect(again.status).toBeGreaterThanOrEqual(400);
  await portal.browser().call(signIn, { body: { email, password } });
  await expect
    .poll(() => portal.mails.to(email).map(({ subject }) => subject))
    .toContainEqual(expect.stringContaining("unlinked"));
  const { entries } = await owner.call(listActivity, { query: {} });
  expect(entries.map(({ action }) => action)).toContain("external-id.unlinked");
});

test("the only way in is never unlinked, also not by two at once", async () => {
  const { owner } = await linkedMember();
  const [first] = await identitiesOf(owner);
  const { pool } = portal.database;
  await pool.query(
    `delete from portal.credential where account_id =
       (select account_id from portal.external_identity where id = $1)`,
    [first?.id],
  );
  const refused = await unlinkFirst(owner);
  expect([refused.status, refused.error().type]).toEqual([409, "OnlyWayIn"]);
  expect((await identitiesOf(owner))[0]?.onlyWayIn).toBe(true);

  await pool.query(
    `insert into portal.external_identity (issuer, subject, account_id, linked_at)
     select issuer, subject || '-2', account_id, linked_at from portal.external_identity where id = $1`,
    [first?.id],
  );
  const both = await identitiesOf(owner);
  expect(both.map(({ onlyWayIn }) => onlyWayIn)).toEqual([false, false]);
  const answers = await Promise.all(
    both.map(({ id }) => owner.attempt(unlinkIdentity, { params: { id } })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await identitiesOf(owner)).toHaveLength(1);
});

test("asks for a sign-in of the last ten minutes", async () => {
  const { owner } = await linkedMember();
  await portal.clock.advance(11 * 60_000);
  expect((await unlinkFirst(owner)).error().type).toBe("RecentSignInRequired");
  await owner.call(reauthenticate, { body: { password } });
  expect((await unlinkFirst(owner)).status).toBe(200);
});

test("nobody unlinks what is another's, or what is gone", async () => {
  const { owner } = await linkedMember();
  const stranger = portal.browser();
  await newMember(portal, stranger);
  const [own] = await identitiesOf(owner);
  const params = { id: own?.id ?? "" };
  expect((await stranger.attempt(unlinkIdentity, { params })).error().type).toBe("NotFound");
  expect(await identitiesOf(owner)).toHaveLength(1);
  await owner.call(unlinkIdentity, { params });
  expect((await owner.attempt(unlinkIdentity, { params })).error().type).toBe("NotFound");
});
