import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { password } from "@sekimori/portal-server/testing/sign-up-calls";
import { expect, inject, test } from "vitest";
import { percentile, report } from "./support/figures.ts";
import type { Flood, FloodAnswer } from "./support/flood-thread.ts";
import { newMember } from "./support/journeys.ts";
import { residentMiB } from "./support/resident.ts";
import { patience, sized } from "./support/sizes.ts";
import { standingProduct } from "./support/standing.ts";

const product = standingProduct();
const strangers = sized(600, 5_000);
const addresses = 20;
/** Who sign in one after another, so that none of them does so oftener than a network may. */
const members = 8;
/** Fewer than their networks may try in ten minutes. */
const mostSignIns = 90 * members;

test(
  "a flood of wrong sign-ins is refused early, and known members get in meanwhile",
  async () => {
    const victims = await Promise.all(
      Array.from({ length: addresses }, async () => (await newMember(product)).email),
    );
    const known = await Promise.all(Array.from({ length: members }, () => newMember(product)));
    const cookie = [...(known[0]?.person.cookies.keys() ?? [])].find((name) =>
      name.includes("device"),
    );
    if (cookie === undefined) throw new Error("A member's browser has no device cookie.");
    const { origin, portals } = inject("faults");
    const ports = portals.map(({ port }) => port);
    const flood: Flood = { origin, ports, strangers, victims, cookie };
    const thread = new Worker(new URL("./support/flood-thread.ts", import.meta.url), {
      workerData: flood,
      execArgv: [],
    });
    let isOver = false;
    const ended = once(thread, "message").then(([answers]: FloodAnswer[][]) => {
      isOver = true;
      return answers ?? [];
    });
    const times: number[] = [];
    while (!isOver && times.length < mostSignIns) {
      const { email, person } = known[times.length % members] ?? {};
      const answer = await person?.attempt(signIn, { body: { email: email ?? "", password } });
      expect(answer?.status).toBe(200);
      times.push(answer?.ms ?? 0);
    }
    const answers = await ended;
    const memory = await residentMiB();
    const early = answers.flatMap(({ status, ms }) => (status === 503 ? [ms] : []));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    report("31", {
      "wrong sign-ins at once": strangers,
      checked: count(400),
      "refused with 503": count(503),
      "half of them within ms": percentile(early, 0.5),
      "known members' sign-ins meanwhile": times.length,
      "p50 ms": percentile(times, 0.5),
      "p99 ms": percentile(times, 0.99),
      "resident MiB": memory.join(" and "),
    });
    expect(answers.every(({ status }) => [400, 429, 503].includes(status))).toBe(true);
    expect(answers.filter(({ status, saysWhen }) => status === 503 && !saysWhen)).toEqual([]);
    expect(count(503)).toBeGreaterThan(0);
    expect(Math.max(...memory)).toBeLessThanOrEqual(400);
    // The quick form runs beside anything; the plan's second is held to in the full one.
    expect(percentile(times, 0.99)).toBeLessThanOrEqual(sized(30_000, 1_000));
  },
  patience,
);
