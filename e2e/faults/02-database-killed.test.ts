import { getMyProfile, updateMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { afterAll, expect, test } from "vitest";
import { digestOf, halfDone, jobsDone, membersOf } from "./support/consistency.ts";
import { report } from "./support/figures.ts";
import { History } from "./support/history.ts";
import { type Member, newEmail, newMember } from "./support/journeys.ts";
import { OwnCluster } from "./support/own-cluster.ts";
import { ownWorld } from "./support/own-world.ts";
import { PersistentSignUp } from "./support/persistent-sign-up.ts";
import { Random } from "./support/random.ts";
import { patience, sized, within } from "./support/sizes.ts";

let cluster: OwnCluster;
const world = ownWorld(async () => {
  cluster = await OwnCluster.start();
  return {
    databaseUrl: await cluster.ownedDatabase(),
    portals: 2,
    environment: { LIMIT_FACTOR: "1000", DATABASE_POOL: "10" },
  };
});
afterAll(() => cluster.remove());

const kills = sized(2, 20);
const writers = sized(4, 16);
const newcomers = sized(6, 50);

test(
  "kill -9 of PostgreSQL under load loses no commit that was answered, and keeps no half",
  async () => {
    const here = world();
    const random = Random.forRow("2");
    const names = new History<number>();
    const signUps = new History();
    const members: Member[] = [];
    for (let index = 0; index < writers; index += 1) members.push(await newMember(here));
    const emails: string[] = [];
    const recoveries: number[] = [];

    for (let kill = 0; kill < kills; kill += 1) {
      let isOver = false;
      let answers = 0;
      const killAt = 20 + random.below(60);
      let recovered: Promise<void> | undefined;
      const onAnswer = (): void => {
        answers += 1;
        if (answers !== killAt) return;
        cluster.kill();
        recovered = (async () => {
          await cluster.restart();
          const began = performance.now();
          for (;;) {
            const [member] = members;
            const answer = await member?.person.attempt(getMyProfile, {});
            if (answer?.status === 200) break;
          }
          recoveries.push(Math.round(performance.now() - began));
          isOver = true;
        })();
      };
      // Each writer has one write in flight, until the product is back: the names it gives are
      // numbered in their order.
      const write = async ({ email, person }: Member): Promise<void> => {
        while (!isOver) {
          const number = names.of(email).length + 1;
          const outcome = await names.record(email, "name", number, () =>
            person.attempt(updateMyProfile, {
              body: { first_name: `N${number}`, last_name: "山本" },
            }),
          );
          onAnswer();
          if (outcome === "unknown") await recovered;
        }
      };
      const join = async (): Promise<void> => {
        const signUp = new PersistentSignUp(here, signUps, newEmail("newcomer"), onAnswer);
        emails.push(signUp.email);
        await signUp.runToTheEnd(() => recovered);
      };
      const joining = Array.from({ length: newcomers }, join);
      await Promise.all([...members.map(write), ...joining]);
    }

    let lost = 0;
    for (const { email, person } of members) {
      const last = names.of(email).findLast(({ outcome }) => outcome === "ok")?.value ?? 0;
      const kept = Number((await person.call(getMyProfile, {})).first_name.slice(1));
      if (kept < last) lost += 1;
      const done = names.of(email).filter(({ outcome }) => outcome === "ok").length;
      const maybe = names.of(email).filter(({ outcome }) => outcome === "unknown").length;
      const { rows } = await here.pool.query<{ n: number }>(
        `select count(*)::int as n from portal.audit_event e join portal.account a
         on a.id = e.account_id where a.email_digest = $1 and action = 'name.changed'`,
        [digestOf(email)],
      );
      const recorded = rows[0]?.n ?? 0;
      if (recorded < done || recorded > done + maybe) lost += 1;
    }
    const counts = await Promise.all(emails.map((email) => membersOf(here.pool, email)));
    lost += counts.filter((count) => count !== 1).length;
    await jobsDone(here.pool);
    const half = await halfDone(here.pool);
    report("2", {
      kills,
      "writes answered": names.count("ok") + signUps.count("ok"),
      unknown: names.count("unknown") + signUps.count("unknown"),
      "lost commits": lost,
      "half commits": Object.keys(half).length,
      "recovery ms, at most": Math.max(...recoveries),
    });
    expect(half).toEqual({});
    expect(lost).toBe(0);
    expect(recoveries).toHaveLength(kills);
    expect(Math.max(...recoveries)).toBeLessThanOrEqual(within(3_000));
  },
  patience,
);
