import { randomUUID } from "node:crypto";
import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import {
  commentFinding,
  getFinding,
  recheckFinding,
  workFindings,
} from "@sekimori/karte-contract/endpoints/findings";
import { judgeAsset } from "@sekimori/karte-contract/endpoints/inventory";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  amplePlan,
  startTestKarte,
  type TestKarte,
  type TestWorkspace,
} from "../../testing/test-karte.ts";

// What is over the plan's measure is shown and not worked on: nothing of it is deleted either.

let karte: TestKarte;
let workspace: TestWorkspace;
let live: Ids;
let over: Ids;

interface Ids {
  readonly finding: string;
  readonly asset: string;
}

/** A domain with one open finding and one asset. */
async function furnished(name: string): Promise<Ids> {
  const { id: domain } = await workspace.owner.browser.call(addDomain, { body: { name } });
  const ids = { finding: randomUUID(), asset: randomUUID() };
  const report = {
    category: "http",
    place: { host: name },
    subject: name,
    summary: { ja: name, en: name },
    evidence: [],
    unconfirmed: false,
  };
  const { pool } = karte.database.owner;
  await pool.query(
    `insert into karte.finding (id, workspace_id, domain_id, key, check_id, category, host, severity,
       state, evidence_digest, first_seen_at, last_seen_at, points, report)
     values ($3, $1, $2, $4, 'http.hsts-missing', 4, $4, 1, 1, '', now(), now(), 9, $5)`,
    [workspace.id, domain, ids.finding, name, report],
  );
  const detail = {
    addresses: [],
    ports: [],
    product: null,
    version: null,
    certificate: null,
    foundBy: [],
  };
  await pool.query(
    `insert into karte.asset (id, workspace_id, domain_id, key, type, name, state, detail,
       first_seen_at, last_seen_at) values ($3, $1, $2, $4, 2, $4, 2, $5, now(), now())`,
    [workspace.id, domain, ids.asset, name, detail],
  );
  return ids;
}

beforeAll(async () => {
  karte = await startTestKarte();
  workspace = await karte.workspace();
  live = await furnished("live.example.jp");
  karte.clock.advance(1_000);
  over = await furnished("over.example.jp");
  karte.contracts.set(workspace.owner.id, {
    ...amplePlan,
    entitlements: { ...amplePlan.entitlements, domains: 1 },
  });
  await karte.hear("plan-changed", workspace.owner.id);
});
afterAll(() => karte.close());

const until = () => new Date(karte.clock.now().getTime() + 86_400_000).toISOString();

const acts: readonly (readonly [
  string,
  (ids: Ids) => Promise<{ status: number; error(): { type: string } }>,
])[] = [
  [
    "a comment",
    ({ finding: id }) =>
      workspace.owner.browser.attempt(commentFinding, { params: { id }, body: { text: "x" } }),
  ],
  [
    "an assignment",
    ({ finding }) => work(finding, { kind: "assign", assignee: workspace.owner.id }),
  ],
  ["a due date", ({ finding }) => work(finding, { kind: "due", on: "2027-01-31" })],
  [
    "an acceptance",
    ({ finding }) =>
      work(finding, { kind: "accept", reason: "risk-taken", until: until(), text: "x" }),
  ],
  [
    "a judgement of an asset",
    ({ asset: id }) =>
      workspace.owner.browser.attempt(judgeAsset, { params: { id }, body: { state: "ignored" } }),
  ],
];

const work = (finding: string, act: object) =>
  workspace.owner.browser.attempt(workFindings, {
    body: { findings: [finding], act: act as never },
  });

describe("on a domain beyond the measure", () => {
  test.each(acts)("%s is refused, and taken on one within it", async (_, act) => {
    expect((await act(over)).error().type).toBe("PlanLimit");
    expect((await act(live)).status).toBe(200);
  });

  test("nothing happens to any when one of several lies beyond", async () => {
    const act = { kind: "due" as const, on: "2027-02-28" };
    const { browser } = workspace.owner;
    const body = { findings: [live.finding, over.finding], act };
    expect((await browser.attempt(workFindings, { body })).error().type).toBe("PlanLimit");
    const page = await browser.call(getFinding, { params: { id: live.finding } });
    expect(JSON.stringify(page)).not.toContain("2027-02-28");
  });

  test("no finding is looked at again, and every page of it is still shown", async () => {
    const { browser } = workspace.owner;
    const params = { id: over.finding };
    const answer = await browser.attempt(recheckFinding, { params, body: {} });
    expect(answer.error().type).toBe("PlanLimit");
    expect((await browser.call(getFinding, { params })).id).toBe(over.finding);
  });
});
