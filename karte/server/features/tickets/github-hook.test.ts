import { randomUUID } from "node:crypto";
import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import { getFinding } from "@sekimori/karte-contract/endpoints/findings";
import {
  addTicketSystem,
  listenToTicketSystem,
  listTicketSystems,
  makeTickets,
  stopListeningToTicketSystem,
} from "@sekimori/karte-contract/endpoints/tickets";
import type { TicketKind } from "@sekimori/karte-contract/words";
import { createOutbound, type Outbound } from "@sekimori/kit-server/outbound";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type StrictTickets,
  startStrictTickets,
  strictConnections,
} from "../../testing/strict-tickets.ts";
import {
  startTestKarte,
  type TestKarte,
  type TestPerson,
  type TestWorkspace,
} from "../../testing/test-karte.ts";
import { githubDelivery } from "../../testing/ticket-systems/strict-github.ts";
import { deliveriesPath } from "./hook-service.ts";
import { ticketJob } from "./ticket-worker.ts";

// What GitHub tells by its webhook, as a strict server of ours sends it: it is heard at once, and believed in nothing.

let karte: TestKarte;
let strict: StrictTickets;
let outbound: Outbound;
let workspace: TestWorkspace;
let owner: TestPerson;
let system: string;
let finding: string;
let secret: string;

const pool = {
  query: <Row extends object>(text: string, values: readonly unknown[] = []) =>
    karte.database.owner.pool.query<Row>(text, [...values]),
};

beforeAll(async () => {
  strict = await startStrictTickets(() => karte.clock.now());
  outbound = createOutbound({ production: false, loopback: [strict.origin] });
  karte = await startTestKarte({ outbound });
});
afterAll(async () => {
  await karte.close();
  await outbound.close();
  await strict.close();
});
afterEach(() => karte.clock.reset());

const connect = (kind: TicketKind) => {
  const { path, project, secret: key, user } = strictConnections[kind];
  const body = {
    kind,
    label: kind,
    url: `${strict.origin}${path}/`,
    project,
    language: "ja" as const,
  };
  return owner.browser.call(addTicketSystem, {
    body: { ...body, secret: key, ...(user === null ? {} : { user }) },
  });
};
const listen = (id = system) =>
  owner.browser.call(listenToTicketSystem, { params: { id }, body: {} });
const later = (seconds: number) =>
  karte.clock.set(new Date(karte.clock.now().getTime() + seconds * 1_000));

type Sent = ReturnType<typeof githubDelivery>;
async function deliver({ headers, body }: Sent, id = system): Promise<number> {
  const answer = await karte.app.inject({
    method: "POST",
    url: deliveriesPath(id),
    headers,
    payload: body,
  });
  return answer.statusCode;
}
const said = (more: Partial<Parameters<typeof githubDelivery>[0]> = {}) => {
  const [issue] = strict.issues.github;
  return githubDelivery({
    event: "issues",
    action: "closed",
    secret,
    ...(issue && { issue }),
    ...more,
  });
};

/** Jobs that ask GitHub what has changed, and are not done. */
async function asked(): Promise<number> {
  const { rows } = await pool.query<{ jobs: number }>(
    `select count(*)::int as jobs from graphile_worker._private_jobs j
     where j.key = $1 and j.payload ->> 'poll' = 'true'`,
    [`tickets:${system}:poll`],
  );
  return rows[0]?.jobs ?? 0;
}
/** Does what was asked, as the queue would. */
async function work(poll: boolean): Promise<void> {
  await pool.query("delete from graphile_worker._private_jobs where key = $1", [
    `tickets:${system}:poll`,
  ]);
  await ticketJob(karte.context).perform({ workspace: workspace.id, system, poll }, {
    assertHeld: async () => undefined,
  } as never);
}
const ticket = async () =>
  (await owner.browser.call(getFinding, { params: { id: finding } })).tickets[0];
const person = (state: "open" | "done") => {
  later(150);
  strict.person("github", 1, state);
};

