import { getMyProfile, updateMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { afterAll, expect, test } from "vitest";
import { report } from "./support/figures.ts";
import { History } from "./support/history.ts";
import { type Member, newMember } from "./support/journeys.ts";
import { OwnCluster } from "./support/own-cluster.ts";
import { ownWorld } from "./support/own-world.ts";
import { patience, sized } from "./support/sizes.ts";

let primary: OwnCluster;
let standby: OwnCluster;
const world = ownWorld(async () => {
  primary = await OwnCluster.start();
  const databaseUrl = await primary.ownedDatabase();
  standby = await primary.synchronousStandby();
  return {
    databaseUrl,
    standby: standby.place,
    portals: 2,
    environment: { LIMIT_FACTOR: "1000", DATABASE_POOL: "10" },
  };
});
afterAll(async () => {
  await primary.remove();
  await standby.remove();
});

const writers = sized(6, 32);
/** Answers before the server is lost. */
const before = sized(60, 600);

test(
  "the primary server is lost for good: its standby takes over, and what was answered is there",
  async () => {
    const names = new History<number>();
    const members: Member[] = [];
    for (let index = 0; index < writers; index += 1) members.push(await newMember(world()));
    let answers = 0;
    let killedAt: number | undefined;
    let promotedAt: number | undefined;
    let secondsToWrites: number | undefined;
    const write = async ({ email, person }: Member): Promise<void> => {
      while (secondsToWrites === undefined) {
        const number = names.of(email).length + 1;
        const outcome = await names.record(email, "name", number, () =>
          person.attempt(updateMyProfile, {
            body: { first_name: `N${number}`, last_name: "山本" },
          }),
        );
        if (outcome !== "ok") continue;
        answers += 1;
        if (promotedAt !== undefined && killedAt !== undefined) {
          secondsToWrites = (performance.now() - killedAt) / 1000;
        }
        if (answers === before) {
          killedAt = performance.now();
          primary.kill();
          void standby.promote().then(() => {
            promotedAt = performance.now();
          });
        }
      }
    };
    await Promise.all(members.map(write));

    let lost = 0;
    for (const { email, person } of members) {
      const acknowledged = names.of(email).findLast(({ outcome }) => outcome === "ok")?.value ?? 0;
      const kept = Number((await person.call(getMyProfile, {})).first_name.slice(1));
      if (kept < acknowledged) lost += 1;
    }
    // A new member needs the worker's mails, over its own connections.
    await newMember(world());
    report("50", {
      "acknowledged before": before,
      "writes again after": `${secondsToWrites?.toFixed(1)} s`,
      "of which the standby's promotion": `${(((promotedAt ?? 0) - (killedAt ?? 0)) / 1000).toFixed(1)} s`,
      "acknowledged and lost": lost,
    });
    expect(lost).toBe(0);
    expect(secondsToWrites).toBeLessThanOrEqual(60);
  },
  patience,
);
