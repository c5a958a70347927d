import { randomUUID } from "node:crypto";
import { signUpWithCard } from "@sekimori/portal-contract/endpoints/sign-up";
import { agree } from "@sekimori/portal-server/testing/sign-up-calls";
import { type StandIn, startStandIn } from "@sekimori/sandbox/stripe";
import { standInKeys } from "@sekimori/sandbox/stripe/keys";
import { afterAll, expect, test, vi } from "vitest";
import { report } from "./support/figures.ts";
import { signUpTo } from "./support/journeys.ts";
import { ownWorld } from "./support/own-world.ts";
import { Person } from "./support/person.ts";
import { patience } from "./support/sizes.ts";

const people = 24;
const deaths = 6;
const month = "2027-01-01";

let standIn: StandIn;
const world = ownWorld(async () => {
  standIn = await startStandIn();
  return {
    workers: 2,
    environment: {
      LIMIT_FACTOR: "1000",
      PAYMENT_PROVIDER: "stripe",
      PAYMENT_STAND_IN: standIn.origin,
      PAYMENT_PUBLISHABLE_KEY: standInKeys.publishableKey,
      PAYMENT_SECRET_KEY: standInKeys.secretKey,
      PAYMENT_WEBHOOK_SECRET: standInKeys.webhookSecret,
      PAYMENT_API_ORIGIN: "",
      PAYMENT_FIELDS_URL: "",
    },
  };
});
afterAll(() => standIn.stop());

const addJob = (name: string, payload: object) =>
  world().pool.query("select graphile_worker.add_job($1, $2::json)", [
    name,
    JSON.stringify(payload),
  ]);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test(
  "a month billed by two workers that are killed again and again is billed once",
  async () => {
    const here = world();
    for (let index = 0; index < people; index += 1) {
      const person = new Person(here.origin);
      await signUpTo(here, person, "account", { plan: "detailed" });
      const cardToken = standIn.token("4242424242424242", { fingerprint: randomUUID() });
      await person.call(signUpWithCard, { body: { attempt: randomUUID(), cardToken } });
      await agree(person);
    }
    await here.pool.query("update portal.contract set next_billing_on = $1", [month]);
    // Long enough to die between any two steps of a charge.
    standIn.pace.latencyMs = 150;
    await addJob("portal.bill-day", { day: month });
    for (let death = 0; death < deaths; death += 1) {
      await pause(200 + Math.random() * 500);
      const worker = here.workers[death % 2];
      await worker?.process.kill();
      await worker?.restart();
      await addJob("portal.bill-day", { day: month });
    }
    standIn.pace.latencyMs = 0;
    await vi.waitFor(
      async () => {
        // Two minutes go by for whatever has no answer, as they do by themselves.
        await here.pool.query(
          "update portal.charge_attempt set sent_at = sent_at - interval '3 minutes' where state in ('sent', 'unknown')",
        );
        await addJob("portal.bill-day", { day: month });
        await addJob("portal.collect-payments", { dueAt: new Date().toISOString() });
        const { rows } = await here.pool.query<{ paid: number }>(
          "select count(*)::int as paid from portal.invoice where state = 'paid' and period = $1",
          [month],
        );
        expect(rows[0]?.paid).toBe(people);
      },
      { timeout: patience, interval: 2_000 },
    );
    const { rows } = await here.pool.query<{ invoices: number; most: number; sum: number }>(
      `select count(*)::int as invoices,
       (select max(n)::int from (select count(*) n from portal.invoice
          where kind = 'invoice' group by contract_id, period) per) as most,
       (select coalesce(sum(amount), 0)::int from portal.ledger_entry) as sum
     from portal.invoice where period = $1 and kind = 'invoice'`,
      [month],
    );
    const charged = new Map<unknown, number>();
    for (const { status, payment_method } of standIn.company.memory.payments.values()) {
      if (status === "succeeded")
        charged.set(payment_method, (charged.get(payment_method) ?? 0) + 1);
    }
    const twice = [...charged.values()].filter((count) => count > 1).length;
    report("10", {
      contracts: people,
      "workers killed": deaths,
      invoices: rows[0]?.invoices ?? 0,
      "invoices per contract and month": rows[0]?.most ?? 0,
      "charged at the company": charged.size,
      "charged twice": twice,
      "ledger yen": rows[0]?.sum ?? -1,
    });
    expect([rows[0]?.invoices, rows[0]?.most, charged.size, twice, rows[0]?.sum]).toEqual([
      people,
      1,
      people,
      0,
      0,
    ]);
  },
  patience,
);
