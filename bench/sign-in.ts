import type { RunningProduct } from "@sekimori/e2e/running-product";
import { nextMessage, startChild } from "./support/child.ts";
import { load, median } from "./support/load.ts";
import type { Report } from "./support/report.ts";
import { signedInCookie, signInRequest } from "./support/signed-in.ts";

const rounds = 3;
const seconds = 6;

/**
 * Sign-ins a second as a share of bare argon2id checks a second with the same parameters, in
 * alternating rounds so that a drift of the machine touches both.
 */
export async function benchSignIn(product: RunningProduct): Promise<Report> {
  // A browser the account knows: otherwise every sign-in would also write a mail.
  const cookie = await signedInCookie(product);
  const request = signInRequest(product);
  const device = cookie
    .split("; ")
    .filter((one) => one.includes("device"))
    .join("; ");
  const ratios: number[] = [];
  const rates: number[] = [];
  const medians: number[] = [];
  const tails: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const bare = await nextMessage<{ perSecond: number }>(
      startChild("bare-argon2", [String(seconds), "3"]),
    );
    const signIn = await load({
      ...request,
      headers: { ...request.headers, cookie: device },
      connections: 32,
      seconds,
    });
    ratios.push(signIn.perSecond / bare.perSecond);
    rates.push(signIn.perSecond);
    medians.push(signIn.p50);
    tails.push(signIn.p99);
  }
  return {
    name: "sign-in, share of bare argon2id",
    figure: median(ratios),
    wanted: { atLeast: 0.9 },
    detail: `${median(rates).toFixed(0)}/s, p50 ${median(medians)} ms, p99 ${median(tails)} ms, 32 connections`,
  };
}
