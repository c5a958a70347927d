import { dayMs, hourMs, tokyoDay } from "@sekimori/kit-contract/tokyo";
import type { TestClient } from "@sekimori/kit-development/testing";
import { previewRule, setRule } from "@sekimori/portal-contract/endpoints/organisation-rules";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LogoutListener, startLogoutListener } from "../../testing/logout-listener.ts";
import { newColleague, ruledOrganisation } from "../../testing/organisations.ts";
import { tryPasskey } from "../../testing/passkeys.ts";
import {
  authorizationRequest,
  exchange,
  follow,
  newRelyingParty,
} from "../../testing/relying-party.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { deleteOver } from "../session/session-repository.ts";
import { remindOfRules } from "./rule-reminders.ts";

let listener: LogoutListener;
let portal: TestPortal;
beforeAll(async () => {
  listener = await startLogoutListener();
  portal = await startTestPortal(
    { LIMIT_FACTOR: "1000" },
    { scheduled: false, outbound: listener.outbound },
  );
});
afterAll(async () => {
  await portal.close();
  listener.close();
});

const inDays = (days: number) => tokyoDay(new Date(portal.clock.now().getTime() + days * dayMs));
const isIn = async (browser: TestClient) =>
  (await browser.attempt(getMyProfile, {})).status === 200;

async function mailed(email: string, words: string): Promise<number> {
  await portal.jobsDone();
  return portal.mails.to(email).filter(({ subject }) => subject.includes(words)).length;
}

test("sessions end after the hours of the rule, whichever way they began, and applications hear of it then", async () => {
  const owner = await ruledOrganisation(portal);
  const { browser, email } = await newColleague(portal, owner.organisation.id);
  const rule = { kind: "session-length", hours: 2 } as const;
  const seen = await owner.browser.call(previewRule, { body: { rule } });
  expect(seen).toMatchObject({ members: 2, affected: 2 });
  for (const hours of [0, 8, 1.5]) {
    const body = { rule: { ...rule, hours }, holdsFrom: inDays(1) };
    expect((await owner.browser.attempt(setRule, { body })).error().type).toBe("InvalidInput");
  }
  await owner.browser.call(setRule, { body: { rule, holdsFrom: inDays(9) } });
  expect(await mailed(email, "a login lasts 2 hours")).toBe(1);
  portal.clock.advance(8 * dayMs + dayMs / 2);
  await remindOfRules(portal.context);
  expect(await mailed(email, "a login lasts 2 hours")).toBe(1);
  portal.clock.advance(dayMs / 2);

  const began = portal.clock.now().getTime();
  const answer = await browser.call(signIn, { body: { email, password } });
  if (answer.status !== "SIGNED_IN") throw new Error(answer.status);
  const endsIn = Date.parse(answer.expiresAt) - began;
  expect(endsIn).toBeGreaterThanOrEqual(2 * hourMs);
  expect(endsIn).toBeLessThan(2 * hourMs + 60_000);
  const party = await newRelyingParty(portal, {
    isFirstParty: true,
    backChannelLogoutUri: listener.address,
  });
  const started = await authorizationRequest(party);
  await exchange(party, started, (await follow(browser, started.url.href)).url);
  const byPasskey = portal.browser();
  expect((await tryPasskey(byPasskey, owner.passkey)).status).toBe(200);
  // Now a browser that the account knows, where nothing but the rule is in the way of a short sign-in.
  expect((await tryPasskey(byPasskey, owner.passkey)).status).toBe(200);
  const { rows } = await portal.database.pool.query<{ run_at: Date }>(
    "select run_at from graphile_worker.jobs where task_identifier = 'portal.shortened-session'",
  );
  const { rows: sessions } = await portal.database.pool.query<{ id: string; expires_at: Date }>(
    "select id, expires_at from portal.session where expires_at between $1 and $2",
    [new Date(began), new Date(began + 3 * hourMs)],
  );
  const afterEnd = sessions.map(({ expires_at: at }) => at.getTime() + 1_000);
  expect(rows.map(({ run_at: at }) => at.getTime()).toSorted()).toEqual(afterEnd.toSorted());
  expect(sessions).toHaveLength(3);
  portal.clock.advance(2 * hourMs - 60_000);
  for (const { id } of sessions) await deleteOver(portal.context.db, id, portal.clock.now());
  expect([await isIn(browser), await isIn(byPasskey)]).toEqual([true, true]);
  portal.clock.advance(120_000);
  expect([await isIn(browser), await isIn(byPasskey)]).toEqual([false, false]);
  expect(listener.told).toHaveLength(0);
  for (const { id } of sessions) await deleteOver(portal.context.db, id, portal.clock.now());
  await expect.poll(() => listener.told.length).toBe(1);
  expect(listener.told[0]).toMatchObject({ aud: party.clientId });
});
