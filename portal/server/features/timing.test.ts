import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { TestClient } from "@sekimori/kit-development/testing";
import {
  forgotPassword,
  forgotPasswordSetting,
} from "@sekimori/portal-contract/endpoints/password";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { signUp } from "@sekimori/portal-contract/endpoints/sign-up";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newEmail, newMember } from "../testing/members.ts";
import { password } from "../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../testing/test-portal.ts";

let portal: TestPortal;
let member: string;
beforeAll(async () => {
  portal = await startTestPortal({ LIMIT_FACTOR: "100000" });
  const browser = portal.browser();
  ({ email: member } = await newMember(portal, browser));
  // There is a code to guess at.
  await browser.attempt(forgotPassword, { body: { email: member, locale: "en" } });
});
afterAll(() => portal.close());

/** The chance that a known address took longer than an unknown one: 0.5 tells nothing. */
function areaUnderCurve(known: readonly number[], unknown: readonly number[]): number {
  let wins = 0;
  for (const one of known) {
    for (const other of unknown) wins += one > other ? 1 : one === other ? 0.5 : 0;
  }
  return wins / (known.length * unknown.length);
}

const calls: readonly (readonly [string, (b: TestClient, email: string) => Promise<unknown>])[] = [
  ["sign-in", (b, email) => b.attempt(signIn, { body: { email, password: "Wrong-Pass1" } })],
  ["sign-up", (b, email) => b.attempt(signUp, { body: { email, plan: "free", locale: "en" } })],
  ["forgot-password", (b, email) => b.attempt(forgotPassword, { body: { email, locale: "en" } })],
  [
    "forgot-password-setting",
    (b, email) => b.attempt(forgotPasswordSetting, { body: { email, code: "123456", password } }),
  ],
];

const pairs = 300;
/** 0.55 is wanted; chance alone moves the area of so many pairs by 0.024 (Mann and Whitney). */
const allowed = 0.05 + 3 * Math.sqrt((2 * pairs + 1) / (12 * pairs * pairs));

/** Lets the worker, which shares this process, finish what the call before left to it. */
async function quiet(): Promise<void> {
  const { pool } = portal.database;
  const due = `select from graphile_worker.jobs
    where (run_at <= now() or locked_at is not null) and attempts < max_attempts limit 1`;
  while ((await pool.query(due)).rowCount !== 0) await setTimeout(1);
}

describe("the time of an answer tells no known address from an unknown one", () => {
  test.each(calls)("%s", { timeout: 600_000 }, async (name, call) => {
    const times = { known: [] as number[], unknown: [] as number[] };
    const measure = async (kind: "known" | "unknown") => {
      const browser = portal.browser();
      const email = kind === "known" ? member : newEmail();
      await quiet();
      const start = performance.now();
      await call(browser, email);
      times[kind].push(performance.now() - start);
    };
    const warmUp = 20;
    for (let pair = 0; pair < warmUp + pairs; pair += 1) {
      // Pairs, so that a drift of the machine touches both alike; the order by chance, so that
      // what one call leaves behind does not always meet the same kind.
      const order = ["known", "unknown"] as const;
      for (const kind of randomInt(2) === 0 ? order : order.toReversed()) await measure(kind);
    }
    const area = areaUnderCurve(times.known.slice(warmUp), times.unknown.slice(warmUp));
    process.stdout.write(
      `timing ${name}: AUC ${area.toFixed(3)} over ${pairs} pairs, ${allowed.toFixed(3)} allowed around 0.5\n`,
    );
    expect(Math.abs(area - 0.5)).toBeLessThan(allowed);
  });
});
