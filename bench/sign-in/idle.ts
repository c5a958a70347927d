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

/** Alternating rounds, so that a drift of the machine touches both sides. */
async function measureRounds(product: RunningProduct) {
  const { run } = await signInLoad(product);
  const ofAsked: number[] = [];
  const ofThreads: number[] = [];
  const signIns: Awaited<ReturnType<typeof run>>[] = [];
  for (let round = 0; round < rounds; round++) {
    const asked = await bareRate("asked");
    const seen = await run(seconds);
    signIns.push(seen);
    ofAsked.push(seen.perSecond / asked);
    ofThreads.push(seen.perSecond / (await bareRate("threads")));
  }
  const of = (what: "perSecond" | "p50" | "p99") => median(signIns.map((seen) => seen[what]));
  const detail = `${of("perSecond").toFixed(0)}/s, p50 ${of("p50")} ms, p99 ${of("p99")} ms, ${connections} connections`;
  return { ofAsked, ofThreads, detail };
}

const rounded = (values: readonly number[]) => values.map((value) => value.toFixed(2)).join(", ");

/**
 * Sign-ins a second as a share of what a server gets that asks the package for three checks at once,
 * with the same parameters. Each connection is a member of its own, in a browser the account knows:
 * otherwise every sign-in would also write a mail.
 */
export async function benchSignIn(product: RunningProduct): Promise<Report> {
  const { ofAsked, ofThreads, detail } = await measureRounds(product);
  return {
    name: "sign-in, share of bare argon2id",
    figure: median(ofAsked),
    wanted: { atLeast: 0.95 },
    detail: `${detail}; rounds ${rounded(ofAsked)}; ${median(ofThreads).toFixed(2)} of as many threads as the portal has, which only hash`,
  };
}

/**
 * The same beside others, as a share of as many threads as the portal has, which only hash: there a
 * machine is shared out by threads, and a side that has three gets a fifth more of it than one that has
 * two (decision 127).
 */
export async function benchSharedSignIn(product: RunningProduct): Promise<Report> {
  const { ofAsked, ofThreads, detail } = await measureRounds(product);
  return {
    name: "sign-in, share of bare argon2id on as many threads",
    figure: median(ofThreads),
    wanted: { atLeast: 0.95 },
    detail: `${detail}; rounds ${rounded(ofThreads)}; ${median(ofAsked).toFixed(2)} of three checks at once`,
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
