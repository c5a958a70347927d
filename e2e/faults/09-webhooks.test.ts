import { cardAttemptSchema, service } from "@sekimori/portal-contract/endpoints/sign-up";
import { cards, submitCard } from "@sekimori/portal-server/testing/sign-up-calls";
import { expect, test } from "vitest";
import { report } from "./support/figures.ts";
import { passChallenge, signUpTo } from "./support/journeys.ts";
import { ledgerOf } from "./support/ledger.ts";
import { Person } from "./support/person.ts";
import { standingProduct } from "./support/standing.ts";

const product = standingProduct();

const control = (path: string, body: unknown) =>
  fetch(`${product.company.origin}/payment/webhooks/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

test("webhooks held back, turned round, repeated, unsigned and forged have one effect", async () => {
  await control("hold", {});
  const seen = new Set((await ledgerOf(product)).events.map(({ id }) => id));
  const people: Person[] = [];
  for (let index = 0; index < 3; index += 1) {
    const person = new Person(product.origin);
    await signUpTo(product, person, "account", { plan: "detailed" });
    const answer = await submitCard(product, person, cards.challenge);
    // The browser never comes back: only the webhook can tell.
    await passChallenge(product, cardAttemptSchema.parse(answer.json()).redirectUrl);
    people.push(person);
  }
  const events = (await ledgerOf(product)).events.filter(({ id }) => !seen.has(id));
  expect(events.length).toBeGreaterThanOrEqual(people.length);

  const refused: number[] = [];
  for (const { id } of events) {
    for (const signing of ["unsigned", "forged"]) {
      refused.push((await control("send", { event_id: id, signing })).status);
    }
  }
  expect(new Set(refused)).toEqual(new Set([502]));
  for (const person of people) {
    expect((await person.call(service, {})).flow.step).toBe("payment");
  }

  await control("release", { order: "newest_first" });
  for (const { id } of [...events].reverse()) {
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => control("send", { event_id: id, signing: "signed" })),
    );
    expect(sent.map(({ status }) => status)).toEqual(Array(5).fill(200));
  }
  let effects = 0;
  for (const person of people) {
    const { flow } = await person.call(service, {});
    expect(flow.step).toBe("agreement");
    effects += flow.card === null ? 0 : 1;
  }
  const { rows } = await product.pool.query<{ registered: number; twice: number }>(
    `select (select count(*)::int from portal.payment_event where event = any($1)) as registered,
      (select count(*)::int from (select account_id from portal.audit_event
        where action = 'card.registered' group by 1 having count(*) > 1) more) as twice`,
    [events.map(({ id }) => id)],
  );
  const double = rows[0]?.twice ?? 0;
  report("9", {
    deliveries: events.length * 7,
    refused: refused.length,
    effects,
    "double effects": double,
  });
  expect([effects, double, rows[0]?.registered]).toEqual([people.length, 0, events.length]);
});
