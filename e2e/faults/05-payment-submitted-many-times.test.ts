import { randomUUID } from "node:crypto";
import { signUpWithCard } from "@sekimori/portal-contract/endpoints/sign-up";
import { cards } from "@sekimori/portal-server/testing/sign-up-calls";
import { expect, test } from "vitest";
import { jobsDone } from "./support/consistency.ts";
import { report } from "./support/figures.ts";
import { signUpTo } from "./support/journeys.ts";
import { ledgerOf } from "./support/ledger.ts";
import { Person } from "./support/person.ts";
import { standingProduct } from "./support/standing.ts";

const product = standingProduct();

async function presentCards(attempts: readonly string[]): Promise<number> {
  const { rows } = await product.pool.query<{ n: number }>(
    `select count(*)::int as n from portal.card where removed_at is null and account_id in
       (select account_id from portal.card_attempt where id = any($1))`,
    [attempts],
  );
  return rows[0]?.n ?? 0;
}

test("one submit sent fifty times, over two processes, registers once", async () => {
  const person = new Person(product.origin);
  await signUpTo(product, person, "account", { plan: "detailed" });
  const attempt = randomUUID();
  const cardToken = await product.company.token(cards.success);
  const before = (await ledgerOf(product)).registrations.length;
  // The submit is limited to 20 an hour for one session; what is refused there registers nothing.
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      person.attempt(signUpWithCard, { body: { attempt, cardToken } }),
    ),
  );
  const registrations = (await ledgerOf(product)).registrations.length - before;
  const present = await presentCards([attempt]);
  const answered = answers.filter(({ status }) => status === 200).length;
  report("5", { submits: 50, answered, "registrations at the company": registrations, present });
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  expect([registrations, present]).toEqual([1, 1]);
});

test("two tabs that submit at the same moment leave one card, here and at the company", async () => {
  const person = new Person(product.origin);
  await signUpTo(product, person, "account", { plan: "detailed" });
  const before = (await ledgerOf(product)).cards.length;
  const tabs = [person, person.tab()];
  const attempts = await Promise.all(
    tabs.map(async (tab) => {
      const attempt = randomUUID();
      const cardToken = await product.company.token(cards.success);
      await tab.attempt(signUpWithCard, { body: { attempt, cardToken } });
      return attempt;
    }),
  );
  await jobsDone(product.pool);
  const atCompany = (await ledgerOf(product)).cards.length - before;
  const present = await presentCards(attempts);
  report("5", { tabs: 2, "cards at the company": atCompany, present });
  expect([atCompany, present]).toEqual([1, 1]);
});
