import {
  cardAttempt,
  cardAttemptSchema,
  service,
} from "@sekimori/portal-contract/endpoints/sign-up";
import { cards, submitCard } from "@sekimori/portal-server/testing/sign-up-calls";
import { expect, test } from "vitest";
import { halfDone, jobsDone } from "./support/consistency.ts";
import { report } from "./support/figures.ts";
import { comeBack, passChallenge, signUpTo } from "./support/journeys.ts";
import { ledgerOf } from "./support/ledger.ts";
import { type OwnWorld, ownWorld } from "./support/own-world.ts";
import { Person } from "./support/person.ts";
import { patience, sized } from "./support/sizes.ts";

const world = ownWorld(() => ({ environment: { LIMIT_FACTOR: "1000" } }));
const people = sized(3, 20);

/** Resolves when as many sessions wait for a lock: what others wait for, only pg_locks shows to all. */
async function waitingForLock(here: OwnWorld, count: number): Promise<void> {
  for (;;) {
    const { rows } = await here.pool.query<{ n: number }>(
      `select count(distinct pid)::int as n from pg_locks join pg_stat_activity using (pid)
       where not granted and datname = current_database()`,
    );
    if ((rows[0]?.n ?? 0) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test(
  "kill -9 after the 3-D Secure result and before its commit leaves no payment stuck",
  async () => {
    const here = world();
    const [portal] = here.portals;
    if (!portal) throw new Error("The portal is missing.");
    await fetch(`${here.sandboxOrigin}/payment/webhooks/hold`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    const payers: { person: Person; attempt: string; path: string; registration: string }[] = [];
    for (let index = 0; index < people; index += 1) {
      const person = new Person(here.origin);
      await signUpTo(here, person, "account", { plan: "detailed" });
      const answer = await submitCard(here, person, cards.challenge);
      const { attempt, redirectUrl } = cardAttemptSchema.parse(answer.json());
      payers.push({ person, attempt, ...(await passChallenge(here, redirectUrl)) });
    }
    // Whoever settles an attempt locks its account first: holding those locks stops each return
    // between the company's answer and the commit.
    const holder = await here.pool.connect();
    await holder.query("begin");
    await holder.query("select id from portal.account for update");
    const returns = payers.map(({ path, registration }) => comeBack(here, path, registration));
    await waitingForLock(here, people);
    await portal.process.kill();
    await holder.query("rollback");
    holder.release();
    const cutOff = (await Promise.all(returns)).filter(({ status }) => status === 502).length;
    const before = await openAttempts(here);
    await portal.restart();

    // Nobody comes back and no webhook is let through: minutes later the sweep asks the company.
    await here.pool.query(
      `update portal.card_attempt set created_at = created_at - interval '5 minutes',
       changed_at = changed_at - interval '5 minutes'`,
    );
    await here.pool.query(
      "select graphile_worker.add_job('portal.sweep-card-attempts', json_build_object('dueAt', $1::text))",
      [new Date().toISOString()],
    );
    await jobsDone(here.pool);
    const stuck = await openAttempts(here);
    for (const { person, attempt } of payers) {
      const shown = await person.call(cardAttempt, { params: { attempt } });
      expect(shown.state).toBe("succeeded");
      expect((await person.call(service, {})).flow.step).toBe("agreement");
    }
    const { cards: atCompany } = await ledgerOf(here);
    report("8", {
      payments: people,
      "cut off before the commit": cutOff,
      "open after the kill": before,
      "stuck after the sweep": stuck,
      "cards at the company": atCompany.length,
    });
    expect([cutOff, before, stuck, atCompany.length]).toEqual([people, people, 0, people]);
    expect(await halfDone(here.pool)).toEqual({});
  },
  patience,
);

async function openAttempts(here: OwnWorld): Promise<number> {
  const { rows } = await here.pool.query<{ n: number }>(
    `select count(*)::int as n from portal.card_attempt
     where state in ('created', 'requires_action', 'authenticated')`,
  );
  return rows[0]?.n ?? 0;
}
