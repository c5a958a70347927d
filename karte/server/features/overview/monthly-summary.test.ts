import { randomUUID } from "node:crypto";
import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import { createWorkspace } from "@sekimori/karte-contract/endpoints/workspaces";
import { afterAll, beforeAll, expect, test } from "vitest";
import { gradeCode } from "../../database/codes.ts";
import { startTestKarte, type TestKarte } from "../../testing/test-karte.ts";
import { summarise } from "./monthly-summary.ts";

let karte: TestKarte;
beforeAll(async () => {
  karte = await startTestKarte();
});
afterAll(() => karte?.close());

const query = (statement: string, values: readonly unknown[]) =>
  karte.database.owner.pool.query(statement, [...values]);

async function grade(workspace: string, day: string, score: number, word: "B" | "C") {
  await query("insert into karte.workspace_grade values ($1, $2, $3, $4, '2')", [
    workspace,
    day,
    score,
    gradeCode.of(word),
  ]);
}

/** A finding first seen at a moment; with a second moment also mended then. */
async function finding(workspace: string, domain: string, at: string, mendedAt?: string) {
  const id = randomUUID();
  const report = { category: "tls", place: {}, summary: { ja: "", en: "" }, evidence: [] };
  await query(
    `insert into karte.finding (id, workspace_id, domain_id, key, check_id, category, host, severity,
       state, evidence_digest, first_seen_at, last_seen_at, points, report)
     values ($1, $2, $3, $4, 'tls.certificate.expired', 3, 'www', 2, $5, '', $6, $6, 3, $7)`,
    [id, workspace, domain, id, mendedAt === undefined ? 1 : 5, at, report],
  );
  if (mendedAt === undefined) return;
  await query(
    `insert into karte.finding_event (workspace_id, domain_id, finding_id, at, kind, reason, to_state)
     values ($1, $2, $3, $4, 'state', 'check-passed', 5)`,
    [workspace, domain, id, mendedAt],
  );
}

test("a member's month is told by Tokyo's calendar, of the workspaces on their own contract", async () => {
  const { id: workspace, owner } = await karte.workspace();
  const { id: domain } = await owner.browser.call(addDomain, { body: { name: "www.example.jp" } });
  await grade(workspace, "2026-08-30", 55, "C");
  await grade(workspace, "2026-09-03", 60, "C");
  await grade(workspace, "2026-09-30", 75, "B");
  await grade(workspace, "2026-10-01", 60, "C");
  await finding(workspace, domain, "2026-08-31T14:59:59Z", "2026-08-31T15:00:00Z");
  await finding(workspace, domain, "2026-08-31T15:00:00Z", "2026-09-30T14:59:59Z");
  await finding(workspace, domain, "2026-09-30T14:59:59Z", "2026-09-30T15:00:00Z");
  await finding(workspace, domain, "2026-09-30T15:00:00Z");
  await query("insert into karte.quota_use values ($1, '2026-09', 4), ($1, '2026-10', 2)", [
    owner.id,
  ]);
  await query("insert into karte.open_count values ($1, 2, 1)", [workspace]);
  const told = await summarise(karte.context)(owner.id, "2026-09");
  expect(told).toEqual({
    version: 1,
    account: owner.id,
    month: "2026-09",
    manualRunsUsed: 4,
    workspaces: [
      {
        name: expect.any(String),
        domains: 1,
        grade: "B",
        gradeBefore: "C",
        open: { critical: 0, high: 1, medium: 0, low: 0, info: 0 },
        newFindings: 2,
        fixedFindings: 2,
        newAssets: 0,
        first: [{ title: expect.anything(), place: "www", why: expect.anything(), findings: 1 }],
      },
    ],
  });
});

test("nobody is told of a workspace that lives on another's contract, or that they see in part", async () => {
  const { id: workspace, owner, join } = await karte.workspace();
  const told = summarise(karte.context);
  const colleague = await join("owner");
  expect(await told(colleague.id, "2026-09")).toMatchObject({ workspaces: [], manualRunsUsed: 0 });
  expect(await told(randomUUID(), "2026-09")).toBeUndefined();
  await owner.browser.call(createWorkspace, { body: { name: "Branch" } });
  expect((await told(owner.id, "2026-09"))?.workspaces).toHaveLength(2);
  for (const change of ["suspended_at = now()", "suspended_at = null, restricted = true"]) {
    await query(`update karte.member set ${change} where workspace_id = $1 and account_id = $2`, [
      workspace,
      owner.id,
    ]);
    const { workspaces = [] } = (await told(owner.id, "2026-09")) ?? {};
    expect(workspaces.map(({ name }) => name)).toEqual(["Branch"]);
  }
});
