import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { transaction } from "@sekimori/kit-server/database";
import { createOutbound } from "@sekimori/kit-server/outbound";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accountIdOf, newMember, signUpTo } from "../../testing/members.ts";
import { runDay, setClocks } from "../../testing/moving-days.ts";
import { agree, cards, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { closeAccount } from "../operator/accounts.ts";
import { parkContract } from "../operator/billing-acts.ts";
import { inquire } from "../operator/inquiries.ts";
import { DryRun, OperatorRefused } from "../operator/operator-audit.ts";
import { webhookOwner } from "../operator/operator-events.ts";
import { addWebhook, replayWebhooks } from "../operator/operator-webhooks.ts";
import { listWork } from "./list-work.ts";
import { sendWaitingMail, tryJobAgain } from "./try-again.ts";

// What waits for somebody who works here, made by the services that make it wait.

const by = { operator: "Sato" };
const minutes = 60_000;
let portal: TestPortal;
let receiver: Server;
let url = "";
let status = 410;
beforeAll(async () => {
  receiver = createServer((_request, response) => {
    response.statusCode = status;
    response.end();
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const address = receiver.address();
  const origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  url = `${origin}/hooks`;
  const outbound = createOutbound({ production: false, loopback: [origin] });
  portal = await startTestPortal({}, { outbound, scheduled: false });
});
afterAll(async () => {
  await portal?.close();
  receiver.close();
});
beforeEach(() => setClocks(portal, "2026-11-20T03:00:00Z"));

const work = () => listWork(portal.context, 50);
const rows = async <Row extends object>(statement: string, values: unknown[] = []) =>
  (await portal.database.pool.query<Row>(statement, values)).rows;

async function free() {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  return accountIdOf(portal, email);
}

const events = async (action: string) =>
  (
    await rows<{ detail: object }>(
      "select detail from portal.audit_event where action = $1 order by id",
      [action],
    )
  ).map(({ detail }) => detail);

test("a job that failed or is late waits until it is tried again, once, and is done then", async () => {
  expect((await work()).jobs).toEqual([]);
  // No worker has these: they stay as they are.
  const add = async (name: string) => {
    const [row] = await rows<{ id: string }>(
      "select id::text from graphile_worker.add_job($1, max_attempts => 3)",
      [`test.${name}`],
    );
    return row?.id ?? "";
  };
  const late = await add("late");
  const failed = await add("failed");
  const given = await add("given");
  const later = await add("later");
  const set = (id: string, attempts: number, runAt: string) =>
    rows(
      `select id from graphile_worker.reschedule_jobs(array[$1::bigint],
        run_at => now() + $2::interval, attempts => $3::smallint)`,
      [id, runAt, attempts],
    );
  await set(late, 0, "-11 minutes");
  await set(failed, 1, "1 hour");
  await set(given, 3, "-1 hour");
  await set(later, 0, "1 hour");
  expect((await work()).jobs).toMatchObject([
    { id: late, name: "test.late", state: "late" },
    { id: failed, state: "failed", attempts: 1, maxAttempts: 3 },
    { id: given, state: "given-up", attempts: 3 },
  ]);
  await expect(tryJobAgain(portal.context, { ...by, dryRun: true }, given)).rejects.toThrow(DryRun);
  expect(await tryJobAgain(portal.context, by, given)).toBe("test.given");
  const [again] = await rows<{ attempts: number; isDue: boolean }>(
    `select attempts, run_at <= now() as "isDue" from graphile_worker.jobs where id = $1`,
    [given],
  );
  expect(again).toEqual({ attempts: 0, isDue: true });
  expect((await work()).jobs.map(({ id }) => id)).toEqual([late, failed]);
  for (const id of [later, "0"]) {
    await expect(tryJobAgain(portal.context, by, id)).rejects.toThrow(OperatorRefused);
  }
  expect(await events("operator.job-retried")).toEqual([
    { operator: "Sato", job: given, name: "test.given" },
  ]);
  await rows("select graphile_worker.complete_jobs(array[$1,$2,$3,$4]::bigint[])", [
    late,
    failed,
    given,
    later,
  ]);
});

test("a mail that has not gone out waits and is sent at once, and one that was refused is told for a week", async () => {
  const { mail, db } = portal.context;
  const to = "waiting@example.com";
  const content = { to, locale: "en", subject: "S", text: "T", html: "<p>T</p>" } as const;
  const queued = await transaction(db, async (tx) => {
    const id = await mail.queueMail(tx, content);
    // As after a failed try: its job has been put off.
    await sql`select graphile_worker.add_job('kit.send-mail', json_build_object('id', ${id}::text),
      job_key => ${`mail:${id}`}, run_at => now() + interval '5 minutes')`.execute(tx);
    return id;
  });
  expect((await work()).mails).toEqual([]);
  portal.clock.advance(11 * minutes);
  expect((await work()).mails).toMatchObject([{ id: queued, state: "queued", problem: null }]);
  await expect(sendWaitingMail(portal.context, { ...by, dryRun: true }, queued)).rejects.toThrow(
    DryRun,
  );
  expect(portal.mails.to(to)).toEqual([]);
  await sendWaitingMail(portal.context, by, queued);
  await expect.poll(() => portal.mails.to(to).length).toBe(1);
  await expect.poll(async () => (await work()).mails).toEqual([]);
  await expect(sendWaitingMail(portal.context, by, queued)).rejects.toThrow(OperatorRefused);
  expect(await events("operator.mail-sent-again")).toEqual([{ operator: "Sato", mail: queued }]);

  await rows(
    `update kit.mail_outbox set state = 'refused', last_problem = '550', finished_at = $2
     where id = $1`,
    [queued, portal.clock.now()],
  );
  expect((await work()).mails).toMatchObject([{ state: "refused", problem: "550" }]);
  await expect(sendWaitingMail(portal.context, by, queued)).rejects.toThrow(OperatorRefused);
  portal.clock.advance(7 * 24 * 60 * minutes);
  expect((await work()).mails).toEqual([]);
});

test("what waits of money and members is told with its member, and never twice", async () => {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, cards.success);
  await agree(browser);
  const account = await accountIdOf(portal, email);
  await runDay(portal, "2026-12-31T15:10:00Z");
  const [paid] = await rows<{ id: string; number: number; contract: string; attempt: string }>(
    `select i.id, i.number, i.contract_id as contract, a.id as attempt from portal.invoice i
     join portal.charge_attempt a on a.invoice_id = i.id where i.account_id = $1`,
    [account],
  );
  if (!paid) throw new Error("nobody paid");
  const invoice = `SK-${String(paid.number).padStart(8, "0")}`;
  await rows(
    `insert into portal.dispute (id, attempt_id, amount, state, movements, changed_at)
     values ('dp_1', $1, 11000, 'open', 1, $2), ('dp_2', $1, 11000, 'won', 2, $2)`,
    [paid.attempt, portal.clock.now()],
  );
  // As a charge stands whose answer got lost.
  await rows(
    `update portal.charge_attempt set state = 'unknown', gateway_charge = null, sent_at = $2
     where id = $1`,
    [paid.attempt, portal.clock.now()],
  );
  expect((await work()).charges).toEqual([]);
  portal.clock.advance(16 * minutes);
  const about = { account, invoice, amount: 11_000 };
  expect(await work()).toMatchObject({ charges: [about], disputes: [{ ...about, id: "dp_1" }] });
  await rows(
    `insert into portal.parked_contract (contract_id, reason, detail, parked_at)
     values ($1, 'unknown-charge', 'no answer', $2)`,
    [paid.contract, portal.clock.now()],
  );
  expect(await work()).toMatchObject({
    charges: [],
    parked: [{ contract: paid.contract, account, why: "unknown-charge" }],
  });
  const [other, closed] = [await free(), await free()];
  const [contract] = await rows<{ id: string }>(
    "select id from portal.contract where account_id = $1 and ended_on is null",
    [other],
  );
  await parkContract(portal.context, by, { contract: contract?.id ?? "", reason: "ticket 12" });
  await inquire(portal.context, by, other, { ja: "住所", en: "address" });
  await closeAccount(portal.context, by, closed);
  const today = await work();
  expect(today.parked.map(({ why }) => why)).toEqual(["unknown-charge", "operator"]);
  expect(today).toMatchObject({
    inquiries: [{ account: other, askedOn: "2027-01-01", answerBy: "2027-01-11", isOver: false }],
    deletions: [],
  });
  portal.clock.advance(22 * 24 * 60 * minutes);
  expect((await work()).deletions).toMatchObject([
    { account: closed, why: "closed", dueOn: "2027-01-29", isLate: false },
  ]);
  portal.clock.advance(7 * 24 * 60 * minutes);
  expect(await work()).toMatchObject({
    inquiries: [{ isOver: true }],
    deletions: [{ account: closed, isLate: true }],
  });
});

test("a webhook waits while messages have not reached it, and no more once they are sent again", async () => {
  const { endpoint } = await addWebhook(portal.context, by, {
    url,
    label: "CRM",
    events: ["plan.changed"],
  });
  const { webhooks, db } = portal.context;
  const event = { type: "test", data: {}, words: { title: "", lines: [] } };
  await transaction(db, (tx) => webhooks.test(tx, webhookOwner, endpoint.id, event));
  await portal.jobsDone();
  const silent = { id: endpoint.id, label: "CRM", messages: 1, disabledWhy: "gone" };
  await expect.poll(async () => (await work()).webhooks).toMatchObject([silent]);
  status = 200;
  await transaction(db, (tx) => webhooks.change(tx, webhookOwner, endpoint.id, { enabled: true }));
  expect(await replayWebhooks(portal.context, by, { failedOf: endpoint.id })).toHaveLength(1);
  expect((await work()).webhooks).toEqual([]);
});
