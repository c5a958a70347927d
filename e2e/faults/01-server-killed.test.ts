import { expect, test } from "vitest";
import { halfDone, jobsDone, membersOf } from "./support/consistency.ts";
import { report } from "./support/figures.ts";
import { History } from "./support/history.ts";
import { newEmail, signInAs } from "./support/journeys.ts";
import { ownWorld } from "./support/own-world.ts";
import { PersistentSignUp } from "./support/persistent-sign-up.ts";
import { Person } from "./support/person.ts";
import { Random } from "./support/random.ts";
import { patience, sized } from "./support/sizes.ts";

const world = ownWorld(() => ({ environment: { LIMIT_FACTOR: "1000" } }));
const people = sized(20, 1_000);
const rounds = sized(2, 6);
/** Answers that one sign-up gets: the kill falls on one of them all. */
const answersEach = 5;

test(
  "kill -9 of the server during sign-ups leaves no half-made account, and a retry makes one",
  async () => {
    const here = world();
    const [portal] = here.portals;
    const [worker] = here.workers;
    if (!portal || !worker) throw new Error("A process is missing.");
    const random = Random.forRow("1");
    const history = new History();
    const emails: string[] = [];
    let half = 0;
    let cut = 0;
    for (let round = 0; round < rounds; round += 1) {
      // Early enough that others are still in the middle of theirs.
      const killAt = 1 + random.below(people * (answersEach - 1));
      let answers = 0;
      let death: Promise<void> | undefined;
      const onAnswer = (): void => {
        answers += 1;
        // The worker dies as well in every second round, in the middle of its mails.
        if (answers !== killAt) return;
        const dying = [portal.process.kill(), ...(round % 2 === 1 ? [worker.process.kill()] : [])];
        death = Promise.all(dying).then(async () => {
          half += Object.keys(await halfDone(here.pool)).length;
          await portal.restart();
          if (round % 2 === 1) await worker.restart();
        });
      };
      const signUps = Array.from(
        { length: people },
        () => new PersistentSignUp(here, history, newEmail("killed"), onAnswer),
      );
      emails.push(...signUps.map(({ email }) => email));
      const cuts = await Promise.all(signUps.map((signUp) => signUp.runToTheEnd(() => death)));
      cut += cuts.reduce((sum, one) => sum + one, 0);
      await death;
    }
    await jobsDone(here.pool);
    half += Object.keys(await halfDone(here.pool)).length;
    const members = await Promise.all(emails.map((email) => membersOf(here.pool, email)));
    const wrong = members.filter((count) => count !== 1).length;
    report("1", {
      "sign-ups": emails.length,
      kills: rounds,
      "requests cut off": cut,
      unknown: history.count("unknown"),
      "half-made accounts": half,
      "addresses without exactly one account": wrong,
    });
    expect(cut).toBeGreaterThan(0);
    expect([half, wrong]).toEqual([0, 0]);
    const last = emails.at(-1) ?? "";
    expect((await signInAs(new Person(here.origin), last)).status).toBe(200);
  },
  patience,
);
