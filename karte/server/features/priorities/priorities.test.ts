import { randomUUID } from "node:crypto";
import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import {
  getFinding,
  listFindings,
  workFindings,
} from "@sekimori/karte-contract/endpoints/findings";
import {
  exploitations,
  exposures,
  type PriorityFactors,
  priorityOf,
} from "@sekimori/karte-contract/priority";
import { severities } from "@sekimori/karte-contract/words";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { exploitationCode, exposureCode, severityCode } from "../../database/codes.ts";
import { startTestKarte, type TestKarte, type TestWorkspace } from "../../testing/test-karte.ts";
import { settleDue } from "./settle.ts";

let karte: TestKarte;
let workspace: TestWorkspace;
let domain = "";

beforeAll(async () => {
  karte = await startTestKarte();
});
afterAll(() => karte?.close());

beforeEach(async () => {
  karte.clock.set(new Date("2026-11-24T03:00:00Z"));
  workspace = await karte.workspace();
  const { browser } = workspace.owner;
  domain = (await browser.call(addDomain, { body: { name: "example.jp" } })).id;
});

const owners = (statement: string, values: readonly unknown[] = []) =>
  karte.database.owner.pool.query(statement, [...values]);

interface Sown {
  readonly severity?: number;
  readonly host?: string;
  readonly check?: string;
  readonly outcome?: string;
  readonly due?: string;
  readonly state?: number;
  readonly evidence?: readonly object[];
}

/** As a version before this one writes findings: it knows nothing of their place. */
async function sow({
  severity = 3,
  host = "example.jp",
  check = "http-csp",
  outcome = "absent",
  due = "infinity",
  state = 2,
  evidence = [],
}: Sown = {}): Promise<string> {
  const id = randomUUID();
  const summary = { ja: check, en: check };
  const report = {
    check,
    category: "http",
    outcome,
    place: { host },
    subject: null,
    unconfirmed: false,
    summary,
    evidence,
  };
  await owners(
    `insert into karte.finding (id, workspace_id, domain_id, key, check_id, category, host, severity,
       state, evidence_digest, first_seen_at, last_seen_at, due_on, report)
     values ($1::uuid, $2, $3, $1::uuid::text, $4, 4, $5, $6, $7, '', $8, $8, $9, $10)`,
    [id, workspace.id, domain, check, host, severity, state, karte.clock.now(), due, report],
  );
  return id;
}

const page = (id: string) => workspace.owner.browser.call(getFinding, { params: { id } });

async function priority(id: string): Promise<number> {
  return (await page(id)).priority.value;
}

test("the database and the contract have the same formula", async () => {
  const all = severities.flatMap((severity) =>
    exploitations.flatMap((exploitation) =>
      [...Array(2 ** exposures.length).keys()].flatMap((bits) =>
        [0, 1, 2, 5, 14, 15, 16, 400].map((overdue): PriorityFactors & { bits: number } => ({
          severity,
          exploitation,
          exposure: exposureCode.words(bits),
          overdue,
          bits,
        })),
      ),
    ),
  );
  const places = [
    all.map(({ severity }) => severityCode.of(severity)),
    all.map(({ exploitation }) => exploitationCode.of(exploitation)),
    all.map(({ bits }) => bits),
    all.map(({ overdue }) => overdue),
  ];
  const { rows } = await owners(
    `select karte.finding_priority(s, k, x, o) as priority
     from unnest($1::smallint[], $2::smallint[], $3::smallint[], $4::smallint[])
       with ordinality a (s, k, x, o, n) order by n`,
    places,
  );
  expect(rows.map((row) => (row as { priority: number }).priority)).toEqual(all.map(priorityOf));
});