beforeEach(async () => {
  await pool.query("delete from kit.rate_limit");
  strict.reset();
  workspace = await karte.workspace();
  owner = workspace.owner;
  const { id: domain } = await owner.browser.call(addDomain, { body: { name: "example.jp" } });
  await pool.query("update karte.domain set proof = 1, consented = true where id = $1", [domain]);
  system = (await connect("github")).id;
  finding = randomUUID();
  const report = {
    ...{ check: "http-csp", category: "http", outcome: "absent", subject: null, evidence: [] },
    ...{
      place: { host: "www.example.jp" },
      summary: { ja: "要約", en: "summary" },
      unconfirmed: false,
    },
  };
  await pool.query(
    `insert into karte.finding (id, workspace_id, domain_id, key, check_id, category, host, severity,
       state, evidence_digest, first_seen_at, last_seen_at, due_on, report, cause, cause_version)
     values ($1::uuid, $2, $3, $1::uuid::text, 'http-csp', 4, 'www.example.jp', 2, 2, '', $4, $4,
       '2026-12-24', $5, 'headers|a', 1)`,
    [finding, workspace.id, domain, new Date(karte.clock.now().getTime() - 3_600_000), report],
  );
  await owner.browser.call(makeTickets, { body: { system, findings: [finding] } });
  await work(false);
  const hook = await listen();
  secret = hook.secret;
  expect(new URL(hook.url).pathname).toBe(deliveriesPath(system));
});

test("an issue that is closed or reopened is known at once, and never believed without asking", async () => {
  person("done");
  expect(await asked()).toBe(0);
  expect(await deliver(said())).toBe(202);
  expect(await asked()).toBe(1);
  await work(true);
  expect(await ticket()).toMatchObject({ state: "said-done" });
  person("open");
  expect(await deliver(said({ action: "reopened" }))).toBe(202);
  await work(true);
  expect(await ticket()).toMatchObject({ state: "open" });
  // A delivery that says what is not so: it is signed, and still only a reason to look.
  const [issue] = strict.issues.github;
  if (issue === undefined) throw new Error("There is no issue.");
  expect(await deliver(said({ issue: { ...issue, state: "closed" } }))).toBe(202);
  await work(true);
  expect(await ticket()).toMatchObject({ state: "open" });
});

test("what comes a second time is no news", async () => {
  person("done");
  const first = said();
  expect(await deliver(first)).toBe(202);
  await work(true);
  expect(await deliver(first)).toBe(202);
  // Under another number, which is not signed, it is still the same.
  expect(
    await deliver({ ...first, headers: { ...first.headers, "x-github-delivery": randomUUID() } }),
  ).toBe(202);
  expect(await asked()).toBe(0);
});

test("what nobody signed, or another secret did, is refused and asks nothing", async () => {
  person("done");
  const good = said();
  const { "x-hub-signature-256": signature, ...rest } = good.headers;
  const forged: readonly Sent[] = [
    said({ secret: "guessed" }),
    { ...good, body: good.body.replace("closed", "closes") },
    { ...good, headers: { ...rest, "x-hub-signature-256": "" } },
    { ...good, headers: { ...rest, "x-hub-signature-256": signature.slice(0, -2) } },
    // The older signature, which is of SHA-1, is not enough.
    { ...good, headers: { ...rest, "x-hub-signature-256": good.headers["x-hub-signature"] } },
  ];
  for (const one of forged) expect(await deliver(one)).toBe(401);
  const answers = await Promise.all([deliver(good, randomUUID()), deliver(good, "no-id")]);
  expect(answers).toEqual([401, 401]);
  expect(await asked()).toBe(0);
});

test("another secret ends the one before, and whoever stops listening is told nothing", async () => {
  person("done");
  const old = said();
  secret = (await listen()).secret;
  expect(await deliver(old)).toBe(401);
  expect(await deliver(said({ event: "ping" }))).toBe(202);
  const { systems } = await owner.browser.call(listTicketSystems, {});
  expect(systems[0]?.webhook).toEqual({ heardAt: expect.any(String) });
  expect(JSON.stringify(systems)).not.toContain(secret);
  await owner.browser.call(stopListeningToTicketSystem, { params: { id: system } });
  expect(await deliver(said())).toBe(401);
  expect(await asked()).toBe(0);
});

test("other repositories, other issues and other events ask nothing; only GitHub is listened to", async () => {
  person("done");
  const [issue] = strict.issues.github;
  if (issue === undefined) throw new Error("There is no issue.");
  for (const one of [
    said({ event: "ping" }),
    said({ repository: "acme/other" }),
    said({ issue: { ...issue, number: 77 } }),
  ]) {
    expect(await deliver(one)).toBe(202);
  }
  expect(await asked()).toBe(0);
  const { id } = await connect("backlog");
  const refused = await owner.browser.attempt(listenToTicketSystem, { params: { id }, body: {} });
  expect(refused.error().type).toBe("WrongState");
});

test("another workspace neither starts nor ends it", async () => {
  const stranger = (await karte.workspace()).owner.browser;
  const params = { id: system };
  for (const attempt of [
    stranger.attempt(listenToTicketSystem, { params, body: {} }),
    stranger.attempt(stopListeningToTicketSystem, { params }),
  ]) {
    expect((await attempt).error().type).toBe("NotFound");
  }
  person("done");
  expect(await deliver(said())).toBe(202);
});
