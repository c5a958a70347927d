import { randomUUID } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { sandboxMigrations } from "@sekimori/sandbox/migrations";
import { type StandIn, startStandIn } from "@sekimori/sandbox/stripe";
import { standInKeys } from "@sekimori/sandbox/stripe/keys";
import { startTestSandbox, type TestSandbox, testPaymentSettings } from "@sekimori/sandbox/testing";
import {
  type Merchant,
  type ReceivedWebhook,
  startMerchant,
} from "@sekimori/sandbox/testing/merchant";
import { PaymentClient } from "@sekimori/sandbox/testing/payment-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PaymentGateway } from "../ports/payment-gateway.ts";
import { cards } from "../testing/sign-up-calls.ts";
import { sandboxPaymentGateway } from "./sandbox-payment.ts";
import { stripePaymentGateway } from "./stripe-payment.ts";

type Behaviour =
  | "success"
  | "challenge"
  | "declined"
  | "chargeDeclined"
  | "chargeLostCard"
  | "chargeNeedsAuthentication";

/** What every payment gateway must do, whichever company is behind it. */
interface Subject {
  readonly gateway: PaymentGateway;
  /** A token as the company's fields give one for a card that behaves so. */
  token(behaviour: Behaviour): Promise<string>;
  /** The holder answers on the issuer's page of a charge.*/
  answer(redirectUrl: string, isRight: boolean): Promise<void>;
  /** The holder's bank takes a charge back. @returns the dispute's id. */
  dispute(charge: string): Promise<string>;
  /** Has the company send what it has not sent yet. */
  notify(): Promise<void>;
  /** The company pays out all that it owes us. */
  payOut(): Promise<void>;
}

let database: TestDatabase<unknown>;
let running: TestSandbox;
let standIn: StandIn;
/** Whom either company notifies. */
let merchant: Merchant;
beforeAll(async () => {
  database = await createTestDatabase(sandboxMigrations);
  merchant = await startMerchant();
  const { webhookUrl } = merchant;
  running = await startTestSandbox(database, { payment: { webhookUrl } });
  standIn = await startStandIn();
  standIn.endpoint = { url: webhookUrl, secret: standInKeys.webhookSecret };
});
afterAll(async () => {
  await merchant.stop();
  await standIn.stop();
  await running.sandbox.stop();
  await database.close();
});

function sandbox(): Subject {
  const company = new PaymentClient(running.origin);
  return {
    gateway: sandboxPaymentGateway({
      apiOrigin: running.origin,
      fieldsUrl: `${running.origin}/payment/fields`,
      ...testPaymentSettings,
    }),
    token: (behaviour) => company.token(cards[behaviour]),
    async answer(redirectUrl, isRight) {
      const answer = isRight ? { action: "confirm", code: "123456" } : { action: "cancel" };
      await company.answerChallenge(redirectUrl, answer);
    },
    async dispute(charge) {
      const { body } = await company.post("/payment/api/disputes", { charge_id: charge });
      return String(body.id);
    },
    // It sends by itself.
    notify: async () => undefined,
    async payOut() {
      // A month is paid on the 15th of the next, which this one has yet to see.
      running.clock.advance(50 * 86_400_000);
      await company.get("/payment/api/balance?from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00Z");
      running.clock.reset();
    },
  };
}

/** The company's own test numbers; the stand-in has two of its own for what it has none for. */
const stripeCards: Readonly<Record<Behaviour, string>> = {
  success: "4242424242424242",
  challenge: "4000002500003155",
  declined: "4000000000000002",
  chargeDeclined: "4000000000000341",
  chargeLostCard: "4000000000000010",
  chargeNeedsAuthentication: "4000000000000028",
};

function stripe(): Subject {
  return {
    gateway: stripePaymentGateway({ ...standInKeys, standIn: standIn.origin }),
    token: async (behaviour) => standIn.token(stripeCards[behaviour]),
    async answer(redirectUrl, isRight) {
      const body = new URLSearchParams({ right: isRight ? "yes" : "no" });
      const response = await fetch(redirectUrl, { method: "POST", body, redirect: "manual" });
      expect(response.headers.get("location")).toContain(returnUrl);
    },
    dispute: async (charge) => standIn.happening.openDispute(standIn.company, charge).id,
    async notify() {
      for (const event of standIn.events) await standIn.tell(event);
    },
    payOut: async () => void standIn.happening.payOut(standIn.company),
  };
}

const returnUrl = "http://localhost:3000/v1/payment/return/x";

const request = (token: string) => ({
  idempotencyKey: randomUUID(),
  token,
  returnUrl,
  customer: "customer-1",
  formerCard: undefined,
  locale: "en" as const,
});

