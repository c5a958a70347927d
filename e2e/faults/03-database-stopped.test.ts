import { getMyProfile, updateMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { afterAll, expect, test } from "vitest";
import { percentile, report } from "./support/figures.ts";
import { newEmail, newMember, signInAs } from "./support/journeys.ts";
import { OwnCluster } from "./support/own-cluster.ts";
import { ownWorld } from "./support/own-world.ts";
import { type Answer, Person } from "./support/person.ts";
import { patience, sized, within } from "./support/sizes.ts";

let cluster: OwnCluster;
const world = ownWorld(async () => {
  cluster = await OwnCluster.start();
  return {
    databaseUrl: await cluster.ownedDatabase(),
    environment: { LIMIT_FACTOR: "1000", DATABASE_POOL: "5" },
  };
});
afterAll(() => cluster.remove());

const outage = sized(3_000, 30_000);

/** Everything people ask for until `isOver`, six at a time. */
async function askUntil(isOver: () => boolean, ask: (index: number) => Promise<Answer>) {
  const answers: Answer[] = [];
  let index = 0;
  const asking = async (): Promise<void> => {
    while (!isOver()) {
      index += 1;
      answers.push(await ask(index));
    }
  };
  await Promise.all(Array.from({ length: 6 }, asking));
  return answers;
}

test(
  "without PostgreSQL every request is refused cleanly and soon, and all goes on afterwards",
  async () => {
    const here = world();
    const { person, email } = await newMember(here);
    await cluster.stop();
    const until = Date.now() + outage;
    const answers = await askUntil(
      () => Date.now() > until,
      (index) => {
        if (index % 3 === 0) return signInAs(new Person(here.origin), newEmail());
        if (index % 3 === 1) return person.attempt(getMyProfile, {});
        return person.attempt(updateMyProfile, { body: { first_name: "A", last_name: "B" } });
      },
    );
    const alive = await fetch(`http://127.0.0.1:${here.portals[0]?.port}/healthz`);
    await cluster.restart();
    const began = performance.now();
    while ((await person.attempt(getMyProfile, {})).status !== 200);
    const recovery = Math.round(performance.now() - began);
    const slowest = percentile(
      answers.map(({ ms }) => ms),
      1,
    );
    report("3", {
      "stopped s": outage / 1000,
      requests: answers.length,
      "not 503": answers.filter(({ status }) => status !== 503).length,
      "slowest answer ms": slowest,
      "recovery ms": recovery,
    });
    for (const answer of answers) {
      expect([answer.status, answer.error().type]).toEqual([503, "Unavailable"]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(alive.status).toBe(200);
    expect(slowest).toBeLessThan(30_000);
    expect(recovery).toBeLessThanOrEqual(within(3_000));
    expect((await signInAs(new Person(here.origin), email)).status).toBe(200);
  },
  patience,
);

test(
  "while PostgreSQL is frozen nothing hangs longer than 30 s, and what waited goes on",
  async () => {
    const here = world();
    const { person } = await newMember(here);
    const children = await cluster.children();
    cluster.freeze("SIGSTOP", children);
    const asked = Promise.all(Array.from({ length: 10 }, () => person.attempt(getMyProfile, {})));
    await new Promise((resolve) => setTimeout(resolve, outage));
    cluster.freeze("SIGCONT", children);
    const answers = await asked;
    const began = performance.now();
    while ((await person.attempt(getMyProfile, {})).status !== 200);
    const slowest = percentile(
      answers.map(({ ms }) => ms),
      1,
    );
    report("3", {
      "frozen s": outage / 1000,
      statuses: [...new Set(answers.map(({ status }) => status))].sort().join(" "),
      "slowest answer ms": slowest,
      "recovery ms": Math.round(performance.now() - began),
    });
    // 503: no connection in time; 504: the answer took too long; 200: it came after all.
    expect(answers.every(({ status }) => [200, 503, 504].includes(status))).toBe(true);
    expect(slowest).toBeLessThan(30_000 + 5_000);
  },
  patience,
);
