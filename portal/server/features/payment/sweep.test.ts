import { randomUUID } from "node:crypto";
import {
  cardAttemptSchema,
  service,
  signUpWithCard,
} from "@sekimori/portal-contract/endpoints/sign-up";
import { testPaymentSettings } from "@sekimori/sandbox/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sandboxPaymentGateway } from "../../adapters/sandbox-payment.ts";
import type { PaymentGateway } from "../../ports/payment-gateway.ts";
import { signUpTo } from "../../testing/members.ts";
import { cards, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

test("an attempt whose browser and notification never came is settled by the sweep", async () => {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  const started = cardAttemptSchema.parse(
    (await submitCard(portal, browser, cards.challenge)).json(),
  );
  await portal.company.answerChallenge(started.redirectUrl, { code: "123456" });
  expect((await browser.call(service, {})).flow.step).toBe("payment");
  portal.clock.advance(3 * 60_000);
  const mail = await portal.mails.nth(email, 2);
  expect(mail.subject).toContain("card has been saved");
  expect((await browser.call(service, {})).flow).toMatchObject({
    step: "agreement",
    card: { last4: "2001" },
  });
});

test("an attempt without an answer is asked about under its key, and registers once", async () => {
  // The company does what it is asked, but its first answer is lost on the way.
  let lost = 0;
  const losing = (real: PaymentGateway): PaymentGateway => ({
    ...real,
    async startCardRegistration(request) {
      const answer = await real.startCardRegistration(request);
      lost += 1;
      return lost === 1 ? unreachable.startCardRegistration(request) : answer;
    },
  });
  const unreachable = sandboxPaymentGateway({
    apiOrigin: "http://127.0.0.1:1",
    fieldsUrl: "http://127.0.0.1:1/payment/fields",
    ...testPaymentSettings,
  });
  const own = await startTestPortal({}, {}, losing);
  try {
    const browser = own.browser();
    const { email } = await signUpTo(own, browser, "account", { plan: "detailed" });
    const body = { attempt: randomUUID(), cardToken: await own.company.token(cards.success) };
    const answer = await browser.attempt(signUpWithCard, { body });
    expect(answer.error().type).toBe("PaymentNetworkError");
    own.clock.advance(31_000);
    await own.mails.nth(email, 2);
    expect((await browser.call(service, {})).flow.step).toBe("agreement");
    const ledger = await own.database.pool.query("select id from sandbox.payment_card");
    expect(ledger.rowCount).toBe(1);
    const { rows } = await own.database.pool.query(
      "select state, card_token from portal.card_attempt",
    );
    expect(rows).toEqual([{ state: "succeeded", card_token: null }]);
  } finally {
    await own.close();
  }
});
