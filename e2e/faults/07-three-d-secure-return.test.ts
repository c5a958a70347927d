import { randomUUID } from "node:crypto";
import {
  cardAttempt,
  cardAttemptSchema,
  service,
} from "@sekimori/portal-contract/endpoints/sign-up";
import { cards, submitCard } from "@sekimori/portal-server/testing/sign-up-calls";
import { expect, test } from "vitest";
import { report } from "./support/figures.ts";
import { comeBack, passChallenge, signUpTo } from "./support/journeys.ts";
import { Person } from "./support/person.ts";
import { standingProduct } from "./support/standing.ts";

const product = standingProduct();

async function challenged() {
  const person = new Person(product.origin);
  await signUpTo(product, person, "account", { plan: "detailed" });
  const answer = await submitCard(product, person, cards.challenge);
  return { person, attempt: cardAttemptSchema.parse(answer.json()) };
}

const stateOf = async (person: Person, attempt: string) =>
  (await person.call(cardAttempt, { params: { attempt } })).state;

const cardsOf = async (attempt: string) => {
  const { rows } = await product.pool.query<{ n: number }>(
    `select count(*)::int as n from portal.card where account_id =
       (select account_id from portal.card_attempt where id = $1)`,
    [attempt],
  );
  return rows[0]?.n ?? 0;
};

test("sent twenty times at once and replayed later, the return registers one card", async () => {
  const { person, attempt } = await challenged();
  const { path, registration } = await passChallenge(product, attempt.redirectUrl);
  const returns = await Promise.all(
    Array.from({ length: 20 }, () => comeBack(product, path, registration)),
  );
  expect(new Set(returns.map(({ status }) => status))).toEqual(new Set([303]));
  expect(await stateOf(person, attempt.attempt)).toBe("succeeded");
  await comeBack(product, path, registration);
  const registered = await cardsOf(attempt.attempt);
  report("7", { returns: 21, "cards registered": registered });
  expect(registered).toBe(1);
});

test("forged returns are believed in nothing", async () => {
  const { person, attempt } = await challenged();
  const other = await challenged();
  const ways = await passChallenge(product, other.attempt.redirectUrl);
  const { rows } = await product.pool.query<{ registration: string }>(
    "select registration from portal.card_attempt where id = $1",
    [attempt.attempt],
  );
  const mine = rows[0]?.registration ?? "";
  // Another's passed challenge with my registration named, a made-up address, an altered one.
  const forgeries = [
    await comeBack(product, ways.path, mine),
    await comeBack(product, `/v1/payment/return/${"A".repeat(43)}`, ways.registration),
    await comeBack(product, `/v1/payment/return/${attempt.attempt}`, ways.registration),
    await comeBack(product, `${ways.path}x`, mine),
  ];
  for (const { headers } of forgeries) {
    const location = headers.get("location") ?? "/";
    expect(new URL(location, product.origin).origin).toBe(product.origin);
  }
  const state = await stateOf(person, attempt.attempt);
  const { flow } = await person.call(service, {});
  const accepted = (state === "succeeded" ? 1 : 0) + (flow.step === "agreement" ? 1 : 0);
  report("7", { forgeries: forgeries.length, accepted });
  expect([state, flow.step, accepted]).toEqual(["requires_action", "payment", 0]);
});

test("another session can neither read nor take over the attempt", async () => {
  const { attempt } = await challenged();
  const stranger = await challenged();
  const looked = await stranger.person.attempt(cardAttempt, {
    params: { attempt: attempt.attempt },
  });
  const anybody = await new Person(product.origin).attempt(cardAttempt, {
    params: { attempt: randomUUID() },
  });
  expect([looked.status, looked.error().type]).toEqual([404, "PaymentNotRestored"]);
  expect(anybody.error().type).toBe(looked.error().type);
  const taken = await submitCard(product, stranger.person, cards.success, attempt.attempt);
  expect(taken.error().type).toBe("Conflict");
});
