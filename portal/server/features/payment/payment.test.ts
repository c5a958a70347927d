import { createHmac, randomUUID } from "node:crypto";
import type { TestClient } from "@sekimori/kit-development/testing";
import { getCard, removeExpiredCard, replaceCard } from "@sekimori/portal-contract/endpoints/card";
import { reauthenticate } from "@sekimori/portal-contract/endpoints/sign-in";
import {
  type CardAttempt,
  cancelCardAttempt,
  cardAttempt,
  cardAttemptSchema,
  paymentConfiguration,
  service,
  signUpWithCard,
} from "@sekimori/portal-contract/endpoints/sign-up";
import { testPaymentSettings } from "@sekimori/sandbox/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxPaymentGateway } from "../../adapters/sandbox-payment.ts";
import { newMember, signUpTo } from "../../testing/members.ts";
import { cardAsShown, replaceCardAsShown } from "../../testing/pay-as-shown.ts";
import { agree, cards, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

async function atPayment(): Promise<TestClient> {
  const browser = portal.browser();
  await signUpTo(portal, browser, "account", { plan: "detailed" });
  return browser;
}

async function submit(browser: TestClient, number: string): Promise<CardAttempt> {
  return cardAttemptSchema.parse((await submitCard(portal, browser, number)).json());
}

/** What the holder does on the 3-D Secure page, up to the form that returns to us. */
async function challenge(redirectUrl: string | null, form: Record<string, string>) {
  const page = await portal.company.answerChallenge(redirectUrl, form);
  const action = /action="([^"]+)"/.exec(page)?.[1] ?? "";
  const registration = /name="registration" value="([^"]+)"/.exec(page)?.[1] ?? "";
  return { url: new URL(action).pathname, registration };
}

/** The cross-site form post that brings the browser back: no cookies of ours, a foreign origin. */
function returnPost(url: string, registration: string) {
  return portal.app.inject({
    method: "POST",
    url,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: portal.sandbox.origin,
      "sec-fetch-site": "cross-site",
    },
    payload: new URLSearchParams({ registration }).toString(),
  });
}

const presentCards = async () =>
  portal.database.db
    .selectFrom("portal.card")
    .selectAll()
    .where("removed_at", "is", null)
    .execute();

/** The company's name for the card that was registered last. */
async function newestCard(): Promise<string> {
  const row = await portal.database.db
    .selectFrom("portal.card")
    .select("gateway_card")
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.gateway_card;
}

const atCompany = async (card: string) =>
  (await portal.company.get(`/payment/api/cards/${card}`)).status;

