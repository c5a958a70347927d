import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { expect, test } from "vitest";
import { percentile, report } from "./support/figures.ts";
import { newEmail, newMember, signInAs } from "./support/journeys.ts";
import { newNetwork, Person } from "./support/person.ts";
import { Random } from "./support/random.ts";
import { patience, sized, within } from "./support/sizes.ts";
import { standingProduct } from "./support/standing.ts";

const product = standingProduct();
const attempts = sized(150, 100_000);
const atOnce = 12;

test(
  "stolen lists of passwords open nothing, and signed-in people go on working",
  async () => {
    const random = Random.forRow("13");
    const members = await Promise.all(Array.from({ length: 6 }, () => newMember(product)));
    const targets = [
      ...members.map(({ email }) => email),
      ...Array.from({ length: 30 }, () => newEmail()),
    ];
    const networks = Array.from({ length: sized(40, 2_000) }, newNetwork);
    const statuses = new Map<number, number>();
    let left = attempts;
    const stuff = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const thief = new Person(product.origin, { network: random.pick(networks) });
        const guess = `Stolen-${random.below(1_000_000)}a`;
        const { status } = await signInAs(thief, random.pick(targets), guess);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    const good: number[] = [];
    const goodFailures: number[] = [];
    const work = async (person: Person): Promise<void> => {
      while (left > 0) {
        const answer = await person.attempt(getMyProfile, {});
        good.push(answer.ms);
        if (answer.status !== 200) goodFailures.push(answer.status);
      }
    };
    await Promise.all([
      ...Array.from({ length: atOnce }, stuff),
      ...members.slice(0, 2).map(({ person }) => work(person)),
    ]);
    const accepted = statuses.get(200) ?? 0;
    report("13", {
      attempts,
      accepted,
      refused: statuses.get(400) ?? 0,
      slowed: statuses.get(429) ?? 0,
      "profile reads meanwhile": good.length,
      "their p50 ms": percentile(good, 0.5),
      "their p99 ms": percentile(good, 0.99),
    });
    expect([accepted, goodFailures]).toEqual([0, []]);
    expect([...statuses.keys()].every((status) => [400, 429].includes(status))).toBe(true);
    // A signed-in person's page waits at most a moment while both processes hash passwords.
    expect(percentile(good, 0.99)).toBeLessThan(within(2_000));
  },
  patience,
);
