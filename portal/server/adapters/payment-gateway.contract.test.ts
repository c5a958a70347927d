import { randomUUID } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-server/testing";
import { sandboxMigrations } from "@sekimori/sandbox/migrations";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PaymentClient } from "../../../sandbox/testing/payment-client.ts";
import {
  startTestSandbox,
  type TestSandbox,
  testPaymentSettings,
} from "../../../sandbox/testing/test-sandbox.ts";
import type { PaymentGateway } from "../ports/payment-gateway.ts";
import { cards } from "../testing/sign-up-calls.ts";
import { sandboxPaymentGateway } from "./sandbox-payment.ts";

/** What every payment gateway must do, whichever company is behind it. */
interface Subject {
  readonly gateway: PaymentGateway;
  /** A token as the company's fields give one for a card that behaves so. */
  token(behaviour: "success" | "challenge" | "declined"): Promise<string>;
}

let database: TestDatabase<unknown>;
let running: TestSandbox;
beforeAll(async () => {
  database = await createTestDatabase(sandboxMigrations);
  running = await startTestSandbox(database);
});
afterAll(async () => {
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
  };
}

const request = (token: string) => ({
  idempotencyKey: randomUUID(),
  token,
  returnUrl: "http://localhost:3000/v1/payment/return/x",
  customer: "customer-1",
  locale: "en" as const,
});

describe.each([["sandbox", sandbox]] as const)("the %s gateway", (name, start) => {
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
      amount: 11_000,
      description: "One month",
    };
    const charges = await Promise.all([gateway.charge(charge), gateway.charge(charge)]);
    expect(charges[0]).toMatchObject({ state: "succeeded" });
    expect(charges[1]).toEqual(charges[0]);
    expect(await gateway.findCharge(charge.idempotencyKey)).toEqual(charges[0]);
    expect(await gateway.findCharge(randomUUID())).toBeUndefined();
    const refund = { idempotencyKey: randomUUID(), charge: charges[0]?.id ?? "" };
    await gateway.refund(refund);
    await gateway.refund(refund);

    await gateway.deleteCard(card.id);
    await gateway.deleteCard(card.id);
    expect(await gateway.getCard(card.id)).toBeUndefined();
  });

  test("gives one answer for one idempotency key, also to callers at once", async () => {
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
