import { setTimeout as pause } from "node:timers/promises";
import { newMember } from "@sekimori/e2e/journeys";
import { Mails } from "@sekimori/e2e/mails";
import { Person } from "@sekimori/e2e/person";
import type { RunningProduct } from "@sekimori/e2e/running-product";
import { listApplications } from "@sekimori/portal-contract/endpoints/connected-applications";
import { listInvoices } from "@sekimori/portal-contract/endpoints/invoice";
import { listNotices } from "@sekimori/portal-contract/endpoints/notice";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { listActivity, listSessions } from "@sekimori/portal-contract/endpoints/security";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import {
  type Caller,
  individual,
  password,
  walkSignUp,
} from "@sekimori/portal-server/testing/sign-up-calls";
import { load, median } from "../support/load.ts";
import { cookiesOf, signUpMembers } from "../support/members.ts";
import { codeFlow, concurrently, endpointsOf, refresh } from "../support/relying-party.ts";
import type { Report } from "../support/report.ts";
import { signedInCookie } from "../support/signed-in.ts";
import { grownEmail } from "./seed.ts";

/** How long and how often is measured. */
export interface Effort {
  readonly rounds: number;
  readonly seconds: number;
  /** Members who act at once. */
  readonly members: number;
  /** Times a list is read, and sign-ups are made. */
  readonly times: number;
}

/** Steps a second of the product's everyday work, by name. */
type Everyday = ReadonlyMap<string, (seconds: number) => Promise<number>>;

/** Signs members up at a product that knows the application, and says how their work is measured there. */
export async function everydayOf(product: RunningProduct, { members }: Effort): Promise<Everyday> {
  const joined = await signUpMembers(product, members);
  const endpoints = await endpointsOf(
    `${product.portalOrigin}/v1/idp/oidc`,
    await signedInCookie(product),
  );
  const lines: { token: string }[] = [];
  for (let line = 0; line < members; line++) lines.push({ token: await codeFlow(endpoints) });
  const signIns = joined.map((member) => ({
    headers: {
      "content-type": "application/json",
      origin: product.portalOrigin,
      "x-forwarded-for": member.person.network,
      cookie: cookiesOf(member, "device"),
    },
    body: JSON.stringify({ email: member.email, password }),
  }));
  const reads = joined.map((member) => ({ headers: { cookie: cookiesOf(member) } }));
  const at = (path: string) => `${product.portalOrigin}${path}`;
  return new Map([
    [
      "sign-in",
      async (seconds: number) =>
        (
          await load({
            ...{ url: at(signIn.path), method: "POST" as const, clients: signIns },
            // They keep every hashing thread busy; more would wait in a queue that refuses the late.
            ...{ connections: Math.min(members, 4), seconds },
          })
        ).perSecond,
    ],
    [
      "profile read",
      async (seconds: number) =>
        (await load({ url: at(getMyProfile.path), clients: reads, connections: members, seconds }))
          .perSecond,
    ],
    [
      "refresh",
      async (seconds: number) =>
        (
          await concurrently(lines, seconds, async (line) => {
            line.token = await refresh(endpoints, line.token);
            return line;
          })
        ).perSecond,
    ],
    [
      "code flow",
      async (seconds: number) =>
        (
          await concurrently(lines, seconds, async (line) => {
            await codeFlow(endpoints);
            return line;
          })
        ).perSecond,
    ],
  ]);
}

/** A round that the product refused because the machine was too busy is measured anew, twice at most. */
async function patiently(measure: () => Promise<number>): Promise<number> {
  for (let left = 2; left > 0; left -= 1) {
    try {
      return await measure();
    } catch {
      await pause(3_000);
    }
  }
  return measure();
}

