import { randomUUID } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { type StandIn, startStandIn } from "@sekimori/sandbox/stripe";
import { standInKeys } from "@sekimori/sandbox/stripe/keys";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tables } from "../../database/generated/tables.ts";
import { portalMigrations } from "../../migrations.ts";
import type { PaymentGateway } from "../../ports/payment-gateway.ts";
import { sharedPace, type Turn } from "../shared-pace.ts";
import { stripePaymentGateway } from "../stripe-payment.ts";

let database: TestDatabase<Tables>;
let standIn: StandIn;
beforeAll(async () => {
  database = await createTestDatabase<Tables>(portalMigrations, "portal");
  standIn = await startStandIn();
});
afterAll(async () => {
  await standIn.stop();
  await database.close();
});

/** One of everything that is asked of the company: cards, charges, refunds, inquiries, its ledger. */
async function everything(gateway: PaymentGateway): Promise<void> {
  const registration = await gateway.startCardRegistration({
    idempotencyKey: randomUUID(),
    token: standIn.token("4242424242424242"),
    returnUrl: "https://portal.example/v1/payment/return/x",
    customer: randomUUID(),
    formerCard: undefined,
    locale: "ja",
  });
  if (registration.state !== "succeeded") throw new Error(registration.state);
  const card = registration.card.id;
  const charged = { card, customer: "account", amount: 11_000, description: "November" };
  const charge = await gateway.charge({ ...charged, idempotencyKey: randomUUID() });
  const part = { idempotencyKey: randomUUID(), charge: charge.id, amount: 1_000 };
  const dispute = standIn.happening.openDispute(standIn.company, charge.id);
  const refund = await gateway.refund(part);
  await gateway.findRefund(refund.id);
  await gateway.findCharge("", charge.id);
  await gateway.cancelCharge(charge.id);
  await gateway.findDispute(dispute.id);
  await gateway.findCardRegistration(registration.id);
  await gateway.getCard(card);
  for await (const _ of gateway.listMovements(new Date(0), new Date(Date.now() + 86_400_000))) {
    // Only that it is asked for.
  }
  await gateway.deleteCard(card);
}

const gatewayWith = (turn: Turn) =>
  stripePaymentGateway({ ...standInKeys, standIn: standIn.origin, turn });

test("all processes together keep to the company's pace, whatever they ask for", async () => {
  // Each with a pace of its own, as processes have: they share nothing but the database.
  const [one, other] = [20, 20].map((pace) => gatewayWith(sharedPace(database.db, "stripe", pace)));
  if (!one || !other) throw new Error("two are needed");
  const before = standIn.log.length;
  const started = performance.now();
  await Promise.all([everything(one), everything(other)]);
  const asked = standIn.log.length - before;
  expect(asked).toBeGreaterThanOrEqual(24);
  expect(performance.now() - started).toBeGreaterThanOrEqual(((asked - 1) * 1_000) / 20);
});

test("nothing is asked of the company out of turn", async () => {
  let turns = 0;
  const before = standIn.log.length;
  await everything(
    gatewayWith(async () => {
      turns += 1;
    }),
  );
  expect(turns).toBe(standIn.log.length - before);
});
