import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sandboxMigrations } from "../migrations/migrations.ts";
import { PaymentClient } from "../testing/payment-client.ts";
import { startTestSandbox, type TestSandbox } from "../testing/test-sandbox.ts";

let database: TestDatabase<unknown>;
let running: TestSandbox;
let client: PaymentClient;

beforeAll(async () => {
  database = await createTestDatabase(sandboxMigrations);
  running = await startTestSandbox(database, { payment: { slowAnswerMs: 60_000 } });
  client = new PaymentClient(running.origin);
});

afterAll(async () => {
  await running.sandbox.stop();
  await database.close();
});

const chargesOf = async (key: string) =>
  (await client.get(`/payment/api/charges?idempotency_key=${key}`)).body.charges;

describe("a charge", () => {
  it("is made, shown by id and by key, and stands in the ledger", async () => {
    const key = crypto.randomUUID();
    const { status, body } = await client.charge(
      await client.card("4111110000001003"),
      11_000,
      key,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "succeeded",
      amount: 11_000,
      currency: "JPY",
      refunded_amount: 0,
      description: "November",
      idempotency_key: key,
    });
    expect((await client.get(`/payment/api/charges/${String(body.id)}`)).body).toEqual(body);
    expect(await chargesOf(key)).toEqual([body]);
    expect((await client.get("/payment/ledger")).body.charges).toContainEqual(body);
    expect(await chargesOf("never used")).toEqual([]);
    expect((await client.get("/payment/api/charges/ch_nobody")).status).toBe(404);
  });

  it("is declined later for the card that registers all the same", async () => {
    const { status, body } = await client.charge(await client.card("4111110000004007"), 500);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "failed", failure: "declined" });
  });

  it("meets a gateway error with nothing charged", async () => {
    const key = crypto.randomUUID();
    const { status } = await client.charge(await client.card("4111110000004106"), 500, key);
    expect(status).toBe(500);
    expect(await chargesOf(key)).toEqual([]);
  });

  it("is declined once the card has expired", async () => {
    const card = await client.card("5555550000001000");
    running.clock.set(new Date("2030-12-31T14:59:00Z"));
    expect((await client.charge(card, 100)).body.status).toBe("succeeded");
    running.clock.advance(60_000);
    expect((await client.charge(card, 100)).body).toMatchObject({
      status: "failed",
      decline_code: "expired_card",
    });
    running.clock.reset();
  });

  it.each([
    [{ amount: 0 }],
    [{ amount: -1 }],
    [{ amount: 1.5 }],
    [{ amount: "100" }],
    [{ amount: 10_000_000 }],
    [{ currency: "USD" }],
    [{ description: "" }],
  ])("is refused as invalid: %j", async (change) => {
    const card_id = await client.card("4111110000001003");
    const answer = await client.post("/payment/api/charges", {
      card_id,
      amount: 100,
      currency: "JPY",
      description: "November",
      ...change,
    });
    expect([answer.status, answer.body.error]).toMatchObject([400, { code: "invalid_request" }]);
  });
});

describe("an idempotency key", () => {
  it("is required", async () => {
    const body = { card_id: "card_x", amount: 1, currency: "JPY", description: "x" };
    const answer = await client.call("POST", "/payment/api/charges", body);
    expect([answer.status, answer.body.error]).toMatchObject([400, { code: "invalid_request" }]);
  });

  it("charges once for twenty simultaneous calls, all answered the same", async () => {
    const card = await client.card("4111110000001003");
    const key = crypto.randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.charge(card, 11_000, key)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await chargesOf(key)).toHaveLength(1);
  });

  it("refuses another request, on the same and on another call", async () => {
    const card = await client.card("4111110000001003");
    const key = crypto.randomUUID();
    const first = await client.charge(card, 100, key);
    const other = await client.charge(card, 101, key);
    expect([other.status, other.body.error]).toMatchObject([409, { code: "idempotency_conflict" }]);
    const refund = { charge_id: first.body.id };
    expect((await client.post("/payment/api/refunds", refund, key)).status).toBe(409);
    expect(await client.charge(card, 100, key)).toEqual(first);
  });

  it("is still known years later", async () => {
    const card = await client.card("4111110000001003");
    const key = crypto.randomUUID();
    const first = await client.charge(card, 100, key);
    running.clock.advance(3 * 365 * 86_400_000);
    expect(await client.charge(card, 100, key)).toEqual(first);
    running.clock.reset();
  });
});

