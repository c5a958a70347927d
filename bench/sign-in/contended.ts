import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import type { RunningProduct } from "@sekimori/e2e/running-product";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { hashToken } from "@sekimori/kit-server/cookies";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { createDigests } from "@sekimori/portal-server/digests";
import { password } from "@sekimori/portal-server/testing/sign-up-calls";
import { Pool } from "pg";
import { nextMessage, startChild } from "../support/child.ts";
import { median } from "../support/load.ts";
import { cookiesOf, signUpMembers } from "../support/members.ts";
import { besideBusy } from "../support/neighbours.ts";
import { portalEnvironment, startPortalProcess } from "../support/portal-process.ts";
import type { Report } from "../support/report.ts";
import {
  backToNormal,
  type ClientsAnswer,
  type ClientsOrder,
  checkedPerSecond,
  quantile,
  refusedTooSoon,
} from "../support/sign-in-figures.ts";

const kinds = ["known", "unknown", "mixed"] as const;
type Kind = (typeof kinds)[number];

export interface ContendedScenes {
  readonly clientCounts: readonly number[];
  readonly kinds: readonly Kind[];
  readonly neighbourCounts: readonly number[];
  readonly rounds: number;
  /** Of each measurement. */
  readonly seconds: number;
  /** Members whom the clients are browsers of. */
  readonly accounts: number;
}

/** The whole, or the part of it that the environment names. */
function scenesOf(environment: NodeJS.ProcessEnv): ContendedScenes {
  const listed = (name: string, all: readonly string[]) => environment[name]?.split(",") ?? all;
  return {
    clientCounts: listed("BENCH_CLIENTS", ["32", "320", "3200"]).map(Number),
    kinds: kinds.filter((kind) => listed("BENCH_KINDS", kinds).includes(kind)),
    neighbourCounts: listed("BENCH_NEIGHBOURS", ["0", "2", "8"]).map(Number),
    rounds: Number(environment.BENCH_ROUNDS ?? "3"),
    seconds: Number(environment.BENCH_SECONDS ?? "8"),
    accounts: 16,
  };
}

/** Milliseconds before the clients' crowd is as large as it gets; not counted. */
const settling = 3_000;
const afterwardsMs = 6_000;

interface Requests {
  readonly known: readonly string[];
  readonly unknown: readonly string[];
  readonly probe: string;
}

function requestOf(origin: string, n: number, cookie: string | undefined, body: object): string {
  const text = JSON.stringify(body);
  return [
    `POST ${signIn.path} HTTP/1.1`,
    `host: ${new URL(origin).host}`,
    `origin: ${origin}`,
    `x-forwarded-for: 198.18.${(n >> 8) & 255}.${n & 255}`,
    "content-type: application/json",
    ...(cookie === undefined ? [] : [`cookie: ${cookie}`]),
    `content-length: ${Buffer.byteLength(text)}`,
    "",
    text,
  ].join("\r\n");
}

/** Members with as many browsers as there are clients, each known to its account. */
async function makeRequests(
  product: RunningProduct,
  secrets: { readonly PORTAL_SECRET: string; readonly PORTAL_LOOKUP_SECRET: string },
  count: number,
  accounts: number,
  origin: string,
): Promise<Requests> {
  const members = await signUpMembers(product, Math.min(count, accounts) + 1);
  const [first, ...others] = members;
  if (first === undefined) throw new Error("Nobody has signed up.");
  const [deviceCookie = ""] = cookiesOf(first, "device").split("=");
  const digests = createDigests(secrets.PORTAL_SECRET, secrets.PORTAL_LOOKUP_SECRET);
  const browsers = Array.from({ length: count }, (_, n) => {
    const email = others[n % others.length]?.email ?? "";
    return { email, token: digests.newDeviceToken() };
  });
  const pool = new Pool({ connectionString: product.databaseUrl, max: 1 });
  await pool.query(
    `insert into portal.known_device (account_id, token_digest, first_seen_at, last_seen_at)
     select account.id, browser.token, now(), now()
     from unnest($1::text[], $2::text[]) as browser (email, token)
     join portal.account on account.email_digest = browser.email`,
    [
      browsers.map(({ email }) => digests.email(email)),
      browsers.map(({ token }) => hashToken(token)),
    ],
  );
  await pool.end();
  const wrong = "Wrong-Pass1";
  return {
    known: browsers.map(({ email, token }, n) =>
      requestOf(origin, n, `${deviceCookie}=${token}`, { email, password }),
    ),
    unknown: browsers.map(({ email }, n) =>
      requestOf(origin, n, undefined, { email, password: wrong }),
    ),
    probe: requestOf(origin, count, cookiesOf(first, "device"), { email: first.email, password }),
  };
}

