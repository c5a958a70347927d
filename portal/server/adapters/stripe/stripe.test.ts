import { randomUUID } from "node:crypto";
import { type StandIn, startStandIn } from "@sekimori/sandbox/stripe";
import { standInKeys } from "@sekimori/sandbox/stripe/keys";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GatewayMovement, PaymentGateway } from "../../ports/payment-gateway.ts";
import { stripePaymentGateway } from "../stripe-payment.ts";
import { wantedEvents } from "./events.ts";

// What only this company does, against a server of our own that stands in for it.

let standIn: StandIn;
let gateway: PaymentGateway;
beforeAll(async () => {
  standIn = await startStandIn();
  gateway = stripePaymentGateway({ ...standInKeys, standIn: standIn.origin });
});
afterAll(() => standIn.stop());

const good = "4242424242424242";

async function register(number: string, formerCard?: string) {
  return gateway.startCardRegistration({
    idempotencyKey: randomUUID(),
    token: standIn.token(number),
    returnUrl: "https://portal.example/v1/payment/return/x",
    customer: randomUUID(),
    formerCard,
    locale: "ja",
  });
}

async function newCard(number = good): Promise<string> {
  const registration = await register(number);
  if (registration.state !== "succeeded") throw new Error(registration.state);
  return registration.card.id;
}

const chargeOf = (card: string) => ({
  idempotencyKey: randomUUID(),
  card,
  customer: "account",
  amount: 11_000,
  description: "November",
});

const succeededPayments = () =>
  [...standIn.company.memory.payments.values()].filter(({ status }) => status === "succeeded")
    .length;

const methodOf = (card: string) => card.split("/")[1] ?? "";

describe("a charge whose answer is lost", () => {
  test.each([
    ["before the payment's id is known", "/v1/payment_intents", 0],
    ["after the payment was confirmed", "/confirm", 1],
  ])("%s happens once, and is found", async (_when, path, moved) => {
    const card = await newCard();
    const before = succeededPayments();
    const request = chargeOf(card);
    let prepared: string | null = null;
    const onPrepared = async (id: string) => {
      prepared = id;
    };
    // The library tries a broken connection once more, under the same key: both answers are lost.
    standIn.faults.push({ path, kind: "lost" }, { path, kind: "lost" });
    await expect(gateway.charge({ ...request, onPrepared })).rejects.toMatchObject({
      reason: "network",
    });
    expect(succeededPayments() - before).toBe(moved);
    const found = await gateway.findCharge(request.idempotencyKey, prepared);
    expect(found?.state).toBe(moved === 1 ? "succeeded" : undefined);
    const again = await gateway.charge({ ...request, onPrepared });
    expect(again.state).toBe("succeeded");
    expect(succeededPayments() - before).toBe(1);
  });

  test("by a fault of theirs is unknown, not failed", async () => {
    const request = chargeOf(await newCard());
    standIn.faults.push({ path: "/confirm", kind: "broken" });
    await expect(gateway.charge(request)).rejects.toMatchObject({ reason: "network" });
    expect((await gateway.charge(request)).state).toBe("succeeded");
  });

  test("and asked for after the company forgot the key is found by the payment", async () => {
    let now = new Date();
    const forgetful = await startStandIn({ now: () => now });
    const asking = stripePaymentGateway({ ...standInKeys, standIn: forgetful.origin });
    const registration = await asking.startCardRegistration({
      idempotencyKey: randomUUID(),
      token: forgetful.token(good),
      returnUrl: "https://portal.example/return",
      customer: "account",
      formerCard: undefined,
      locale: "en",
    });
    if (registration.state !== "succeeded") throw new Error(registration.state);
    let prepared = "";
    const request = chargeOf(registration.card.id);
    const onPrepared = async (id: string) => {
      prepared = id;
    };
    const charge = await asking.charge({ ...request, onPrepared });
    now = new Date(now.getTime() + 8 * 24 * 3_600_000);
    expect(await asking.findCharge(request.idempotencyKey, prepared)).toEqual(charge);
    await forgetful.stop();
  });
});