async function registered(gateway: PaymentGateway, token: string): Promise<string> {
  const registration = await gateway.startCardRegistration(request(token));
  if (registration.state !== "succeeded") throw new Error(registration.state);
  return registration.card.id;
}

const chargeOf = (card: string) => ({
  idempotencyKey: randomUUID(),
  card,
  customer: "customer-1",
  description: "One month",
});

describe.each([
  ["sandbox", sandbox],
  ["stripe", stripe],
] as const)("the %s gateway", (name, start) => {
  test("registers a card, gives it, charges it once for a key, and deletes it", async () => {
    const { gateway, token } = start();
    expect(gateway.name).toBe(name);
    const registration = await gateway.startCardRegistration(request(await token("success")));
    if (registration.state !== "succeeded") throw new Error(registration.state);
    const { card } = registration;
    expect(await gateway.getCard(card.id)).toEqual(card);
    expect(await gateway.findCardRegistration(registration.id)).toEqual(registration);

    const charge = {
      idempotencyKey: randomUUID(),
      card: card.id,
      customer: "customer-1",
      amount: 11_000,
      description: "One month",
    };
    let prepared: string | null = null;
    const onPrepared = async (id: string) => {
      // Nothing has moved when it is told.
      prepared = id;
      expect(await gateway.findCharge(charge.idempotencyKey, id)).not.toMatchObject({
        state: "failed",
      });
    };
    const charges = await Promise.all([
      gateway.charge({ ...charge, onPrepared }),
      gateway.charge(charge),
    ]);
    expect(charges[0]).toMatchObject({ state: "succeeded" });
    expect(charges[1]).toEqual(charges[0]);
    expect(await gateway.findCharge(charge.idempotencyKey, prepared)).toEqual(charges[0]);
    expect(await gateway.findCharge(randomUUID(), null)).toBeUndefined();

    await gateway.deleteCard(card.id);
    await gateway.deleteCard(card.id);
    expect(await gateway.getCard(card.id)).toBeUndefined();
  });

  test("says by whom a failed charge can be mended", async () => {
    const { gateway, token } = start();
    const failureOf = async (behaviour: Behaviour) => {
      const card = await registered(gateway, await token(behaviour));
      const charge = await gateway.charge({ ...chargeOf(card), amount: 11_000 });
      return charge.state === "failed" ? charge.failure : charge.state;
    };
    expect(await failureOf("chargeDeclined")).toBe("declined");
    expect(await failureOf("chargeLostCard")).toBe("card");
    expect(await failureOf("chargeNeedsAuthentication")).toBe("authentication");
  });

  describe("a charge with its holder present", () => {
    async function waiting({ gateway, token }: Subject) {
      const card = await registered(gateway, await token("chargeNeedsAuthentication"));
      let prepared: string | null = null;
      const asked = { ...chargeOf(card), amount: 11_000, returnUrl };
      const onPrepared = async (id: string) => {
        prepared = id;
      };
      const charge = await gateway.charge({ ...asked, onPrepared });
      if (charge.state !== "requires_action") throw new Error(charge.state);
      const find = () => gateway.findCharge(asked.idempotencyKey, prepared);
      expect(await find()).toEqual(charge);
      return { charge, asked, find };
    }

    test("succeeds once they have proved who they are, whoever asks again", async () => {
      const subject = start();
      const { charge, asked, find } = await waiting(subject);
      expect(await subject.gateway.charge(asked)).toEqual(charge);
      await subject.answer(charge.redirectUrl, true);
      const paid = { id: charge.id, state: "succeeded" };
      expect(await find()).toEqual(paid);
      expect(await subject.gateway.charge(asked)).toEqual(paid);
      expect(await subject.gateway.cancelCharge(charge.id)).toEqual(paid);
      const moved: number[] = [];
      const [from, to] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)];
      for await (const { kind, source, amount } of subject.gateway.listMovements(from, to)) {
        if (source === charge.id && kind === "charge") moved.push(amount);
      }
      expect(moved).toEqual([11_000]);
    });

    test("fails for want of it when they fail, and moves nothing when it is given up", async () => {
      const subject = start();
      const failed = await waiting(subject);
      await subject.answer(failed.charge.redirectUrl, false);
      expect(await failed.find()).toMatchObject({ state: "failed", failure: "authentication" });
      const left = await waiting(subject);
      const given = await subject.gateway.cancelCharge(left.charge.id);
      expect(given).toMatchObject({ state: "failed", failure: "authentication" });
      expect(await subject.gateway.cancelCharge(left.charge.id)).toEqual(given);
      expect(await left.find()).toEqual(given);
    });

    test("succeeds at once where nobody asks for it", async () => {
      const { gateway, token } = start();
      const card = await registered(gateway, await token("success"));
      const charge = await gateway.charge({ ...chargeOf(card), amount: 11_000, returnUrl });
      expect(charge.state).toBe("succeeded");
    });
  });

  describe("a card for this once", () => {
    const once = (card: string, prepared: string[] = []) => ({
      ...chargeOf(card),
      amount: 11_000,
      returnUrl,
      onPrepared: async (id: string) => void prepared.push(id),
    });

    test("is named before it is charged, charged once for a key, and kept nowhere", async () => {
      const { gateway, token } = start();
      const card = await token("success");
      expect(await gateway.findTokenCard(card)).toEqual({
        brand: "visa",
        last4: expect.stringMatching(/^\d{4}$/),
      });
      const asked = once(card);
      const charges = await Promise.all([gateway.charge(asked), gateway.charge(asked)]);
      expect(charges[0]).toMatchObject({ state: "succeeded" });
      expect(charges[1]).toEqual(charges[0]);
      // Nobody is charged with it again, by whatever key.
      const again = await gateway.charge(once(card)).catch((error: unknown) => error);
      expect(again).not.toMatchObject({ state: "succeeded" });
      expect(await gateway.findTokenCard("tok_never_given")).toBeUndefined();
      const refund = { idempotencyKey: randomUUID(), charge: charges[0].id, amount: 11_000 };
      expect(await gateway.refund(refund)).toMatchObject({ state: "succeeded" });
    });

    test("asks its holder by 3-D Secure, and says who can mend a refusal", async () => {
      const { gateway, token, answer } = start();
      const prepared: string[] = [];
      const asked = once(await token("challenge"), prepared);
      const waiting = await gateway.charge(asked);
      if (waiting.state !== "requires_action") throw new Error(waiting.state);
      await answer(waiting.redirectUrl, true);
      expect(await gateway.findCharge(asked.idempotencyKey, prepared[0] ?? null)).toEqual({
        id: waiting.id,
        state: "succeeded",
      });
      expect(await gateway.charge(once(await token("declined")))).toMatchObject({
        state: "failed",
        failure: "declined",
      });
      expect(await gateway.charge(once(await token("chargeLostCard")))).toMatchObject({
        state: "failed",
        failure: "card",
      });
    });
  });

  test("names a card by its number, whoever brings it", async () => {
    const { gateway, token } = start();
    const cardOf = async (behaviour: Behaviour) =>
      gateway.getCard(await registered(gateway, await token(behaviour)));
    const [first, second] = [await cardOf("success"), await cardOf("success")];
    const other = await cardOf("chargeDeclined");
    expect(first?.fingerprint).toEqual(expect.any(String));
    expect(second?.fingerprint).toBe(first?.fingerprint);
    expect(other?.fingerprint).not.toBe(first?.fingerprint);
  });

  test("refunds a part and the rest, never more, and once for a key", async () => {
    const { gateway, token } = start();
    const card = await registered(gateway, await token("success"));
    const charge = await gateway.charge({ ...chargeOf(card), amount: 11_000 });
    const part = { idempotencyKey: randomUUID(), charge: charge.id, amount: 1_000 };
    const refund = await gateway.refund(part);
    expect(await gateway.refund(part)).toEqual(refund);
    expect(await gateway.findRefund(refund.id)).toEqual({
      id: refund.id,
      state: "succeeded",
      charge: charge.id,
      amount: 1_000,
      reference: part.idempotencyKey,
    });
    const rest = { idempotencyKey: randomUUID(), charge: charge.id, amount: 10_000 };
    await gateway.refund(rest);
    const more = { idempotencyKey: randomUUID(), charge: charge.id, amount: 1 };
    await expect(gateway.refund(more)).rejects.toMatchObject({ reason: "refused" });
  });

  test("finds a refund by the key it was asked for with, however many a charge has", async () => {
    const { gateway, token } = start();
    const card = await registered(gateway, await token("success"));
    const [charge, other] = [
      await gateway.charge({ ...chargeOf(card), amount: 11_000 }),
      await gateway.charge({ ...chargeOf(card), amount: 11_000 }),
    ];
    const asked = (of: { readonly id: string }, amount: number) => ({
      idempotencyKey: randomUUID(),
      charge: of.id,
      amount,
    });
    const find = (of: { readonly id: string }, reference: string) =>
      gateway.findRefundByReference(of.id, reference);
    const first = asked(charge, 1_000);
    expect(await find(charge, first.idempotencyKey)).toBeUndefined();
    const made = await gateway.refund(first);
    // As many as companies show at once, and more.
    for (let index = 0; index < 101; index++) await gateway.refund(asked(charge, 1));
    expect(await find(charge, first.idempotencyKey)).toEqual(made);
    expect(made).toEqual({
      id: expect.stringMatching(/./),
      state: "succeeded",
      charge: charge.id,
      amount: 1_000,
      reference: first.idempotencyKey,
    });
    expect(await find(charge, randomUUID())).toBeUndefined();
    expect(await find(other, first.idempotencyKey)).toBeUndefined();
    // Whoever does not know the charge itself knows nothing of its refunds either way.
    await expect(find({ id: "pi_unknown" }, first.idempotencyKey)).rejects.toMatchObject({
      name: "PaymentGatewayError",
    });
  });

  test("lists every movement with its source, oldest first, and disputes among them", async () => {
    const { gateway, token, dispute } = start();
    const card = await registered(gateway, await token("success"));
    const charge = await gateway.charge({ ...chargeOf(card), amount: 11_000 });
    const disputeId = await dispute(charge.id);
    const shown = await gateway.findDispute(disputeId);
    expect(shown).toEqual({
      id: disputeId,
      charge: charge.id,
      amount: 11_000,
      state: "open",
      movements: [{ id: expect.any(String), amount: -11_000, at: expect.any(Date) }],
    });
    const day = 24 * 3_600_000;
    const found: string[] = [];
    const now = Date.now();
    for await (const movement of gateway.listMovements(new Date(now - day), new Date(now + day))) {
      if (movement.source === charge.id || movement.source === disputeId) {
        found.push(`${movement.kind} ${movement.amount}`);
      }
      if (movement.kind === "dispute" && movement.source === disputeId) {
        expect(shown.movements.map(({ id }) => id)).toEqual([movement.id]);
      }
    }
    expect(found).toEqual(["charge 11000", "fee -396", "dispute -11000"]);
  });

  test("reads the company's own notification, and refuses it once a letter is another", async () => {
    const { gateway, token, dispute, notify } = start();
    const card = await registered(gateway, await token("success"));
    const charge = await gateway.charge({ ...chargeOf(card), amount: 11_000 });
    const id = await dispute(charge.id);
    await notify();
    const signatureOf = ({ headers }: ReceivedWebhook) =>
      String(headers[gateway.signatureHeader] ?? "");
    const ofDispute = () =>
      merchant.received.filter((one) => signatureOf(one) !== "" && one.body.includes(id));
    await expect.poll(() => ofDispute().length).toBeGreaterThan(0);
    const [told] = ofDispute();
    if (told === undefined) throw new Error("nothing was told");
    const now = new Date();
    expect(gateway.parseWebhook(told.body, signatureOf(told), now)).toEqual({
      id: expect.any(String),
      subject: { kind: "dispute", id },
    });
    expect(() =>
      gateway.parseWebhook(told.body.replace(id, "another"), signatureOf(told), now),
    ).toThrow(expect.objectContaining({ reason: "refused" }));
  });

  test("lists a payout: what it owed until then has left it", async () => {
    const { gateway, token, payOut } = start();
    const card = await registered(gateway, await token("success"));
    await gateway.charge({ ...chargeOf(card), amount: 11_000 });
    await payOut();
    const [from, to] = [new Date(0), new Date(Date.now() + 60 * 86_400_000)];
    let owed = 0;
    const payouts: { amount: number; source: string }[] = [];
    for await (const { kind, amount, source } of gateway.listMovements(from, to)) {
      owed += amount;
      if (kind === "payout") payouts.push({ amount, source });
    }
    expect(owed).toBe(0);
    expect(payouts).toEqual([{ amount: expect.any(Number), source: expect.stringMatching(/./) }]);
    expect(payouts[0]?.amount).toBeLessThan(0);
  });

  test("gives one answer for one idempotency key, also to principals at once", async () => {
    const { gateway, token } = start();
    const same = request(await token("success"));
    const answers = await Promise.all([1, 2, 3].map(() => gateway.startCardRegistration(same)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });

  test("asks for 3-D Secure by an address of its own", async () => {
    const { gateway, token } = start();
    const registration = await gateway.startCardRegistration(request(await token("challenge")));
    if (registration.state !== "requires_action") throw new Error(registration.state);
    expect(URL.canParse(registration.redirectUrl)).toBe(true);
  });

  test("says why it refuses, and refuses a token it never gave", async () => {
    const { gateway, token } = start();
    const declined = await gateway.startCardRegistration(request(await token("declined")));
    expect(declined).toMatchObject({ state: "failed", failure: "declined" });
    const unknown = await gateway.startCardRegistration(request("tok_never_given"));
    expect(unknown).toMatchObject({ state: "failed", failure: "token" });
  });

  test("throws `refused` for what it does not know, and for a forged notification", async () => {
    const { gateway } = start();
    await expect(gateway.findCardRegistration("reg_unknown")).rejects.toMatchObject({
      reason: "refused",
    });
    expect(() => gateway.parseWebhook("{}", "t=1,v1=00", new Date())).toThrow(
      expect.objectContaining({ reason: "refused" }),
    );
  });
});