/** The work beside much data as a share of the same work beside none, in alternating rounds. */
export async function ratiosOf(
  grown: Everyday,
  empty: Everyday,
  { rounds, seconds }: Effort,
): Promise<Report[]> {
  const reports: Report[] = [];
  for (const [name, measure] of grown) {
    const bare = empty.get(name) ?? measure;
    const [beside, without] = [measure, bare].map((one) => () => patiently(() => one(seconds)));
    if (beside === undefined || without === undefined) continue;
    await beside();
    await without();
    const ratios: number[] = [];
    const told: string[] = [];
    for (let round = 0; round < rounds; round++) {
      // Each goes first as often as the other: a machine's load drifts.
      const isFirst = round % 2 === 0;
      const early = isFirst ? undefined : await without();
      const grownRate = await beside();
      const emptyRate = early ?? (await without());
      ratios.push(grownRate / emptyRate);
      told.push(`${grownRate.toFixed(0)}/s against ${emptyRate.toFixed(0)}/s`);
    }
    reports.push({
      name: `${name}, share of the empty database's`,
      figure: median(ratios),
      wanted: { atLeast: 0.9 },
      detail: told.join("; "),
    });
  }
  return reports;
}

const p95 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;

function report95(name: string, times: readonly number[]): Report {
  return {
    name: `${name}, p95 in ms`,
    figure: p95(times),
    wanted: { atMost: 100 },
    detail: `p50 ${median(times).toFixed(0)} ms, most ${Math.max(...times).toFixed(0)} ms of ${times.length}`,
  };
}

/** How long every call of a sign-up takes, one after another. */
export async function measureSignUps(product: RunningProduct, { times }: Effort): Promise<Report> {
  const mails = new Mails(product.sandboxOrigin);
  const taken: number[] = [];
  for (let done = 0; done < times; done++) {
    const person = new Person(product.portalOrigin);
    const email = `joins-${done}-${Date.now()}@people.example`;
    const timed: Caller = {
      async call(endpoint, input) {
        const began = performance.now();
        const answer = await person.call(endpoint, input);
        taken.push(performance.now() - began);
        return answer;
      },
    };
    const code = () => mails.code(email);
    await walkSignUp(timed, "member", { email, information: individual, code });
  }
  return report95("a call of a sign-up", taken);
}

/** How long My Page's lists take for the member with the longest log, and for others. */
export async function measureLists(product: RunningProduct, { times }: Effort): Promise<Report[]> {
  const taken = new Map<string, number[]>();
  for (const index of [0, 1, 2, 3]) {
    const person = new Person(product.portalOrigin);
    await person.send({ url: "/v1/site" });
    await person.call(signIn, { body: { email: grownEmail(index), password } });
    const lists = {
      "the activity log": () => person.call(listActivity, { query: {} }),
      sessions: () => person.call(listSessions, {}),
      applications: () => person.call(listApplications, {}),
      notices: () => person.call(listNotices, { query: {} }),
      invoices: () => person.call(listInvoices, { query: {} }),
    };
    for (const [name, read] of Object.entries(lists)) {
      const list = taken.get(name) ?? [];
      taken.set(name, list);
      for (let done = 0; done < times; done++) {
        const began = performance.now();
        await read();
        list.push(performance.now() - began);
      }
    }
  }
  return [...taken].map(([name, list]) => report95(`My Page, ${name}`, list));
}

/** A member who goes on reading while something else is done, and how long that took him. */
export async function whileReading<T>(
  product: RunningProduct,
  origin: string,
  work: () => Promise<T>,
): Promise<{ readonly done: T; readonly seconds: number; readonly p99: number }> {
  const { person } = await newMember({
    origin: product.portalOrigin,
    mails: new Mails(product.sandboxOrigin),
  });
  const reader = new Person(origin, { network: person.network, cookies: person.cookies });
  const times: number[] = [];
  let isOver = false;
  const reading = (async () => {
    while (!isOver) times.push((await reader.attempt(getMyProfile, {})).ms);
  })();
  const began = performance.now();
  try {
    const done = await work();
    return { done, seconds: (performance.now() - began) / 1_000, p99: p99Of(times) };
  } finally {
    isOver = true;
    await reading;
  }
}

const p99Of = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