test("a key that the company does not take tells no member that his card failed", async () => {
  const wrong = { ...standInKeys, secretKey: "sk_test_another", standIn: standIn.origin };
  await expect(stripePaymentGateway(wrong).charge(chargeOf(await newCard()))).rejects.toMatchObject(
    { reason: "network" },
  );
});

test("turned away for haste, it slows down until everything is charged once", async () => {
  const card = await newCard();
  const before = succeededPayments();
  standIn.pace.perSecond = 20;
  const requests = Array.from({ length: 30 }, () => gateway.charge(chargeOf(card)));
  const charges = await Promise.all(requests);
  standIn.pace.perSecond = Number.POSITIVE_INFINITY;
  expect(standIn.pace.refused).toBeGreaterThan(0);
  expect(charges.every(({ state }) => state === "succeeded")).toBe(true);
  expect(succeededPayments() - before).toBe(30);
});

test("a card that was detached at the company is gone, not a fault of ours", async () => {
  const card = await newCard();
  const request = chargeOf(card);
  await gateway.deleteCard(card);
  expect(await gateway.charge(request)).toMatchObject({ state: "failed", failure: "card" });
});

describe("registrations", () => {
  test("of one account end with one customer, who is known by nothing but an opaque id", async () => {
    const first = await newCard();
    const second = await register("5555555555554444", first);
    if (second.state !== "succeeded") throw new Error(second.state);
    const [customer = ""] = first.split("/");
    expect(second.card.id.split("/")[0]).toBe(customer);
    const kept = standIn.company.memory.customers.get(customer);
    expect(kept).toMatchObject({ name: null, email: null, description: null });
    expect(Object.keys(kept?.metadata as object)).toEqual(["account"]);
  });

  test.each([
    [true, { state: "succeeded" }],
    [false, { state: "failed", failure: "three_d_secure" }],
  ])("by 3-D Secure, answered rightly: %s", async (isRight, outcome) => {
    const started = await register("4000002500003155");
    if (started.state !== "requires_action") throw new Error(started.state);
    expect(started.redirectUrl.startsWith(`${standIn.origin}/3ds/`)).toBe(true);
    expect(await gateway.findCardRegistration(started.id)).toEqual(started);
    standIn.answer(started.id, isRight);
    expect(await gateway.findCardRegistration(started.id)).toMatchObject(outcome);
  });

  test.each([
    ["4000000000000069", "declined"],
    ["4000000000000119", "gateway"],
  ])("of %s fail as %s", async (number, failure) => {
    expect(await register(number)).toMatchObject({ state: "failed", failure });
  });

  test("of a brand that is not accepted are undone", async () => {
    const registration = await register("6200000000000005");
    expect(registration).toMatchObject({ state: "failed", failure: "declined" });
    const kept = [...standIn.company.memory.methods.values()].filter(
      ({ card, customer }) => card.brand === "unionpay" && customer !== null,
    );
    expect(kept).toEqual([]);
  });

  test("show a card as its issuer renewed it", async () => {
    const card = await newCard();
    standIn.happening.renewCard(standIn.company, methodOf(card), { exp_year: 2039, last4: "9999" });
    expect(await gateway.getCard(card)).toMatchObject({ expiryYear: 2039, last4: "9999" });
  });
});

async function movements(): Promise<GatewayMovement[]> {
  const day = 24 * 3_600_000;
  const found: GatewayMovement[] = [];
  const now = Date.now();
  for await (const one of gateway.listMovements(new Date(now - day), new Date(now + day))) {
    found.push(one);
  }
  return found;
}