describe("an answer that never comes", () => {
  it("hides a charge that was made; the repeat is answered at once", async () => {
    for (const number of ["4111110000004205", "4111110000004304"]) {
      const card = await client.card(number);
      const key = crypto.randomUUID();
      const gaveUp = new AbortController();
      const abandoned = fetch(`${client.origin}/payment/api/charges`, {
        method: "POST",
        headers: {
          authorization: "Bearer sk_test_0123456789",
          "content-type": "application/json",
          "idempotency-key": key,
        },
        body: JSON.stringify({ card_id: card, amount: 700, currency: "JPY", description: "x" }),
        signal: gaveUp.signal,
      });
      // Listened to from the beginning: one of the two hangs up by itself.
      const neverAnswered = expect(abandoned).rejects.toThrow();
      await expect.poll(() => chargesOf(key)).toMatchObject([{ status: "succeeded", amount: 700 }]);
      // It was made, and still nobody is told.
      setTimeout(() => gaveUp.abort(), 1_000);
      await neverAnswered;
      const made = await chargesOf(key);
      const body = { card_id: card, amount: 700, currency: "JPY", description: "x" };
      const repeat = await client.post("/payment/api/charges", body, key);
      expect([repeat.body]).toEqual(made);
    }
  });
});

describe("a refund", () => {
  it("gives back a part, then the rest, and no more", async () => {
    const charge_id = (await client.charge(await client.card("4111110000001003"), 1_000)).body.id;
    const refund = (amount?: number) =>
      client.post("/payment/api/refunds", { charge_id, ...(amount !== undefined && { amount }) });
    expect((await refund(300)).body).toMatchObject({ status: "succeeded", amount: 300, charge_id });
    expect((await refund(701)).body.error).toMatchObject({ code: "refund_exceeds_charge" });
    expect((await refund()).body).toMatchObject({ amount: 700 });
    expect((await refund()).status).toBe(422);
    const charge = await client.get(`/payment/api/charges/${String(charge_id)}`);
    expect(charge.body.refunded_amount).toBe(1_000);
  });

  it("cannot exceed the charge, however many come at once", async () => {
    const charge_id = (await client.charge(await client.card("4111110000001003"), 1_000)).body.id;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        client.post("/payment/api/refunds", { charge_id, amount: 400 }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  });

  it("is found by its charge and the key that it was asked for with", async () => {
    const charge_id = String(
      (await client.charge(await client.card("4111110000001003"), 1_000)).body.id,
    );
    const { body: made } = await client.post("/payment/api/refunds", { charge_id }, "a key");
    const find = (charge: string, key: string) =>
      client.get(
        `/payment/api/refunds?${new URLSearchParams({ charge_id: charge, idempotency_key: key })}`,
      );
    expect((await find(charge_id, "a key")).body).toEqual({ refunds: [made] });
    expect((await find(charge_id, "another")).body).toEqual({ refunds: [] });
    expect((await find("ch_x", "a key")).status).toBe(404);
  });

  it("needs a charge that succeeded", async () => {
    const failed = await client.charge(await client.card("4111110000004007"), 500);
    const answer = await client.post("/payment/api/refunds", { charge_id: failed.body.id });
    expect(answer.body.error).toMatchObject({ code: "charge_not_refundable" });
    expect((await client.post("/payment/api/refunds", { charge_id: "ch_x" })).status).toBe(404);
  });
});
