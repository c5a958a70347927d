import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { createOutbound } from "@sekimori/kit-server/outbound";
import {
  cancelContract,
  undoCancellation,
  withdrawAccount,
} from "@sekimori/portal-contract/endpoints/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMember, signUpTo } from "../../testing/members.ts";
import { agree, cards, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { collectPayments, runBilling } from "../billing/billing-run.ts";
import { purgeExpired } from "../purge/purge-jobs.ts";
import { closeAccount } from "./accounts.ts";
import { voidInvoice } from "./billing-acts.ts";
import { DryRun, OperatorRefused } from "./operator-audit.ts";
import { operatorEventNames } from "./operator-events.ts";
import {
  addWebhook,
  changeWebhook,
  listWebhooks,
  removeWebhook,
  replayWebhooks,
  rotateWebhookSecret,
  testWebhook,
  webhookLog,
} from "./operator-webhooks.ts";

interface Told {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Made here from the body by each secret, as Standard Webhooks says. */
  readonly signedBy: (secret: string) => boolean;
}

let portal: TestPortal;
let receiver: Server;
let url = "";
let status = 200;
const told: Told[] = [];
const by = { operator: "Sato" };

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const body = await text(request);
    const header = (name: string) => String(request.headers[name] ?? "");
    const content = `${header("webhook-id")}.${header("webhook-timestamp")}.${body}`;
    const signatures = header("webhook-signature").split(" ");
    if (status === 200) {
      told.push({
        id: header("webhook-id"),
        ...(JSON.parse(body) as Pick<Told, "type" | "data">),
        signedBy: (secret) => {
          const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
          return signatures.includes(
            `v1,${createHmac("sha256", key).update(content).digest("base64")}`,
          );
        },
      });
    }
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

const add = (events: readonly (typeof operatorEventNames)[number][] = operatorEventNames) =>
  addWebhook(portal.context, by, { url, label: "CRM", events });

const accountOf = async (email: string) => {
  const { rows } = await portal.database.pool.query<{ id: string }>(
    "select id from portal.account where email_digest = $1",
    [portal.context.digests.email(email)],
  );
  return rows[0]?.id ?? "";
};

const typesOf = (account: string) =>
  told.filter(({ data }) => data.account === account).map(({ type }) => type);

test("nothing is written while nobody wants to be told", async () => {
  await newMember(portal, portal.browser());
  const { rows } = await portal.database.pool.query("select from portal.operator_event");
  expect(rows).toEqual([]);
});

test("a member's life is told, signed, with ids and facts and nothing personal", async () => {
  const { endpoint, secret } = await add();
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  const account = await accountOf(email);
  await expect.poll(() => typesOf(account).toSorted()).toEqual(["account.created", "plan.changed"]);
  const begun = told.find(({ type, data }) => type === "plan.changed" && data.account === account);
  expect(begun?.data).toMatchObject({ plan: "free", endsOn: null, suspendedOn: null });
  expect(told.every(({ signedBy }) => signedBy(secret))).toBe(true);
  expect(told.some(({ signedBy }) => signedBy(`whsec_${secret.slice(10)}AAAA`))).toBe(false);
  await closeAccount(portal.context, { operator: "Sato" }, account);
  await expect.poll(() => typesOf(account)).toContain("account.closed");
  expect(JSON.stringify(told)).not.toContain(email);
  await removeWebhook(portal.context, by, endpoint.id);
  expect(await listWebhooks(portal.context)).toEqual([]);
});

test("a withdrawal is told when it is asked for, and the account's end with its deletion", async () => {
  const { endpoint } = await add();
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  const account = await accountOf(email);
  await browser.call(withdrawAccount, { body: {} });
  const withdrawn = () =>
    told.some(({ data }) => data.account === account && data.endReason === "withdrawn");
  await expect.poll(withdrawn).toBe(true);
  expect(typesOf(account)).not.toContain("account.closed");
  await portal.database.pool.query(
    "update portal.contract set ends_on = '2020-12-31' where account_id = $1",
    [account],
  );
  await purgeExpired(portal.context);
  expect(await accountOf(email)).toBe("");
  await expect.poll(() => typesOf(account)).toContain("account.closed");
  expect(typesOf(account).filter((type) => type === "account.closed")).toHaveLength(1);
  await removeWebhook(portal.context, by, endpoint.id);
});

test("money is told: what failed, what was paid or made void, by the invoice's number", async () => {
  const { endpoint } = await add();
  const set = (moment: string) => {
    portal.clock.set(new Date(moment));
    portal.sandbox.clock.set(new Date(moment));
  };
  set("2026-10-20T03:00:00Z");
  const members = new Map<string, string>();
  for (const card of [cards.success, cards.chargeDeclined]) {
    const browser = portal.browser();
    const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
    await submitCard(portal, browser, card);
    await agree(browser);
    if (card === cards.success) await browser.call(cancelContract, { body: {} });
    if (card === cards.success) await browser.call(undoCancellation, { body: {} });
    members.set(card, await accountOf(email));
  }
  const payer = members.get(cards.success) ?? "";
  const debtor = members.get(cards.chargeDeclined) ?? "";
  // Begun, cancelled, taken back.
  const changes = () => typesOf(payer).filter((type) => type === "plan.changed");
  await expect.poll(changes).toHaveLength(3);
  set("2026-12-01T01:30:00Z");
  await runBilling(portal.context, "2026-12-01");
  await collectPayments(portal.context);
  const ofType = (type: string) => told.find((one) => one.type === type)?.data;
  await expect
    .poll(() => ofType("invoice.paid"))
    .toMatchObject({
      account: payer,
      invoice: expect.stringMatching(/^SK-\d{8}$/),
      period: "2026-12-01",
      total: 11_000,
      tax: 1_000,
      paidOn: "2026-12-01",
    });
  await expect
    .poll(() => ofType("payment.failed"))
    .toMatchObject({
      account: debtor,
      attempt: 1,
      amount: 11_000,
      failure: "declined",
    });
  const { invoice: number } = ofType("payment.failed") ?? {};
  const reason = "billed for a month without service";
  const asked = { number: String(number), reason };
  await expect(voidInvoice(portal.context, { ...by, dryRun: true }, asked)).rejects.toThrow(DryRun);
  await voidInvoice(portal.context, by, asked);
  await expect
    .poll(() => ofType("invoice.void"))
    .toMatchObject({
      account: debtor,
      invoice: number,
      period: "2026-12-01",
      total: 11_000,
      tax: 1_000,
      lateCharge: 0,
      paidOn: null,
    });
  expect(told.filter(({ type }) => type === "invoice.void")).toHaveLength(1);
  portal.clock.reset();
  portal.sandbox.clock.reset();
  await removeWebhook(portal.context, by, endpoint.id);
});

test("a job that runs twice tells once", async () => {
  const { endpoint } = await add();
  const { pool } = portal.database;
  const id = "6f1f0d4e-6c0a-4d76-9a0d-5d0d1b6f0a11";
  const payload = JSON.stringify({ id, type: "account.closed", data: { account: id } });
  for (const _ of [1, 2]) {
    await pool.query("select graphile_worker.add_job('portal.operator-event', $1::json)", [
      payload,
    ]);
  }
  await testWebhook(portal.context, by, endpoint.id);
  await expect.poll(() => told.some(({ type }) => type === "test")).toBe(true);
  await expect.poll(() => typesOf(id)).toEqual(["account.closed"]);
  const log = await webhookLog(portal.context, { endpoint: endpoint.id, size: 50 });
  expect(log.filter(({ event }) => event === "account.closed")).toHaveLength(1);
  await removeWebhook(portal.context, by, endpoint.id);
});

test("what failed for good is sent again with its own id, and only that", async () => {
  const { endpoint } = await add();
  const { pool } = portal.database;
  status = 410;
  const lost = await testWebhook(portal.context, by, endpoint.id);
  const stateOf = async (id: string) =>
    (await webhookLog(portal.context, { size: 50 })).find((one) => one.id === id)?.state;
  await expect.poll(() => stateOf(lost)).toBe("failed");
  expect((await listWebhooks(portal.context))[0]?.disabledWhy).toBe("gone");
  status = 200;
  await changeWebhook(portal.context, by, endpoint.id, { enabled: true });
  const arrived = await testWebhook(portal.context, by, endpoint.id);
  await expect.poll(() => stateOf(arrived)).toBe("delivered");
  const before = told.length;
  const [again = ""] = await replayWebhooks(portal.context, by, { failedOf: endpoint.id });
  await expect.poll(() => stateOf(again)).toBe("delivered");
  expect(told).toHaveLength(before + 1);
  const log = await webhookLog(portal.context, { size: 50 });
  const message = log.find(({ id }) => id === lost)?.message;
  expect(told.at(-1)?.id).toBe(message);
  expect(await replayWebhooks(portal.context, by, { failedOf: endpoint.id })).toEqual([]);
  const secret = await rotateWebhookSecret(portal.context, by, endpoint.id);
  const [last = ""] = await replayWebhooks(portal.context, by, { delivery: arrived });
  await expect.poll(() => stateOf(last)).toBe("delivered");
  expect(told.at(-1)?.signedBy(secret)).toBe(true);
  const { rows } = await pool.query<{ action: string }>(
    "select distinct action from portal.audit_event where action like 'operator.webhook%' order by 1",
  );
  expect(rows.map(({ action }) => action)).toEqual([
    "operator.webhook-added",
    "operator.webhook-changed",
    "operator.webhook-removed",
    "operator.webhook-secret-rotated",
    "operator.webhook-tested",
    "operator.webhooks-replayed",
  ]);
  await removeWebhook(portal.context, by, endpoint.id);
});

test("an act can be tried without being done, and an address inside is refused", async () => {
  const tried = addWebhook(
    portal.context,
    { ...by, dryRun: true },
    { url, label: "CRM", events: ["invoice.paid"] },
  );
  await expect(tried).rejects.toThrow(DryRun);
  expect(await listWebhooks(portal.context)).toEqual([]);
  const inner = { url: "https://10.0.0.1/hooks", label: "CRM", events: ["invoice.paid"] } as const;
  await expect(addWebhook(portal.context, by, inner)).rejects.toThrow(OperatorRefused);
  const nobody = "00000000-0000-4000-8000-000000000000";
  await expect(removeWebhook(portal.context, by, nobody)).rejects.toThrow(OperatorRefused);
});
