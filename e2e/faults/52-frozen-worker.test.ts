import { setTimeout as pause } from "node:timers/promises";
import { signUp } from "@sekimori/portal-contract/endpoints/sign-up";
import { expect, test } from "vitest";
import { report } from "./support/figures.ts";
import { newEmail } from "./support/journeys.ts";
import { ownWorld } from "./support/own-world.ts";
import { Person } from "./support/person.ts";
import { sized } from "./support/sizes.ts";

const world = ownWorld(() => ({ workers: 2, environment: { LIMIT_FACTOR: "1000" } }));

const rounds = sized(1, 5);
/** Longer than anything of a worker that stands still may stay undone. */
const lateMost = 60;

async function ask(addresses: readonly string[]): Promise<void> {
  for (const email of addresses) {
    const body = { email, plan: "free", locale: "en" } as const;
    await new Person(world().origin).call(signUp, { body });
  }
}

const count = async (what: string): Promise<number> =>
  Number((await world().pool.query<{ n: string }>(`select count(*) as n from ${what}`)).rows[0]?.n);

/** Jobs that some worker has taken. */
const taken = () => count("graphile_worker.jobs where locked_by is not null");
const unsent = () => count("kit.mail_outbox where state = 'queued'");

/** Stops a worker when it has jobs in its hands; tries again where it had just finished them. */
async function freezeAtWork(pid: number): Promise<number> {
  for (let tries = 0; tries < 200; tries += 1) {
    process.kill(pid, "SIGSTOP");
    // The other one finishes what it has meanwhile.
    await pause(50);
    const { rows } = await world().pool.query<{ n: string }>(
      `select count(*) as n from graphile_worker.jobs
       where locked_at < now() - interval '40 milliseconds'`,
    );
    if (Number(rows[0]?.n) > 0 && (await taken()) > 0) return Number(rows[0]?.n);
    process.kill(pid, "SIGCONT");
    await ask([newEmail("more"), newEmail("more")]);
  }
  throw new Error("The worker was never stopped with a job in its hands.");
}

test("a worker that stands still keeps no mail for long, and sends none a second time when it goes on", {
  timeout: 600_000,
}, async () => {
  const { workers, mails } = world();
  const [first] = workers;
  if (first === undefined) throw new Error("There is no worker.");
  for (let round = 1; round <= rounds; round += 1) {
    const to = Array.from({ length: sized(40, 200) }, () => newEmail(`frozen${round}`));
    const asking = ask(to);
    const held = await freezeAtWork(first.process.pid);
    let late: number;
    try {
      const began = performance.now();
      await asking;
      while ((await unsent()) > 0) await pause(200);
      late = (performance.now() - began) / 1000;
      // All that it held has been done by the other.
      expect(await taken()).toBe(0);
    } finally {
      process.kill(first.process.pid, "SIGCONT");
    }
    await pause(5_000);
    let doubled = 0;
    let lost = 0;
    for (const email of to) {
      const arrived = await mails.to(email);
      if (arrived.length === 0) lost += 1;
      if (arrived.length > 1) doubled += 1;
    }
    report("52", {
      "jobs in the hands of the frozen worker": held,
      mails: to.length,
      "late at most": `${late.toFixed(1)} s`,
      lost,
      doubled,
    });
    expect(late).toBeLessThanOrEqual(lateMost);
    expect(lost).toBe(0);
    expect(doubled).toBe(0);
    // Both work again, each under its own lease.
    expect(await count("kit.lease where name like 'worker %'")).toBe(2);
  }
});
