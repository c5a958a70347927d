import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { signUpTo } from "../../testing/members.ts";
import { agree, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { claimCreated } from "./attempt-repository.ts";
import { chargeCreated } from "./charge-attempts.ts";
import { issueInvoices } from "./issue-invoices.ts";
import { recordOutcome } from "./record-outcomes.ts";

// Each fence by itself that keeps a month from being charged twice, with the others as they are.

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
  portal.clock.set(new Date("2026-11-20T03:00:00Z"));
  for (const card of ["5555550000001000", "3530110000001008"]) {
    const browser = portal.browser();
    const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
    await submitCard(portal, browser, card);
    await agree(browser);
    members.push(email);
  }
  portal.clock.set(new Date("2026-12-31T15:10:00Z"));
  await issueInvoices(portal.context, "2027-01-01");
});
afterAll(() => portal.close());

const members: string[] = [];
const rows = async <Row extends object>(text: string) =>
  (await portal.database.pool.query<Row>(text)).rows;
const attempts = () =>
  rows<{ id: string; invoice_id: string; state: string; gateway_charge: string | null }>(
    "select * from portal.charge_attempt order by id",
  );

test("what one process charges no other takes, at the same moment or later", async () => {
  const { db } = portal.database;
  const now = portal.clock.now();
  const [first] = await db.transaction().execute(async (tx) => {
    const mine = await claimCreated(tx, 1, now);
    // Not written yet, and nobody waits for it.
    const theirs = await Promise.race([
      claimCreated(db, 10, now),
      new Promise<"waited">((done) => setTimeout(done, 5_000, "waited")),
    ]);
    expect(theirs).toHaveLength(1);
    return [...mine, ...(theirs === "waited" ? [] : theirs)];
  });
  expect(first).toBeDefined();
  expect(new Set((await attempts()).map(({ state }) => state))).toEqual(new Set(["sent"]));
  expect(await claimCreated(db, 10, now)).toEqual([]);
  await rows("update portal.charge_attempt set state = 'created', sent_at = null");
  expect(await chargeCreated(portal.context)).toBe(2);
  expect((await attempts()).map(({ state }) => state)).toEqual(["succeeded", "succeeded"]);
});

test("a second word about what is decided changes neither attempt, invoice, books nor mails", async () => {
  const receipts = () =>
    members.map((email) => portal.mails.to(email).filter(({ text }) => /11,000/.test(text)).length);
  const all = async () => ({
    attempts: await attempts(),
    invoices: await rows("select * from portal.invoice order by id"),
    books: await rows("select * from portal.ledger_entry order by sequence"),
  });
  await vi.waitFor(() => expect(receipts()).toEqual([2, 2]), 30_000);
  const before = await all();
  const [attempt] = before.attempts;
  if (!attempt) throw new Error("no attempt");
  await recordOutcome(portal.context, attempt, { id: randomUUID(), state: "succeeded" });
  const word = { id: randomUUID(), state: "failed", failure: "declined", code: "x" } as const;
  await recordOutcome(portal.context, attempt, word);
  await portal.jobsDone();
  expect(await all()).toEqual(before);
  expect(receipts()).toEqual([2, 2]);
});

/** A row like one that is there, but for its id and what is given. */
async function another(table: string, change: Readonly<Record<string, unknown>>): Promise<void> {
  const [row] = await rows<Record<string, unknown>>(`select * from portal.${table} limit 1`);
  const values = { ...row, id: randomUUID(), ...change };
  const names = Object.keys(values);
  await portal.database.pool.query(
    `insert into portal.${table} (${names.join(", ")})
     values (${names.map((_, index) => `$${index + 1}`).join(", ")})`,
    Object.values(values),
  );
}

const nextAttempt = () => ({
  attempt_number: 2,
  idempotency_key: randomUUID(),
  gateway_charge: randomUUID(),
});

test.each([
  ["a second charge that succeeds", "charge_attempt", nextAttempt, "charge_attempt_success"],
  [
    "a further attempt under a key that was used",
    "charge_attempt",
    () => ({
      ...nextAttempt(),
      state: "failed",
      failure: "declined",
      idempotency_key: undefined,
    }),
    "charge_attempt_idempotency_key_key",
  ],
  [
    "a charge that pays two attempts",
    "charge_attempt",
    () => ({ ...nextAttempt(), state: "failed", failure: "declined", gateway_charge: undefined }),
    "charge_attempt_charge",
  ],
  ["a second invoice of a month", "invoice", () => ({ number: 4711 }), "invoice_month"],
] as const)("the database refuses %s", async (_what, table, change, fence) => {
  const given = Object.entries(change()).filter(([, value]) => value !== undefined);
  await expect(another(table, Object.fromEntries(given))).rejects.toMatchObject({
    constraint: fence,
  });
});

test("the database refuses a second attempt while one is open", async () => {
  const open = { ...nextAttempt(), state: "sent", gateway_charge: null };
  await another("charge_attempt", open);
  await expect(
    another("charge_attempt", { ...open, attempt_number: 3, idempotency_key: randomUUID() }),
  ).rejects.toMatchObject({ constraint: "charge_attempt_open" });
});