test("every entry of the company's ledger is listed once, over pages, to the yen", async () => {
  const { company, happening } = standIn;
  for (let count = 0; count < 60; count += 1) happening.chargeByHand(company, 1_000 + count);
  const card = await newCard();
  const charge = await gateway.charge(chargeOf(card));
  const refund = await gateway.refund({
    idempotencyKey: randomUUID(),
    charge: charge.id,
    amount: 500,
  });
  happening.failRefund(company, refund.id);
  const dispute = happening.openDispute(company, charge.id);
  happening.closeDispute(company, dispute.id, "won");
  const reserve = happening.bookSomething(company, -700);
  const payout = happening.payOut(company);
  happening.returnPayout(company, payout);
  const listed = await movements();
  const theirs = company.memory.transactions.reduce((sum, { net }) => sum + Number(net), 0);
  expect(listed.reduce((sum, { amount }) => sum + amount, 0)).toBe(theirs);
  const of = (source: string) =>
    listed.filter((one) => one.source.startsWith(source)).map((one) => `${one.kind} ${one.amount}`);
  expect(of(refund.id)).toEqual(["refund -500", "refund 500"]);
  expect(of(dispute.id)).toEqual(["dispute -11000", "dispute_won 11000"]);
  expect(of(reserve)).toEqual(["other -700"]);
  expect(of(payout).map((text) => text.split(" ")[0])).toEqual(["payout", "payout"]);
  expect(new Set(listed.map(({ kind, source }) => `${kind} ${source}`)).size).toBe(
    listed.length - 1,
  );
});

test("a dispute that is won, or was only a question, is not lost", async () => {
  const { company, happening } = standIn;
  const charge = await gateway.charge(chargeOf(await newCard()));
  const dispute = happening.openDispute(company, charge.id);
  dispute.status = "warning_closed";
  expect((await gateway.findDispute(dispute.id)).state).toBe("won");
  happening.closeDispute(company, dispute.id, "lost");
  expect(await gateway.findDispute(dispute.id)).toMatchObject({
    state: "lost",
    movements: [{ amount: -11_000 }],
  });
});

describe("a notification", () => {
  const now = new Date("2026-11-22T00:00:00Z");
  const stripe = new Stripe(standInKeys.secretKey);
  const signed = (body: string, at = now, secret = standInKeys.webhookSecret) =>
    stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret,
      timestamp: Math.floor(at.getTime() / 1_000),
    });
  const bodyOf = (type: string, object: object, previous?: object) =>
    JSON.stringify({
      id: "evt_1",
      object: "event",
      type,
      data: { object, ...(previous && { previous_attributes: previous }) },
    });

  test.each(Object.entries(wantedEvents))("of %s is about a %s", (type, kind) => {
    const body = bodyOf(type, { id: "pm_1", customer: "cus_1" });
    const id = kind === "card" ? "cus_1/pm_1" : "pm_1";
    expect(gateway.parseWebhook(body, signed(body), now).subject).toEqual({ kind, id });
  });

  test("of a detached card names whose it was", () => {
    const body = bodyOf(
      "payment_method.detached",
      { id: "pm_1", customer: null },
      { customer: "cus_1" },
    );
    expect(gateway.parseWebhook(body, signed(body), now).subject?.id).toBe("cus_1/pm_1");
  });

  test("of something else is taken and about nothing", () => {
    const body = bodyOf("customer.created", { id: "cus_1" });
    expect(gateway.parseWebhook(body, signed(body), now)).toEqual({
      id: "evt_1",
      subject: undefined,
    });
  });

  const body = bodyOf("payment_intent.succeeded", { id: "pi_1" });
  const old = new Date(now.getTime() - 6 * 60_000);
  test.each([
    ["none", undefined],
    ["an empty one", ""],
    ["garbage", "t=x,v1=y"],
    ["another secret's", signed(body, now, "whsec_another")],
    ["one of another body", signed(`${body} `)],
    ["an old one, recorded and sent again", signed(body, old)],
  ])("with %s as its signature is refused", (_what, signature) => {
    expect(() => gateway.parseWebhook(body, signature, now)).toThrow(
      expect.objectContaining({ reason: "refused" }),
    );
  });
});

test.each(["sk_live_51Mx", "rk_live_51Mx", "sk_unknown"])(
  "a stand-in is never shown the key %s",
  (secretKey) => {
    const options = { ...standInKeys, secretKey, standIn: standIn.origin };
    expect(() => stripePaymentGateway(options)).toThrow("key for tests");
  },
);
