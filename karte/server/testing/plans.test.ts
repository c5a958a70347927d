import { afterAll, beforeAll, expect, test } from "vitest";
import { seedLargeWorkspace } from "../sample/large-workspace.ts";
import { startTestKarte, type TestKarte, type TestWorkspace } from "./test-karte.ts";

let karte: TestKarte;
let workspace: TestWorkspace;

beforeAll(async () => {
  karte = await startTestKarte();
  workspace = await karte.workspace();
  const { owner, applicationRole: role } = karte.database;
  const { pool } = owner;
  await seedLargeWorkspace(pool, {
    workspaceId: workspace.id,
    domains: 2_000,
    findingsPerDomain: 10,
    others: 100,
    observations: 10_000,
  });
  // At this size reading a whole table may really be the quickest. Told that it is dear, the planner
  // does so only where no index serves, which is what would hurt with a million rows.
  await owner.superuser.query(`do $$ begin
    execute format('alter role ${role} in database %I set enable_seqscan = off', current_database());
  end $$`);
  await owner.superuser.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename = $1`,
    [role],
  );
});
afterAll(() => karte?.close());

/** Tables that grow with what is managed, found and seen. */
const large = [
  "domain",
  "finding",
  "finding_term",
  "finding_event",
  "asset",
  "asset_observation",
  "asset_term",
  "group_member",
  "run",
];

const lists = [
  "/domains?size=50",
  ...["grade", "findings", "last-run", "next-run", "added"].flatMap((sort) => [
    `/domains?sort=${sort}&order=asc`,
    `/domains?sort=${sort}&order=desc`,
  ]),
  "/domains?grade=E",
  "/domains?severity=critical",
  "/domains?proof=none",
  "/domains?schedule=weekly",
  "/domains?grouped=none",
  "/domains?responsible=none",
  "/domains?responsible=somebody",
  "/domains?sort=responsible&order=asc",
  "/domains?sort=responsible&order=desc",
  "/domains?q=osaka",
  "/domains?q=example",
  "/domains?q=example&sort=grade",
  "/domains?q=%E6%94%AF%E5%BA%97",
  "/findings?size=50",
  "/events/ndjson?size=500",
  ...["priority", "severity", "age", "last-seen", "host", "due"].map(
    (sort) => `/findings?sort=${sort}`,
  ),
  "/findings?severity=critical",
  "/findings?severity=low,info",
  "/findings?category=mail",
  "/findings?category=mail,dns",
  "/findings?severity=critical,high&sort=age",
  "/findings?check=http-csp",
  "/findings?state=fixed",
  "/findings?newerThanDays=7",
  "/findings?olderThanDays=30",
  "/findings?host=osaka.example.jp",
  ...[
    "product:nginx",
    "product:nginx version:<1.19 severity:high",
    "cve:CVE-2021-23017 owner:none",
    "port:443 or ip:192.0.2.0/24",
    "host:*.example",
    "label:支店7 overdue:no",
    "group:部門1 seen.first:<30d",
    "priority:>=200",
    "service:https severity:high",
    "cert.expires:<30d",
    "cert.issuer:*authority",
    "cert.name:*.seki.example",
    "ns:ns7.dns-seki.example",
    "mx:mail3.* or mx:none",
    "due:<5bd",
    "osaka -severity:low",
    "state:fixed or kev:yes",
  ].flatMap((query) => [
    `/findings?query=${encodeURIComponent(query)}`,
    `/findings?each=cause&sort=age&query=${encodeURIComponent(query)}`,
    `/findings/grouped?query=${encodeURIComponent(query)}`,
  ]),
  "/findings?each=cause&size=50",
  "/findings?each=cause&sort=age&order=desc",
  "/findings?each=cause&severity=high&category=http",
  "/findings?each=cause&q=osaka",
  "/findings?each=cause&state=fixed",
  "/findings?cause=headers%7Chttps%3A%2F%2Fwww.example.jp",
  "/findings?state=fixed,gone",
  "/findings?q=osaka-seki",
  "/findings?q=osaka&sort=age",
  "/findings?q=example",
  "/findings?q=CSP",
  "/findings/grouped?q=osaka",
  "/findings/grouped",
  "/findings/grouped?severity=high",
  "/assets?size=50",
  "/assets?sort=last-seen&order=desc",
  "/assets?type=host",
  "/assets?type=host,ip",
  "/assets?q=osaka",
  "/assets?q=example&sort=last-seen",
  "/assets?q=www.*seki*",
  "/search?q=osaka",
  "/search?q=osaka-sekj",
  "/overview",
  "/groups",
  "/runs",
];

async function scans(): Promise<ReadonlyMap<string, number>> {
  const { rows } = await karte.database.owner.pool.query<{ name: string; scans: number }>(
    `select relname as name, seq_scan::int as scans from pg_stat_user_tables
     where schemaname = 'karte'`,
  );
  return new Map(rows.map(({ name, scans: count }) => [name, count]));
}

/** Reads of the months' parts of the observations, by whichever way. */
async function observationReads(): Promise<number> {
  const { rows } = await karte.database.owner.pool.query<{ reads: number }>(
    `select sum(seq_scan + coalesce(idx_scan, 0))::int as reads from pg_stat_user_tables
     where schemaname = 'karte' and relname ~ '^asset_observation'`,
  );
  return rows[0]?.reads ?? 0;
}

test("no list reads a large table from end to end, nor an observation at all", async () => {
  const { browser } = workspace.owner;
  await expect.poll(async () => (await browser.request({ url: "/v1/session" })).status).toBe(200);
  const observationsBefore = await observationReads();
  expect(observationsBefore).toBeGreaterThan(0);
  for (const list of lists) {
    const before = await scans();
    // The pool learns only by using them that its connections were ended.
    await expect
      .poll(async () => (await browser.request({ url: `/v1${list}` })).status, { message: list })
      .toBe(200);
    // What a connection counted is told to the others when it ends.
    await karte.database.owner.superuser.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = current_database() and usename = $1`,
      [karte.database.applicationRole],
    );
    const after = await scans();
    const read = large.filter((table) => (after.get(table) ?? 0) > (before.get(table) ?? 0));
    expect(read, `${list} reads all of`).toEqual([]);
  }
  // So that a history of twenty million costs a list what one of none does.
  expect(await observationReads()).toBe(observationsBefore);
});
