import type { RunningProduct } from "@sekimori/e2e/running-product";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { password } from "@sekimori/portal-server/testing/sign-up-calls";
import { nextMessage, startChild } from "../support/child.ts";
import { load, median } from "../support/load.ts";
import { cookiesOf, signUpMembers } from "../support/members.ts";
import type { Report } from "../support/report.ts";

const rounds = 5;
const seconds = 6;
/** A process that has just started still compiles what it runs. */
const warmUpSeconds = 10;
const connections = 32;
const stormSeconds = 10;

/** Sign-ins by password, of as many members as there are connections. */
export async function signInLoad(product: RunningProduct) {
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
  return { members, run };
}

async function bareRate(how: "asked" | "threads"): Promise<number> {
  const child = startChild("bare-argon2", [String(seconds), how]);
  return (await nextMessage<{ perSecond: number }>(child)).perSecond;
}

/**
 * Sign-ins a second as a share of bare argon2id checks a second with the same parameters, in
 * alternating rounds so that a drift of the machine touches both. Each connection is a member of
 * its own, in a browser the account knows: otherwise every sign-in would also write a mail.
 */
export async function benchSignIn(product: RunningProduct): Promise<Report> {
  const { run } = await signInLoad(product);
  const ratios: number[] = [];
  const ofThreads: number[] = [];
  const rates: number[] = [];
  const medians: number[] = [];
  const tails: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const bare = await bareRate("asked");
    const signIns = await run(seconds);
    ratios.push(signIns.perSecond / bare);
    ofThreads.push(signIns.perSecond / (await bareRate("threads")));
    rates.push(signIns.perSecond);
    medians.push(signIns.p50);
    tails.push(signIns.p99);
  }
  const rounded = (values: readonly number[]) => values.map((value) => value.toFixed(2)).join(", ");
  return {
    name: "sign-in, share of bare argon2id",
    figure: median(ratios),
    wanted: { atLeast: 0.95 },
    detail: `${median(rates).toFixed(0)}/s, p50 ${median(medians)} ms, p99 ${median(tails)} ms, 32 connections; rounds ${rounded(ratios)}; ${median(ofThreads).toFixed(2)} of a thread for each core that only hashes`,
  };
}

/** How long a member who is signed in waits for his profile while 32 others sign in without end. */
export async function benchStorm(product: RunningProduct): Promise<Report> {
  const { members, run } = await signInLoad(product);
  const clients = members.slice(0, 1).map((member) => ({ headers: { cookie: cookiesOf(member) } }));
  const url = `${product.portalOrigin}${getMyProfile.path}`;
  const [signIns, reads] = await Promise.all([
    run(stormSeconds),
    load({ url, clients, connections: 1, seconds: stormSeconds }),
  ]);
  return {
    name: "a profile read in a sign-in storm, p50 in ms",
    figure: reads.p50,
    wanted: { atMost: 10 },
    detail: `p99 ${reads.p99} ms, ${reads.perSecond.toFixed(0)}/s one after another, beside ${signIns.perSecond.toFixed(0)} sign-ins a second`,
  };
}