describe("a finding's place", () => {
  test("is by what the check says of exploits, whatever a policy says of severity", async () => {
    const exploited = { name: "software.exploited", value: ["CVE-2021-41773"] };
    const known = { check: "sw-cve", outcome: "known-exploited", evidence: [exploited] };
    const lowered = await sow({ ...known, severity: 4 });
    const raised = await sow({ ...known, severity: 1 });
    const ofCheck = "update karte.finding set check_severity = $2 where id = $1";
    await owners(ofCheck, [lowered, 1]);
    await owners(ofCheck, [raised, 2]);
    await settleDue(karte.context);
    expect((await page(lowered)).priority.exploitation).toBe("exploited");
    expect((await page(raised)).priority.exploitation).toBe("perhaps-exploited");
  });

  test("is by its severity at once, whoever wrote it, and by everything after the next look", async () => {
    const id = await sow({
      severity: 1,
      check: "port-data",
      outcome: "unauthenticated",
      host: "db.example.jp",
    });
    expect(await priority(id)).toBe(1000);
    await settleDue(karte.context);
    const { priority: settled } = await page(id);
    expect(settled).toMatchObject({
      value: 1875,
      version: 1,
      exploitation: "usable",
      exposure: ["data"],
      overdueWorkingDays: 0,
    });
    expect(settled.sentence.en).toBe(
      "Critical, anyone can use it now, open to anyone, with data or payments.",
    );
  });

  test("moves up on each working day after its due day, until it weighs all it can", async () => {
    const id = await sow({ due: "2026-11-24" });
    const seen: number[] = [];
    for (const day of ["24", "25", "27", "28", "29", "30"]) {
      // A minute after midnight in Tokyo.
      karte.clock.set(new Date(Date.parse(`2026-11-${day}T00:01:00+09:00`)));
      await settleDue(karte.context);
      seen.push(await priority(id));
    }
    // 40 × 1.25, then 1, 3, 3, 3 and 4 working days late.
    expect(seen).toEqual([50, 51, 53, 53, 53, 54]);
    karte.clock.set(new Date("2027-06-01T03:00:00Z"));
    await settleDue(karte.context);
    expect(await priority(id)).toBe(65);
    const { rows } = await owners("select settle_on::text from karte.finding where id = $1", [id]);
    expect(rows).toEqual([{ settle_on: "infinity" }]);
  });

  test("follows a due day that a person sets, at once, and is put back with it", async () => {
    const id = await sow();
    await settleDue(karte.context);
    const { browser } = workspace.owner;
    await browser.call(workFindings, {
      body: { findings: [id], act: { kind: "due", on: "2026-11-17" } },
    });
    // Wednesday to Friday, and Tuesday after a holiday on Monday.
    expect((await page(id)).priority).toMatchObject({ value: 54, overdueWorkingDays: 4 });
    await browser.call(workFindings, { body: { findings: [id], act: { kind: "due", on: null } } });
    expect((await page(id)).priority).toMatchObject({ value: 50, overdueWorkingDays: 0 });
  });

  test("is looked at again when an older version sets a day or opens a finding again", async () => {
    const late = await sow();
    const back = await sow({ state: 4, due: "2026-11-17" });
    await settleDue(karte.context);
    await owners("update karte.finding set due_on = '2026-11-17' where id = $1", [late]);
    await owners("update karte.finding set state = 2 where id = $1", [back]);
    await settleDue(karte.context);
    expect([await priority(late), await priority(back)]).toEqual([54, 54]);
  });
});

test("a list pages in the order of work, every finding once, and severity keeps that order", async () => {
  const overdue = { due: "2026-11-02" };
  const wanted = [
    await sow({
      severity: 1,
      check: "sw-version",
      outcome: "known-exploited",
      host: "www.example.jp",
      evidence: [{ name: "software.exploited", value: ["CVE-2021-41773"] }],
    }),
    await sow({
      severity: 1,
      check: "port-data",
      outcome: "unauthenticated",
      host: "db.example.jp",
    }),
    await sow({ severity: 1, host: "shop.example.jp" }),
    await sow({ severity: 1, check: "dns-dangling", outcome: "claimable", host: "old.example.jp" }),
    await sow({ severity: 2, check: "mail-spoof", outcome: "open" }),
    await sow({ severity: 2, host: "blog.example.jp" }),
    await sow({ severity: 2, check: "port-admin", outcome: "open", host: "office.example.jp" }),
    await sow({ severity: 3, host: "shop.example.jp", ...overdue }),
    await sow({ severity: 3 }),
    await sow({ severity: 5 }),
  ];
  // 1500 and 1500: the order among equals is by who waits longer, then by id.
  await owners(
    "update karte.finding set first_seen_at = first_seen_at - interval '9 days' where id = $1",
    [wanted[2]],
  );
  await settleDue(karte.context);
  const { browser } = workspace.owner;
  for (const sort of ["priority", "severity"] as const) {
    const listed: string[] = [];
    const values: number[] = [];
    let cursor: string | undefined;
    do {
      const { findings, next } = await browser.call(listFindings, {
        query: { size: 25, sort, ...(cursor ? { cursor } : {}) },
      });
      listed.push(...findings.map(({ id }) => id));
      values.push(...findings.map((one) => one.priority.value));
      cursor = next ?? undefined;
    } while (cursor);
    expect(listed).toEqual(wanted);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
  }
  const of = async (query: object) =>
    (await browser.call(listFindings, { query })).findings.map(({ id }) => id);
  expect(await of({ severity: "high,medium" })).toEqual(wanted.slice(4, 9));
  expect(await of({ severity: "critical,info" })).toEqual([...wanted.slice(0, 4), wanted[9]]);
  expect(await of({ order: "desc" })).toEqual(wanted.toReversed());
});
