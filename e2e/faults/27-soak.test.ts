import { setTimeout as pause } from "node:timers/promises";
import { getMyProfile, updateMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { expect, test } from "vitest";
import { halfDone, jobsDone } from "./support/consistency.ts";
import { percentile, report } from "./support/figures.ts";
import { type Member, newEmail, newMember, signInAs } from "./support/journeys.ts";
import { slopePerHour } from "./support/memory-slope.ts";
import { ownWorld } from "./support/own-world.ts";
import { Person } from "./support/person.ts";
import { Random } from "./support/random.ts";
import { isFull, patience, sized } from "./support/sizes.ts";

const world = ownWorld(() => ({
  portals: 2,
  workers: 2,
  environment: { LIMIT_FACTOR: "100000", SIGN_INS_PER_ACCOUNT: "100000" },
}));

const soakMs = Number(process.env.SEKIMORI_SOAK_MINUTES ?? sized(0.25, 60)) * 60_000;
const members = 20;
const atOnce = 16;

test(
  "an hour at half load: no errors, and memory that does not grow",
  async () => {
    const here = world();
    const random = Random.forRow("27");
    const people: Member[] = [];
    for (let index = 0; index < members; index += 1) people.push(await newMember(here));
    const failures: string[] = [];
    const times: number[] = [];
    let signUps = 0;

    // What members do: they mostly look, sometimes change something, sign in, or are new.
    const act = async (): Promise<void> => {
      const { email, person } = random.pick(people);
      const dice = random.below(1_000);
      try {
        if (dice < 3) {
          await newMember(here, newEmail("soak"));
          signUps += 1;
          return;
        }
        const answer =
          dice < 15
            ? await signInAs(new Person(here.origin), email)
            : dice < 100
              ? await person.attempt(updateMyProfile, {
                  body: { first_name: `N${dice}`, last_name: "山本" },
                })
              : await person.attempt(getMyProfile, {});
        times.push(answer.ms);
        if (answer.status !== 200) failures.push(`${answer.status} ${answer.text.slice(0, 100)}`);
      } catch (error) {
        failures.push(String(error));
      }
    };

    // The whole load is what so many at once get through without a pause.
    const measuredMs = sized(3_000, 30_000);
    const measureFrom = performance.now();
    const work = async (): Promise<void> => {
      while (performance.now() - measureFrom < measuredMs) await act();
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const wholeLoad = (times.length / measuredMs) * 1_000;
    const everyMs = 2_000 / wholeLoad;
    times.length = 0;

    const processes = [...here.portals, ...here.workers].map(({ process }) => process);
    const samples = processes.map((): { atMs: number; miB: number }[] => []);
    const began = performance.now();
    let begun = 0;
    let heldBack = 0;
    const running = new Set<Promise<void>>();
    for (let now = 0; now < soakMs; now = performance.now() - began) {
      for (; begun + heldBack < now / everyMs; ) {
        // Never more at once than the whole load was measured with: a machine that has other things
        // to do by then is neither overloaded by this nor flooded with what was missed.
        if (running.size >= atOnce) {
          heldBack += 1;
          continue;
        }
        begun += 1;
        const one: Promise<void> = act().finally(() => running.delete(one));
        running.add(one);
      }
      const sampled = samples[0]?.at(-1)?.atMs ?? -1e9;
      if (now - sampled > soakMs / 240) {
        for (const [index, process] of processes.entries()) {
          samples[index]?.push({ atMs: now, miB: process.residentMiB() });
        }
      }
      await pause(Math.min(everyMs, 50));
    }
    await Promise.all(running);
    await jobsDone(here.pool);

    // Caches and pools fill in the beginning; a leak goes on.
    const slopes = samples.map((of) => slopePerHour(of.filter(({ atMs }) => atMs > soakMs / 4)));
    const most = Math.max(...samples.flat().map(({ miB }) => miB));
    report("27", {
      minutes: soakMs / 60_000,
      "whole load, acts a second": wholeLoad.toFixed(0),
      acts: begun,
      "held back": heldBack,
      "sign-ups": signUps,
      errors: failures.length,
      "p50 ms": percentile(times, 0.5),
      "p99 ms": percentile(times, 0.99),
      "memory's slope of each process, MiB an hour": slopes.map((mib) => mib.toFixed(1)).join(" "),
      "most MiB": most,
    });
    expect(failures).toEqual([]);
    expect(begun).toBeGreaterThan(heldBack);
    expect(most).toBeLessThan(300);
    // In a quarter of a minute garbage alone decides; an hour tells.
    if (isFull) for (const slope of slopes) expect(slope).toBeLessThan(20);
    expect(await halfDone(here.pool)).toEqual({});
  },
  soakMs + patience,
);
