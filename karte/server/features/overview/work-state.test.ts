import { randomUUID } from "node:crypto";
import { addDomain, changeDomain } from "@sekimori/karte-contract/endpoints/domains";
import { createGroup } from "@sekimori/karte-contract/endpoints/groups";
import { getOverview } from "@sekimori/karte-contract/endpoints/overview";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  startTestKarte,
  type TestKarte,
  type TestPerson,
  type TestWorkspace,
} from "../../testing/test-karte.ts";

let karte: TestKarte;
let workspace: TestWorkspace;
let group = "";
const domains: string[] = [];

interface Sown {
  readonly workspace?: string;
  readonly domain: string;
  readonly severity?: number;
  readonly state?: number;
  readonly seenAt: string;
  readonly due?: string;
  readonly acceptedUntil?: string;
  readonly fixedAt?: string;
}

async function sow(one: Sown): Promise<string> {
  const { pool } = karte.database.owner;
  const id = randomUUID();
  const { severity = 3, state = 2, due = "infinity", acceptedUntil = null } = one;
  const report = {
    category: "http",
    place: { host: "www.example.jp" },
    subject: null,
    summary: { ja: "なし", en: "absent" },
    evidence: [],
    unconfirmed: false,
  };
  const place = [one.workspace ?? workspace.id, one.domain, id];
  await pool.query(
    `insert into karte.finding (workspace_id, domain_id, id, key, check_id, category, host, severity,
       state, evidence_digest, first_seen_at, last_seen_at, due_on, accepted_until, report)
     values ($1, $2, $3::uuid, $3::uuid::text, 'http-csp', 4, 'www.example.jp', $4, $5, '', $6, $6, $7, $8, $9)`,
    [...place, severity, state, one.seenAt, due, acceptedUntil, report],
  );
  const happened = [
    ["seen-first", one.seenAt],
    ...(one.fixedAt ? [["check-passed", one.fixedAt]] : []),
  ];
  for (const [reason, at] of happened) {
    await pool.query(
      `insert into karte.finding_event (workspace_id, domain_id, finding_id, at, kind, reason, to_state)
       values ($1, $2, $3, $4, 'state', $5, 2)`,
      [...place, at, reason],
    );
  }
  return id;
}

const overview = (person: TestPerson = workspace.owner, query: object = {}) =>
  person.browser.call(getOverview, { query });

let ending = "";

beforeAll(async () => {
  karte = await startTestKarte();
  // A Tuesday.
  karte.clock.set(new Date("2026-11-24T03:00:00Z"));
  workspace = await karte.workspace();
  const { browser } = workspace.owner;
  group = (await browser.call(createGroup, { body: { name: "営業" } })).id;
  for (const name of ["example.jp", "example.com"]) {
    domains.push((await browser.call(addDomain, { body: { name } })).id);
  }
  const [here = "", there = ""] = domains;
  await browser.call(changeDomain, { params: { id: here }, body: { groups: [group] } });
  // Late by a day, and by eleven.
  await sow({ domain: here, severity: 1, seenAt: "2026-11-20T03:00:00Z", due: "2026-11-20" });
  await sow({ domain: there, severity: 2, seenAt: "2026-10-20T03:00:00Z", due: "2026-11-06" });
  await sow({ domain: there, seenAt: "2026-06-20T03:00:00Z" });
  await sow({
    domain: there,
    state: 3,
    seenAt: "2026-09-20T03:00:00Z",
    acceptedUntil: "2027-01-31T03:00:00Z",
  });
  ending = await sow({
    domain: here,
    state: 3,
    seenAt: "2026-09-20T03:00:00Z",
    acceptedUntil: "2026-12-01T03:00:00Z",
  });
  // Fixed in 2, 4 and 20 days; the last minute of October in Tokyo is October's.
  const fixed = { state: 4, domain: here };
  await sow({ ...fixed, seenAt: "2026-11-02T03:00:00Z", fixedAt: "2026-11-04T03:00:00Z" });
  await sow({ ...fixed, seenAt: "2026-10-11T14:59:00Z", fixedAt: "2026-10-31T14:59:00Z" });
  await sow({
    ...fixed,
    domain: there,
    seenAt: "2026-10-27T15:00:00Z",
    fixedAt: "2026-10-31T15:00:00Z",
  });
  const other = await karte.workspace();
  const { id } = await other.owner.browser.call(addDomain, { body: { name: "other.example" } });
  await sow({ workspace: other.id, domain: id, seenAt: "2026-11-20T03:00:00Z", due: "2026-11-20" });
});
afterAll(() => karte?.close());

const exactly = (value: number) => ({ value, more: false });

test("says what is late, accepted, new and fixed, how long fixes take and how old things are", async () => {
  const seen = await overview();
  expect(seen.overdue).toEqual({ count: 2, more: false, longestWorkingDays: 11 });
  expect(seen.accepted.count).toBe(2);
  expect(seen.accepted.next.map(({ until }) => until.slice(0, 10))).toEqual([
    "2026-12-01",
    "2027-01-31",
  ]);
  expect(seen.months).toEqual({
    now: { new: exactly(2), fixed: exactly(2) },
    before: { new: exactly(3), fixed: exactly(1) },
  });
  expect(seen.timeToFix).toEqual({ days: 4, fixed: 3 });
  expect(seen.ages.map(({ upToDays, count }) => [upToDays, count.value])).toEqual([
    [7, 1],
    [30, 0],
    [90, 1],
    [null, 1],
  ]);
  expect(seen.ages[0]?.open).toEqual({ critical: 1, high: 0, medium: 0, low: 0, info: 0 });
});

test("of one group, and of what somebody may see, the same of that part alone", async () => {
  const viewer = await workspace.join("viewer", [group]);
  for (const seen of [await overview(workspace.owner, { group }), await overview(viewer)]) {
    expect(seen.overdue).toEqual({ count: 1, more: false, longestWorkingDays: 1 });
    expect(seen.accepted.next.map(({ id }) => id)).toEqual([ending]);
    expect(seen.months.now).toEqual({ new: exactly(2), fixed: exactly(1) });
    expect(seen.timeToFix).toEqual({ days: 11, fixed: 2 });
    expect(seen.ages.reduce((sum, { count }) => sum + count.value, 0)).toBe(1);
  }
});

test("the verdict begins with what is critical, then with what is late", async () => {
  // What a run counts.
  await karte.database.owner.pool.query(
    "update karte.domain set open_critical = 1, open_high = 1 where id = $1",
    [domains[0]],
  );
  const { verdict } = await overview();
  expect(verdict).toHaveLength(2);
  expect(verdict[0]?.en).toMatch(
    /^1 critical open; first: .+ \(www\.example\.jp, unassigned, due 2026\/11\/20\)\.$/,
  );
  expect(verdict[1]?.ja).toBe(
    "期限超過が2件、最長11営業日です。人員か期限のご判断をお願いします。",
  );
});