function crowdOf({ known, unknown }: Requests, kind: Kind, count: number): string[] {
  if (kind === "mixed") {
    return [...known.slice(0, count / 2), ...unknown.slice(count / 2, count)];
  }
  return (kind === "known" ? known : unknown).slice(0, count);
}

interface Stand {
  /** Where the portal listens, and where the one that refuses everybody does. */
  readonly ports: { readonly portal: number; readonly refusing: number };
  readonly refusing: ChildProcess;
  readonly clients: ChildProcess;
  readonly prober: ChildProcess;
  readonly seconds: number;
}

function order(child: ChildProcess, wanted: ClientsOrder): Promise<ClientsAnswer> {
  const answer = nextMessage<ClientsAnswer>(child);
  child.send(wanted);
  return answer;
}

/** Hashes a second on the same threads while the same clients are all refused. */
async function bareBeside(stand: Stand, requests: readonly string[]): Promise<number> {
  const { seconds } = stand;
  const clients = order(stand.clients, {
    port: stand.ports.refusing,
    requests,
    seconds: seconds + settling / 1000,
  });
  await pause(settling);
  const checked = nextMessage<{ readonly checked: number }>(stand.refusing);
  stand.refusing.send({ seconds });
  const { checked: count } = await checked;
  const { status } = await clients;
  const other = status.find((one) => one !== 503);
  if (other !== undefined) throw new Error(`The portal that refuses all answered ${other}.`);
  return count / seconds;
}

async function signInsBeside(stand: Stand, requests: readonly string[], probe: string) {
  const all = stand.seconds + settling / 1000;
  const began = Date.now();
  const probes = order(stand.prober, {
    port: stand.ports.portal,
    requests: [probe],
    seconds: all + afterwardsMs / 1000,
  });
  const seen = await order(stand.clients, { port: stand.ports.portal, requests, seconds: all });
  const member = await probes;
  const { sent, took, status } = member;
  const asked = sent.map((at, index) => ({
    sent: at,
    took: took[index] ?? 0,
    status: status[index] ?? 0,
  }));
  const end = began + all * 1000;
  return {
    began,
    // The member takes threads from the others, and is one of those who sign in.
    perSecond:
      checkedPerSecond(seen, began + settling, end) +
      checkedPerSecond(member, began + settling, end),
    seen,
    beside: asked.filter((one) => one.sent < end),
    recovered: backToNormal(asked, end),
  };
}

async function measure(
  stand: Stand,
  requests: Requests,
  kind: Kind,
  count: number,
  rounds: number,
) {
  const crowd = crowdOf(requests, kind, count);
  const known = new Set(crowd.flatMap((request, n) => (/\r\ncookie: /.test(request) ? [n] : [])));
  const shares: number[] = [];
  const rates: number[] = [];
  const memberMs: number[] = [];
  const totals = { refused: 0, tooSoon: 0, memberRefused: 0, recoveredMs: 0, failures: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const bare = await bareBeside(stand, crowd);
    const { began, perSecond, seen, beside, recovered } = await signInsBeside(
      stand,
      crowd,
      requests.probe,
    );
    rates.push(perSecond);
    shares.push(perSecond / bare);
    totals.refused += seen.status.filter((status) => status === 503).length;
    totals.tooSoon += refusedTooSoon(seen, known, began + settling);
    totals.failures += seen.failures.length;
    totals.memberRefused += beside.filter(({ status }) => status !== 200).length;
    totals.recoveredMs = Math.max(totals.recoveredMs, recovered);
    memberMs.push(...beside.map(({ took }) => took));
  }
  return { shares, rates, memberMs, ...totals };
}