describe("a card registration", () => {
  test("tells the page where the company's fields are", async () => {
    const configuration = await portal.browser().call(paymentConfiguration, {});
    expect(configuration).toEqual({
      fields: "frame",
      fieldsUrl: `${portal.sandbox.origin}/payment/fields`,
      fieldsOrigin: portal.sandbox.origin,
      publishableKey: testPaymentSettings.publishableKey,
    });
  });

  test.each([
    [cards.declined, "CardDeclined"],
    [cards.gatewayError, "PaymentGatewayError"],
  ])("with %s answers %s, and another card can be tried", async (number, type) => {
    const browser = await atPayment();
    expect((await submitCard(portal, browser, number)).error().type).toBe(type);
    expect((await submit(browser, cards.success)).state).toBe("succeeded");
  });

  test("with a token that is not the company's answers CardTokenInvalid", async () => {
    const browser = await atPayment();
    const answer = await browser.attempt(signUpWithCard, {
      body: { attempt: randomUUID(), cardToken: "tok_made_up" },
    });
    expect(answer.error().type).toBe("CardTokenInvalid");
  });

  test("repeated under one attempt registers one card, also twenty times at once", async () => {
    const browser = await atPayment();
    const attempt = randomUUID();
    const cardToken = await portal.company.token(cards.success);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        browser.attempt(signUpWithCard, { body: { attempt, cardToken } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const { rows } = await portal.database.pool.query(
      "select count(*)::int as n from portal.card where account_id = (select account_id from portal.card_attempt where id = $1)",
      [attempt],
    );
    expect(rows[0].n).toBe(1);
  });

  test("from two tabs at once leaves one card", async () => {
    const browser = await atPayment();
    const attempts = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    await Promise.all(attempts.map((id) => submitCard(portal, browser, cards.success, id)));
    const { rows } = await portal.database.pool.query(
      `select count(*)::int as n from portal.card where removed_at is null and account_id =
        (select account_id from portal.card_attempt where id = $1)`,
      [attempts[0]],
    );
    expect(rows[0].n).toBe(1);
  });

  test("under somebody else's attempt is refused", async () => {
    const [mine, theirs] = [await atPayment(), await atPayment()];
    const { attempt } = await submit(mine, cards.success);
    const answer = await submitCard(portal, theirs, cards.success, attempt);
    expect([answer.status, answer.error().type]).toEqual([409, "Conflict"]);
    const look = await theirs.attempt(cardAttempt, { params: { attempt } });
    expect(look.error().type).toBe("PaymentNotRestored");
  });
});

describe("3-D Secure", () => {
  test("passes by a cross-site return without cookies, which leads to the return page", async () => {
    const browser = await atPayment();
    const started = await submit(browser, cards.challenge);
    expect(started).toMatchObject({ state: "requires_action", failure: null });
    const { url, registration } = await challenge(started.redirectUrl, { code: "123456" });
    const back = await returnPost(url, registration);
    expect([back.statusCode, back.headers.location]).toEqual([
      303,
      `/tds?attempt=${started.attempt}`,
    ]);
    const done = await browser.call(cardAttempt, { params: { attempt: started.attempt } });
    expect(done).toMatchObject({ state: "succeeded", redirectUrl: null });
    expect((await browser.call(service, {})).flow.step).toBe("agreement");
  });

  test("that the issuer refuses fails the attempt as three_d_secure", async () => {
    const browser = await atPayment();
    const started = await submit(browser, cards.challengeFails);
    const { url, registration } = await challenge(started.redirectUrl, { code: "123456" });
    await returnPost(url, registration);
    const done = await browser.call(cardAttempt, { params: { attempt: started.attempt } });
    expect(done).toMatchObject({ state: "failed", failure: "three_d_secure" });
    const repeated = await submitCard(portal, browser, cards.challengeFails, started.attempt);
    expect(repeated.error().type).toBe("ThreeDSecureFailed");
    expect((await browser.call(service, {})).flow.step).toBe("payment");
  });

  test("return before the challenge, with a forged body, changes nothing", async () => {
    const browser = await atPayment();
    const started = await submit(browser, cards.challenge);
    const { rows } = await portal.database.pool.query(
      "select count(*)::int as n from portal.card_attempt where state = 'succeeded'",
    );
    const other = await challenge((await submit(await atPayment(), cards.challenge)).redirectUrl, {
      code: "123456",
    });
    // The other registration succeeded at the company; naming it on our return does not help.
    await returnPost(other.url, "reg_forged");
    const mine = await browser.call(cardAttempt, { params: { attempt: started.attempt } });
    expect(mine.state).toBe("requires_action");
    const after = await portal.database.pool.query(
      "select count(*)::int as n from portal.card_attempt where state = 'succeeded'",
    );
    expect(after.rows[0].n).toBe(rows[0].n + 1);
  });

  test("return twice, and to an address that was made up, does nothing more", async () => {
    const browser = await atPayment();
    const started = await submit(browser, cards.challenge);
    const { url, registration } = await challenge(started.redirectUrl, { code: "123456" });
    const before = (await presentCards()).length;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => returnPost(url, registration)),
    );
    expect(new Set(answers.map((answer) => answer.headers.location))).toEqual(
      new Set([`/tds?attempt=${started.attempt}`]),
    );
    expect((await presentCards()).length).toBe(before + 1);
    const madeUp = await returnPost(`/v1/payment/return/${"A".repeat(43)}`, registration);
    expect(madeUp.headers.location).toBe("/page-not-found");
  });

  test("abandoned can be given up, and another card tried", async () => {
    const browser = await atPayment();
    const { attempt } = await submit(browser, cards.challenge);
    const given = await browser.call(cancelCardAttempt, { params: { attempt }, body: {} });
    expect(given.state).toBe("cancelled");
    expect((await submit(browser, cards.success)).state).toBe("succeeded");
  });

  test("that succeeds after the attempt was given up leaves no card at the company", async () => {
    const browser = await atPayment();
    const started = await submit(browser, cards.challenge);
    const path = { params: { attempt: started.attempt } };
    await browser.call(cancelCardAttempt, { ...path, body: {} });
    const { url, registration } = await challenge(started.redirectUrl, { code: "123456" });
    await returnPost(url, registration);
    expect((await browser.call(cardAttempt, path)).state).toBe("cancelled");
    expect((await browser.call(service, {})).flow).toMatchObject({ step: "payment", card: null });
  });
});

describe("the company's notifications", () => {
  const signed = (body: string, secret: string, at: Date) => {
    const seconds = Math.floor(at.getTime() / 1000);
    const mac = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
    return `t=${seconds},v1=${mac}`;
  };
  const notify = (body: string, signature: string | undefined) =>
    portal.app.inject({
      method: "POST",
      url: "/v1/payment/webhook",
      headers: {
        "content-type": "application/json",
        ...(signature === undefined ? {} : { "payment-signature": signature }),
      },
      payload: body,
    });

  test("settle an attempt whose browser never came back, once however often they come", async () => {
    const browser = await atPayment();
    const started = await submit(browser, cards.challenge);
    const { registration } = await challenge(started.redirectUrl, { code: "123456" });
    const body = JSON.stringify({
      id: "evt_1",
      type: "card_registration.succeeded",
      data: { id: registration },
    });
    const signature = signed(body, testPaymentSettings.webhookSecret, portal.clock.now());
    const before = (await presentCards()).length;
    const answers = await Promise.all(Array.from({ length: 5 }, () => notify(body, signature)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(204));
    expect((await presentCards()).length).toBe(before + 1);
    expect((await browser.call(service, {})).flow.step).toBe("agreement");
  });

  test("unsigned, forged or old are refused", async () => {
    const body = JSON.stringify({ id: "evt_2", type: "card.deleted", data: { id: "x" } });
    const secret = testPaymentSettings.webhookSecret;
    const old = new Date(portal.clock.now().getTime() - 10 * 60_000);
    const answers = [
      await notify(body, undefined),
      await notify(body, signed(body, "another secret", portal.clock.now())),
      await notify(`${body} `, signed(body, secret, portal.clock.now())),
      await notify(body, signed(body, secret, old)),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403]);
  });
});

