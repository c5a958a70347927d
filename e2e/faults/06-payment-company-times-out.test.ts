import { randomUUID } from "node:crypto";
import { cardAttemptSchema, signUpWithCard } from "@sekimori/portal-contract/endpoints/sign-up";
import { sandboxPaymentGateway } from "@sekimori/portal-server/adapters/sandbox-payment";
import { cards } from "@sekimori/portal-server/testing/sign-up-calls";
import { testPaymentSettings } from "@sekimori/sandbox/testing";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { jobsDone } from "./support/consistency.ts";
import { report } from "./support/figures.ts";
import { signUpTo } from "./support/journeys.ts";
import { ledgerOf } from "./support/ledger.ts";
import { type LossyLink, startLossyLink } from "./support/lossy-link.ts";
import { ownWorld } from "./support/own-world.ts";
import { Person } from "./support/person.ts";

let link: LossyLink;
const world = ownWorld(() => ({
  environment: { LIMIT_FACTOR: "1000" },
  paymentOrigin: async (origin) => {
    link = await startLossyLink(Number(new URL(origin).port), /^POST \/payment\/api\//);
    return `http://localhost:${link.port}`;
  },
}));
afterAll(() => link.stop());

test("a card registered by a company whose answer is lost is registered once when sent again", async () => {
  const here = world();
  const person = new Person(here.origin);
  await signUpTo(here, person, "account", { plan: "detailed" });
  const body = { attempt: randomUUID(), cardToken: await here.company.token(cards.success) };
  link.mode = "lose-answers";
  const lost = await person.attempt(signUpWithCard, { body });
  expect([lost.status, lost.error().type]).toEqual([504, "PaymentNetworkError"]);
  expect((await ledgerOf(here)).registrations).toHaveLength(1);
  link.mode = "pass";
  const again = await person.attempt(signUpWithCard, { body });
  expect(cardAttemptSchema.parse(again.json()).state).toBe("succeeded");
  await jobsDone(here.pool);
  const ledger = await ledgerOf(here);
  report("6", {
    "registrations at the company": ledger.registrations.length,
    cards: ledger.cards.length,
  });
  expect([ledger.registrations.length, ledger.cards.length]).toEqual([1, 1]);
});

test("a charge whose answer is lost is unknown, found by its key, and made once", async () => {
  const here = world();
  const before = (await ledgerOf(here)).charges.length;
  const registered = await here.company.post("/payment/api/card-registrations", {
    token: await here.company.token(cards.success),
    return_url: `${here.origin}/v1/payment/return/none`,
    customer_ref: randomUUID(),
  });
  const card = z.object({ id: z.string() }).parse(registered.body.card).id;
  const gateway = sandboxPaymentGateway({
    apiOrigin: `http://localhost:${link.port}`,
    fieldsUrl: `${here.sandboxOrigin}/payment/fields`,
    ...testPaymentSettings,
  });
  const customer = randomUUID();
  const order = { card, customer, amount: 11_000, description: "November" };
  const charge = { ...order, idempotencyKey: randomUUID() };
  link.mode = "lose-answers";
  await expect(gateway.charge(charge)).rejects.toMatchObject({ reason: "network" });
  link.mode = "pass";
  const found = await gateway.findCharge(charge.idempotencyKey, null);
  const repeated = await gateway.charge(charge);
  const charges = (await ledgerOf(here)).charges.length - before;
  report("6", { "charges at the company": charges });
  expect(found).toEqual(repeated);
  expect([repeated.state, charges]).toEqual(["succeeded", 1]);
});