export type ContendedResult = Awaited<ReturnType<typeof measure>>;

function reportsOf(scene: string, kind: Kind, result: ContendedResult): Report[] {
  const { shares, rates, memberMs, refused, tooSoon, memberRefused, recoveredMs } = result;
  const p99 = quantile(memberMs, 0.99);
  const rounded = shares.map((share) => share.toFixed(2)).join(", ");
  const detail = `${median(rates).toFixed(1)}/s checked, ${refused} refused, ${result.failures} connections lost; rounds ${rounded}`;
  const reports: Report[] = [
    {
      name: `${scene}: share of bare argon2id`,
      figure: median(shares),
      wanted: { atLeast: 0.9 },
      detail,
    },
    {
      name: `${scene}: known members refused whose wait was below a second`,
      figure: tooSoon,
      wanted: { atMost: 0 },
      detail: `of ${refused} refused`,
    },
    {
      name: `${scene}: seconds until a member is served at once again`,
      figure: recoveredMs / 1000,
      wanted: { atMost: 5 },
      detail: "the longest of the rounds",
    },
  ];
  // Beside a flood of known members a member is one of them.
  if (kind !== "unknown") return reports;
  const member = `${memberMs.length} sign-ins one after another, p50 ${quantile(memberMs, 0.5)} ms, ${memberRefused} refused`;
  reports.push(
    {
      name: `${scene}: a known member's p99 in ms`,
      figure: p99,
      wanted: { atMost: 1_000 },
      detail: member,
    },
    {
      name: `${scene}: a known member refused`,
      figure: memberRefused,
      wanted: { atMost: 0 },
      detail: member,
    },
  );
  return reports;
}

/**
 * Measures one scene after another, on a portal of its own beside a running product.
 *
 * @param seen called with each scene's result.
 */
export async function measureContended(
  product: RunningProduct,
  dataFolder: string,
  { clientCounts, kinds: wanted, neighbourCounts, rounds, seconds, accounts }: ContendedScenes,
  seen: (scene: string, result: ContendedResult, kind: Kind) => void,
): Promise<void> {
  const environment = portalEnvironment(product, dataFolder);
  const portal = await startPortalProcess(product, dataFolder);
  const refusingPort = await freePort();
  const refusing = startChild("refusing-portal", [], {
    ...environment,
    PORTAL_ORIGIN: portal.origin,
    LISTEN_PORT: String(refusingPort),
  });
  const [clients, prober] = [startChild("sign-in-clients", []), startChild("sign-in-clients", [])];
  const children = [refusing, clients, prober];
  try {
    await Promise.all(children.map((child) => nextMessage(child)));
    const most = Math.max(...clientCounts);
    const requests = await makeRequests(product, environment, most, accounts, portal.origin);
    const ports = { portal: Number(new URL(portal.origin).port), refusing: refusingPort };
    const stand: Stand = { ports, refusing, clients, prober, seconds };
    for (const neighbours of neighbourCounts) {
      for (const count of clientCounts) {
        for (const kind of wanted) {
          const scene = `sign-in, ${count} ${kind} clients beside ${neighbours} busy processes`;
          const result = await besideBusy(neighbours, () =>
            measure(stand, requests, kind, count, rounds),
          );
          seen(scene, result, kind);
        }
      }
    }
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await portal.stop();
  }
}

/**
 * Sign-ins by clients that never pause, beside processes that take all they can get, as a share of
 * bare argon2id on the same threads beside the same processes and the same clients, who are all
 * refused. `BENCH_CLIENTS=320 BENCH_KINDS=unknown BENCH_NEIGHBOURS=0,2` takes a part of the whole,
 * `BENCH_ROUNDS` and `BENCH_SECONDS` say how long.
 */
export async function benchSignInContended(
  product: RunningProduct,
  dataFolder: string,
): Promise<Report[]> {
  const reports: Report[] = [];
  await measureContended(product, dataFolder, scenesOf(process.env), (scene, result, kind) => {
    // The whole takes an hour: each scene shows when it is over.
    console.log(`${scene}: ${median(result.shares).toFixed(2)}`);
    reports.push(...reportsOf(scene, kind, result));
  });
  return reports;
}
