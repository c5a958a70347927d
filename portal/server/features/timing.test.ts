import type { TestClient } from "@sekimori/kit-server/testing";
import {
  forgotPassword,
  forgotPasswordSetting,
} from "@sekimori/portal-contract/endpoints/password";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { signUp } from "@sekimori/portal-contract/endpoints/sign-up";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newEmail, newMember, password } from "../testing/members.ts";
import { startTestPortal, type TestPortal } from "../testing/test-portal.ts";

let portal: TestPortal;
let member: string;
beforeAll(async () => {
  portal = await startTestPortal({ LIMIT_FACTOR: "100000" });
  ({ email: member } = await newMember(portal, portal.browser()));
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

const rounds = 120;

describe("the time of an answer tells no known address from an unknown one", () => {
  test.each(calls)("%s", { timeout: 120_000 }, async (name, call) => {
    const times = { known: [] as number[], unknown: [] as number[] };
    const measure = async (kind: "known" | "unknown") => {
      const browser = portal.browser();
      const email = kind === "known" ? member : newEmail();
      const start = performance.now();
      await call(browser, email);
      times[kind].push(performance.now() - start);
    };
    for (let round = -10; round < rounds; round += 1) {
      // Alternating first place, so that a drift of the machine touches both alike.
      const order =
        round % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
      for (const kind of order) await measure(kind);
    }
    const area = areaUnderCurve(times.known.slice(10), times.unknown.slice(10));
    process.stdout.write(`timing ${name}: AUC ${area.toFixed(3)} over ${rounds} pairs\n`);
    // 0.55 is wanted; two standard errors of so many pairs are 0.075.
    expect(Math.abs(area - 0.5)).toBeLessThan(0.05 + 0.075);
  });
});
