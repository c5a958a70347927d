import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOperator, type Operator } from "../../operator.ts";
import { accountIdOf, newMember } from "../../testing/members.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { appendAudit } from "../audit/audit.ts";
import { OperatorRefused } from "../operator/operator-audit.ts";
import { purgeExpired } from "../purge/purge-jobs.ts";

let portal: TestPortal;
let operator: Operator;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
  operator = createOperator(portal, "Sato");
});
afterAll(() => portal.close());

const because = { reason: "ticket 12" };

test("an account's events are told newest first, in the words of My Page, operators' by their name", async () => {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  const id = await accountIdOf(portal, email);
  await browser.attempt(signIn, { body: { email, password: "Wrong-Pass1" } });
  await operator.unlockAccount(id, "ticket 11");
  const { entries, next } = await operator.accountHistory(id, because);
  expect(next).toBeNull();
  expect(entries.map(({ words }) => words.en)).toEqual([
    "Support: unlocked sign-in",
    "Login failed",
    "Completed registration",
    "Agreed to the terms",
    "Started registration",
  ]);
  expect(entries[0]).toMatchObject({
    operator: "Sato",
    ipAddress: null,
    detail: { reason: "ticket 11", locks: 0, counts: 1 },
  });
  expect(entries[1]).toMatchObject({ operator: null, ipAddress: expect.any(String) });
  const again = await operator.accountHistory(id, because);
  expect(again.entries[0]).toMatchObject({
    words: { ja: "運営：会員の情報を閲覧" },
    detail: { reason: "ticket 12", shown: "history" },
  });
});

test("a long history comes in parts that miss nothing and repeat nothing, also of who is deleted", async () => {
  const { email } = await newMember(portal, portal.browser());
  const id = await accountIdOf(portal, email);
  await portal.database.db.transaction().execute(async (tx) => {
    const event = { accountId: id, at: portal.clock.now(), client: null };
    for (let n = 0; n < 120; n += 1) await appendAudit(tx, { ...event, action: "card.renewed" });
  });
  await operator.closeAccount(id);
  portal.clock.advance(29 * 86_400_000);
  await purgeExpired(portal.context);
  const { rows } = await portal.database.pool.query<{ id: string }>(
    "select id from portal.audit_event where account_id = $1 order by id desc",
    [id],
  );
  const seen: string[] = [];
  for (let before: string | undefined; ; ) {
    const part = await operator.accountHistory(id, { ...because, before });
    expect(part.entries.length).toBeLessThanOrEqual(50);
    seen.push(...part.entries.map((entry) => entry.id));
    if (part.next === null) break;
    before = part.next;
  }
  expect(seen).toEqual(rows.map((row) => row.id));
});

test("nobody's history, a cursor that is none, and no reason are refused", async () => {
  const none = crypto.randomUUID();
  await expect(operator.accountHistory(none, because)).rejects.toBeInstanceOf(OperatorRefused);
  await expect(operator.accountHistory(none, { ...because, before: "x" })).rejects.toBeInstanceOf(
    OperatorRefused,
  );
  await expect(operator.accountHistory(none, { reason: "" })).rejects.toBeInstanceOf(
    OperatorRefused,
  );
});
