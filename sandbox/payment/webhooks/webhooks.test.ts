import { createHmac } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { sandboxMigrations } from "../../migrations/migrations.ts";
import { type Merchant, type ReceivedWebhook, startMerchant } from "../../testing/merchant.ts";
import { PaymentClient } from "../../testing/payment-client.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/test-sandbox.ts";

let database: TestDatabase<unknown>;
let merchant: Merchant;
let running: TestSandbox;
let client: PaymentClient;

beforeEach(async () => {
  database = await createTestDatabase(sandboxMigrations);
  merchant = await startMerchant();
  running = await startTestSandbox(database, {
    payment: { webhookUrl: merchant.webhookUrl, webhookBackoffMs: [0, 0] },
  });
  client = new PaymentClient(running.origin);
});

afterEach(async () => {
  await running.sandbox.stop();
  await merchant.stop();
  await database.close();
});

const message = z.object({
  id: z.string(),
  type: z.string(),
  sequence: z.number(),
  data: z.looseObject({ id: z.string() }),
});

const messages = (list: readonly ReceivedWebhook[]) =>
  list.map(({ body }) => message.parse(JSON.parse(body)));

function hasValidSignature({ headers, body }: ReceivedWebhook): boolean {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["payment-signature"])) ?? [];
  const expected = createHmac("sha256", "whsec_test_0123456789")
    .update(`${t}.${body}`)
    .digest("hex");
  return v1 === expected && Math.abs(Number(t) * 1000 - running.clock.now().getTime()) < 60_000;
}

const eventSchema = z.object({
  events: z.array(
    z.looseObject({
      id: z.string(),
      attempts: z.number(),
      delivered_at: z.string().nullable(),
      next_attempt_at: z.string().nullable(),
      last_error: z.string().nullable(),
    }),
  ),
});

const events = async () => eventSchema.parse((await client.get("/payment/ledger")).body).events;

describe("webhooks", () => {
  it("tell every change of state in order, signed, with the object as the API shows it", async () => {
    const { body } = await client.register("4111110000002001");
    await client.answerChallenge(body.redirect_url, { code: "123456" });
    const registration = await client.registration(body.id);
    const card = z.object({ id: z.string() }).parse(registration.card).id;
    const charge = await client.charge(card, 100);
    const refund = await client.post("/payment/api/refunds", { charge_id: charge.body.id });
    await client.call("DELETE", `/payment/api/cards/${card}`);
    await merchant.waitFor(6);
    expect(messages(merchant.received).map(({ type }) => type)).toEqual([
      "card_registration.requires_action",
      "card_registration.authenticated",
      "card_registration.succeeded",
      "charge.succeeded",
      "refund.succeeded",
      "card.deleted",
    ]);
    expect(merchant.received.every(hasValidSignature)).toBe(true);
    const data = messages(merchant.received).map((sent) => sent.data);
    expect([data[2], data[3], data[4]]).toEqual([registration, charge.body, refund.body]);
  });

  it("follow the moved clock in their signature's time", async () => {
    running.clock.advance(40 * 86_400_000);
    await client.register("4111110000001003");
    await merchant.waitFor(1);
    expect(merchant.received.every(hasValidSignature)).toBe(true);
  });

  it("are repeated until they are taken", async () => {
    merchant.answers.push(500, 302);
    await client.register("4111110000001003");
    await merchant.waitFor(3);
    const ids = messages(merchant.received).map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
    await expect.poll(events).toMatchObject([{ attempts: 3, last_error: null }]);
    expect((await events())[0]?.delivered_at).not.toBeNull();
  });

  it("are given up after the last wait, and can be sent again", async () => {
    merchant.answers.push(500, 500, 500);
    await client.register("4111110000001003");
    await expect
      .poll(events)
      .toMatchObject([
        { attempts: 3, delivered_at: null, next_attempt_at: null, last_error: "answered 500" },
      ]);
    expect(merchant.received).toHaveLength(3);
    const [event] = await events();
    await client.post("/payment/webhooks/send", { event_id: event?.id });
    expect(merchant.received).toHaveLength(4);
    expect((await events())[0]?.delivered_at).not.toBeNull();
  });

  it("can be sent unsigned or forged", async () => {
    await client.register("4111110000001003");
    await merchant.waitFor(1);
    const event_id = messages(merchant.received)[0]?.id;
    await client.post("/payment/webhooks/send", { event_id, signing: "unsigned" });
    await client.post("/payment/webhooks/send", { event_id, signing: "forged" });
    const [real, unsigned, forged] = merchant.received;
    expect(unsigned?.headers).not.toHaveProperty("payment-signature");
    expect(forged?.headers["payment-signature"]).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    expect(merchant.received.map(hasValidSignature)).toEqual([true, false, false]);
    expect(unsigned?.body).toBe(real?.body);
    merchant.answers.push(401);
    const refused = await client.post("/payment/webhooks/send", { event_id, signing: "forged" });
    expect([refused.status, refused.body.error]).toMatchObject([502, { code: "not_delivered" }]);
  });

  it("can be held back and released in the wrong order", async () => {
    await client.post("/payment/webhooks/hold", {});
    const { body } = await client.register("4111110000002001");
    await client.answerChallenge(body.redirect_url, { action: "cancel" });
    expect(merchant.received).toHaveLength(0);
    await client.post("/payment/webhooks/release", { order: "newest_first" });
    expect(messages(merchant.received).map(({ type }) => type)).toEqual([
      "card_registration.cancelled",
      "card_registration.requires_action",
    ]);
    await client.register("4111110000003009");
    await merchant.waitFor(3);
    expect(messages(merchant.received)[2]?.type).toBe("card_registration.failed");
  });

  it("tell that an abandoned registration expired, without anybody asking", async () => {
    await client.register("4111110000002001");
    await merchant.waitFor(1);
    running.clock.advance(16 * 60_000);
    await merchant.waitFor(2);
    expect(messages(merchant.received)[1]?.type).toBe("card_registration.expired");
  });

  it("wait in the books over a restart", async () => {
    await client.post("/payment/webhooks/hold", {});
    await client.register("4111110000001003");
    await running.sandbox.stop();
    running = await startTestSandbox(database, { payment: { webhookUrl: merchant.webhookUrl } });
    client = new PaymentClient(running.origin);
    expect(merchant.received).toHaveLength(0);
    await client.post("/payment/webhooks/release", {});
    await merchant.waitFor(1);
    expect(messages(merchant.received)[0]?.type).toBe("card_registration.succeeded");
  });
});
