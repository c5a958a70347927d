import {
  groupFindings,
  listFindings,
  selectFindings,
} from "@sekimori/karte-contract/endpoints/findings";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedLargeWorkspace } from "../../sample/large-workspace.ts";
import { startTestKarte, type TestKarte, type TestWorkspace } from "../../testing/test-karte.ts";
import { checkWords } from "./finding-rows.ts";

let karte: TestKarte;
let workspace: TestWorkspace;

// Enough that common words are in many places, and a rare one in few.
beforeAll(async () => {
  karte = await startTestKarte();
  workspace = await karte.workspace();
  await seedLargeWorkspace(karte.database.owner.pool, {
    workspaceId: workspace.id,
    domains: 1_200,
    findingsPerDomain: 10,
    others: 20,
    observations: 0,
  });
});
afterAll(() => karte?.close());

const columns = {
  priority: "f.work_order",
  age: "f.first_seen_at",
  host: "f.host",
  "last-seen": "f.last_seen_at",
} as const;

interface Asked {
  readonly q: string;
  readonly sort?: keyof typeof columns;
  readonly order?: "asc" | "desc";
  readonly severity?: "high" | "low";
  readonly state?: "fixed";
}

/** The same question put to the table directly, by its owner. */
async function expected({ q, sort = "priority", order = "asc", severity, state }: Asked) {
  const named = [...checkWords.values()].filter(({ id, title }) =>
    [id, title.ja, title.en].some((text) => text.toLowerCase().includes(q.toLowerCase())),
  );
  const { rows } = await karte.database.owner.pool.query<{ id: string; check_id: string }>(
    `select f.id, f.check_id from karte.finding f join karte.domain d on d.id = f.domain_id
     where f.workspace_id = $1 and (strpos(d.search_text, lower($2)) > 0
         or strpos(f.host, lower($2)) > 0 or f.check_id = any ($3))
       and ${state === undefined ? "f.state <= 2" : "f.state = 4"}
       and ($4::int is null or f.severity = $4)
     order by ${columns[sort]} ${order}, f.id ${order}`,
    [
      workspace.id,
      q,
      named.map(({ id }) => id),
      severity === undefined ? null : { high: 2, low: 4 }[severity],
    ],
  );
  return rows;
}

describe("findings that words name", () => {
  const questions: Asked[] = [
    { q: "osaka-seki-1" },
    { q: "osaka", sort: "age" },
    { q: "OSAKA", sort: "host", order: "desc" },
    { q: "example", sort: "last-seen", order: "desc" },
    { q: "example", severity: "high" },
    { q: "支店", state: "fixed" },
    { q: "CSP" },
    { q: "csp", sort: "host" },
    { q: "DNS", severity: "low", sort: "age", order: "desc" },
    { q: "no such words" },
  ];
  for (const asked of questions) {
    test(JSON.stringify(asked), async () => {
      const rows = await expected(asked);
      const { browser } = workspace.owner;
      const first = await browser.call(listFindings, { query: { ...asked, size: 40 } });
      const next = first.next ?? undefined;
      const second = next
        ? (await browser.call(listFindings, { query: { ...asked, size: 40, cursor: next } }))
            .findings
        : [];
      expect([...first.findings, ...second].map(({ id }) => id)).toEqual(
        rows.slice(0, 80).map(({ id }) => id),
      );
      // What is said to be exact is exact; what is said to be more is.
      const { value, more } = first.count;
      if (more) expect(rows.length).toBeGreaterThan(value);
      else expect(value).toBe(rows.length);
    });
  }

  test("a narrowed list by kind counts each kind, and says so where there are more", async () => {
    const { browser } = workspace.owner;
    for (const q of ["osaka-seki-1", "osaka"]) {
      const rows = await expected({ q });
      const { groups } = await browser.call(groupFindings, { query: { q } });
      const counted = Map.groupBy(rows, (row) => row.check_id);
      expect(new Map(groups.map(({ check, findings }) => [check, findings]))).toEqual(
        new Map([...counted].map(([check, found]) => [check, found.length])),
      );
      expect(groups.every(({ more }) => !more)).toBe(true);
    }
  });

  test("what is selected for an act is what the list shows", async () => {
    const { browser } = workspace.owner;
    const rows = await expected({ q: "osaka" });
    const { findings, more } = await browser.call(selectFindings, { body: { q: "osaka" } });
    expect(findings).toEqual(rows.slice(0, 1_000).map(({ id }) => id));
    expect(more).toBe(rows.length > 1_000);
  });
});
