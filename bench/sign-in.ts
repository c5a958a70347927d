import { password } from "@sekimori/e2e/journeys";
import type { RunningProduct } from "@sekimori/e2e/running-product";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { nextMessage, startChild } from "./support/child.ts";
import { load, median } from "./support/load.ts";
import { cookiesOf, signUpMembers } from "./support/members.ts";
import type { Report } from "./support/report.ts";

const rounds = 5;
const seconds = 6;
/** A process that has just started still compiles what it runs. */
const warmUpSeconds = 10;
const connections = 32;

/**
 * Sign-ins a second as a share of bare argon2id checks a second with the same parameters, in
 * alternating rounds so that a drift of the machine touches both. Each connection is a member of
 * its own, in a browser the account knows: otherwise every sign-in would also write a mail.
 */
export async function benchSignIn(product: RunningProduct): Promise<Report> {
  const members = await signUpMembers(product, connections);
  const clients = members.map((member) => ({
    headers: {
      "content-type": "application/json",
      origin: product.portalOrigin,
      "x-forwarded-for": member.person.network,
      cookie: cookiesOf(member, "device"),
    },
    body: JSON.stringify({ email: member.email, password }),
  }));
  const url = `${product.portalOrigin}${signIn.path}`;
  const run = (duration: number) =>
    load({ url, method: "POST", clients, connections, seconds: duration });
  await run(warmUpSeconds);
  const ratios: number[] = [];
  const rates: number[] = [];
  const medians: number[] = [];
  const tails: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const bare = await nextMessage<{ perSecond: number }>(
      startChild("bare-argon2", [String(seconds), "3"]),
    );
    const signIns = await run(seconds);
    ratios.push(signIns.perSecond / bare.perSecond);
    rates.push(signIns.perSecond);
    medians.push(signIns.p50);
    tails.push(signIns.p99);
  }
  return {
    name: "sign-in, share of bare argon2id",
    figure: median(ratios),
    wanted: { atLeast: 0.9 },
    detail: `${median(rates).toFixed(0)}/s, p50 ${median(medians)} ms, p99 ${median(tails)} ms, 32 connections`,
  };
}
