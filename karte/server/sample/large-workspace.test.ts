import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestKarte, type TestKarte } from "../testing/test-karte.ts";
import { seedLargeWorkspace } from "./large-workspace.ts";

let karte: TestKarte;
beforeAll(async () => {
  karte = await startTestKarte();
});
afterAll(() => karte?.close());

test("the counts that lists read agree with the findings that were made", async () => {
  const { pool } = karte.database.owner;
  const { id } = await karte.workspace();
  await seedLargeWorkspace(pool, {
    workspaceId: id,
    domains: 500,
    findingsPerDomain: 10,
    others: 20,
    observations: 3_000,
  });
  const { rows } = await pool.query(
    `select (select count(*)::int from karte.domain where workspace_id = $1) as domains,
      (select count(*)::int from karte.finding where workspace_id = $1) as findings,
      (select count(*)::int from karte.workspace) as workspaces,
      (select count(*)::int from karte.domain where workspace_id <> $1) as others,
      (select count(*)::int from karte.asset_observation where workspace_id = $1) as observations,
      (select count(*)::int from karte.finding where workspace_id = $1 and is_open = 1) as open,
      (select sum(findings)::int from karte.open_count where workspace_id = $1) as counted,
      (select sum(domains)::int from karte.score_count where workspace_id = $1) as scored`,
    [id],
  );
  const [made] = rows;
  expect(made).toMatchObject({
    domains: 500,
    findings: 5_000,
    workspaces: 21,
    others: 20,
    observations: 3_000,
    scored: 500,
  });
  expect(made.counted).toBe(made.open);
  const { rows: groups } = await pool.query(
    `select g.id, (select count(*)::int from karte.group_member m where m.group_id = g.id) as domains,
      (select coalesce(sum(d.open_high), 0)::int from karte.group_member m
        join karte.domain d on d.id = m.domain_id where m.group_id = g.id) as high,
      (select sum(s.domains)::int from karte.group_sum s where s.group_id = g.id) as counted,
      (select sum(s.high)::int from karte.group_sum s where s.group_id = g.id) as high_counted
     from karte.domain_group g where g.workspace_id = $1`,
    [id],
  );
  expect(groups).toHaveLength(50);
  for (const group of groups) {
    expect(group).toMatchObject({ counted: group.domains, high_counted: group.high });
  }
});