describe("a company that does not answer", () => {
  test("leaves the attempt open, and the same submit later completes it", async () => {
    let isReachable = false;
    const own = await startTestPortal({}, {}, (real) => {
      // Nothing listens on port 1.
      const unreachable = sandboxPaymentGateway({
        apiOrigin: "http://127.0.0.1:1",
        fieldsUrl: real.fields.url,
        ...testPaymentSettings,
      });
      return {
        ...real,
        startCardRegistration: (request) =>
          (isReachable ? real : unreachable).startCardRegistration(request),
      };
    });
    try {
      const browser = own.browser();
      await signUpTo(own, browser, "account", { plan: "detailed" });
      const body = { attempt: randomUUID(), cardToken: await own.company.token(cards.success) };
      const lost = await browser.attempt(signUpWithCard, { body });
      expect([lost.status, lost.error().type]).toEqual([504, "PaymentNetworkError"]);
      isReachable = true;
      const again = await browser.call(signUpWithCard, { body });
      expect(again.state).toBe("succeeded");
    } finally {
      await own.close();
    }
  });
});

describe("a member's card", () => {
  test("is replaced only after success", async () => {
    const browser = await atPayment();
    await submit(browser, cards.success);
    await agree(browser);
    const first = (await browser.call(getCard, {})).card;
    expect(first).toMatchObject({ last4: "1003" });
    const former = await newestCard();
    expect(await atCompany(former)).toBe(200);
    const refused = await browser.attempt(replaceCard, {
      body: await cardAsShown(browser, await portal.company.token(cards.declined)),
    });
    expect(refused.error().type).toBe("CardDeclined");
    expect((await browser.call(getCard, {})).card).toEqual(first);
    // An attempt says which card stands, until it is the attempt's own.
    const challenged = await replaceCardAsShown(
      browser,
      await portal.company.token(cards.challenge),
    );
    expect([challenged.state, challenged.card]).toEqual(["requires_action", first]);
    const replaced = await replaceCardAsShown(
      browser,
      await portal.company.token("5555550000001000"),
    );
    expect(replaced).toMatchObject({
      state: "succeeded",
      purpose: "replace",
      card: { brand: "mastercard", last4: "1000" },
    });
    expect((await browser.call(getCard, {})).card).toMatchObject({ brand: "mastercard" });
    // The company keeps the new one alone.
    await expect.poll(() => atCompany(former)).toBe(404);
    expect(await atCompany(await newestCard())).toBe(200);
  });

  test("needs a recent sign-in, which the password gives in place", async () => {
    const own = await startTestPortal();
    try {
      const browser = own.browser();
      await newMember(own, browser);
      own.clock.advance(11 * 60_000);
      const body = await cardAsShown(browser, "unused");
      const stale = await browser.attempt(replaceCard, { body });
      expect(stale.error().type).toBe("RecentSignInRequired");
      const wrong = await browser.attempt(reauthenticate, { body: { password: "Wrong-1234" } });
      expect(wrong.error().type).toBe("OldPasswordWrong");
      await browser.call(reauthenticate, { body: { password } });
      const cardToken = await own.company.token(cards.success);
      const done = await browser.call(replaceCard, { body: { ...body, cardToken } });
      expect(done.state).toBe("succeeded");
    } finally {
      await own.close();
    }
  });

  test("is removed only when it has expired", async () => {
    const own = await startTestPortal();
    try {
      const browser = own.browser();
      await newMember(own, browser);
      expect((await browser.attempt(removeExpiredCard, {})).error().type).toBe("NotFound");
      const cardToken = await own.company.token(cards.success);
      await replaceCardAsShown(browser, cardToken);
      expect((await browser.attempt(removeExpiredCard, {})).error().type).toBe("Conflict");
      await own.database.db.updateTable("portal.card").set({ expiry_year: 2020 }).execute();
      expect((await browser.call(getCard, {})).card?.expired).toBe(true);
      await browser.call(removeExpiredCard, {});
      expect((await browser.call(getCard, {})).card).toBeNull();
    } finally {
      await own.close();
    }
  });
});
