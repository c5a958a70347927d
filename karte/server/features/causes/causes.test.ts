import { randomUUID } from "node:crypto";
import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import {
  getFinding,
  listFindings,
  undoFindingWork,
  workFindings,
} from "@sekimori/karte-contract/endpoints/findings";
import { createGroup } from "@sekimori/karte-contract/endpoints/groups";
import { getOverview } from "@sekimori/karte-contract/endpoints/overview";
import type { EndpointInput } from "@sekimori/kit-contract/endpoint";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import {
  startTestKarte,
  type TestKarte,
  type TestPerson,
  type TestWorkspace,
} from "../../testing/test-karte.ts";
import { inheritOwners } from "./inherit-owner.ts";
import { settleOldCauses } from "./settle-causes.ts";

let karte: TestKarte;
let workspace: TestWorkspace;
let owner: TestPerson;
let domains: readonly string[] = [];

beforeAll(async () => {
  karte = await startTestKarte();
});
afterAll(() => karte?.close());

beforeEach(async () => {
  workspace = await karte.workspace();
  owner = workspace.owner;
  const names = ["example.jp", "example.com"];
  domains = await Promise.all(
    names.map(async (name) => (await owner.browser.call(addDomain, { body: { name } })).id),
  );
});

interface Sown {
  readonly check?: string;
  readonly severity?: number;
  readonly host?: string;
  readonly domain?: number;
  readonly state?: number;
  readonly due?: string;
  readonly days?: number;
}

/** As a version before this one writes findings: it knows nothing of causes. */
async function sow({
  check = "http-csp",
  severity = 3,
  host = "www.example.jp",
  domain = 0,
  state = 2,
  due = "infinity",
  days = 0,
}: Sown): Promise<string> {
  const id = randomUUID();
  const report = {
    ...{ check, category: "http", outcome: "absent", subject: null, unconfirmed: false },
    ...{ place: { host, address: "192.0.2.1" }, summary: { ja: check, en: check }, evidence: [] },
  };
  const at = new Date(karte.clock.now().getTime() - days * 86_400_000);
  await karte.database.owner.pool.query(
    `insert into karte.finding (id, workspace_id, domain_id, key, check_id, category, host, severity,
       state, evidence_digest, first_seen_at, last_seen_at, due_on, report)
     values ($1::uuid, $2, $3, $1::uuid::text, $4, 4, $5, $6, $7, '', $8, $8, $9, $10)`,
    [id, workspace.id, domains[domain], check, host, severity, state, at, due, report],
  );
  return id;
}

async function sowAll(all: readonly Sown[]): Promise<string[]> {
  const ids: string[] = [];
  for (const one of all) ids.push(await sow(one));
  await settleOldCauses(karte.context);
  return ids;
}

type Query = NonNullable<EndpointInput<typeof listFindings>["query"]>;
const list = (query: Query = {}, { browser }: TestPerson = owner) =>
  browser.call(listFindings, { query: { each: "cause", ...query } });
const rows = async (query: Query = {}, person: TestPerson = owner) =>
  (await list(query, person)).findings.map(({ id }) => id);
const one = (id: string) => owner.browser.call(getFinding, { params: { id } });

const headers = [
  { check: "http-csp", severity: 3, days: 1, due: "2026-12-10" },
  { check: "http-hsts", severity: 2, days: 9, due: "2026-12-20" },
  { check: "http-nosniff", severity: 4, days: 5 },
] as const;
const other = { check: "http-sectxt", severity: 5, host: "shop.example.jp", days: 3 } as const;

describe("a list by causes", () => {
  test("has each cause once, at its first finding in the order, by whole pages", async () => {
    const [csp, hsts, nosniff, sectxt] = await sowAll([...headers, other]);
    expect(await rows()).toEqual([hsts, sectxt]);
    expect(await rows({ sort: "age", order: "desc" })).toEqual([csp, sectxt]);
    expect(await rows({ sort: "age", order: "asc" })).toEqual([hsts, sectxt]);
    expect(await rows({ sort: "due" })).toEqual([csp, sectxt]);
    expect(await rows({ check: "http-nosniff" })).toEqual([nosniff]);
    expect(await rows({ severity: "medium,low" as never })).toEqual([csp]);
    expect(await rows({ q: "example.jp" })).toEqual([hsts, sectxt]);
    expect(await rows({ q: "http-nosniff" })).toEqual([nosniff]);
    const begin = await list({ size: 1 });
    expect(begin.findings.map(({ id }) => id)).toEqual([hsts]);
    expect(await rows({ size: 1, cursor: begin.next ?? "" })).toEqual([sectxt]);
    // Findings are counted, not rows: the same number as everywhere else.
    expect((await list({ size: 1, newerThanDays: 300 })).count).toEqual({ value: 4, more: false });
    expect((await list({ each: "finding" })).findings).toHaveLength(4);
    expect(
      (await owner.browser.call(getOverview, { query: {} })).first.map(({ id }) => id),
    ).toEqual([hsts, sectxt]);
  });

  test("says of a cause the worst priority, the first due day and how many findings it has", async () => {
    const [csp, hsts, , sectxt] = await sowAll([...headers, other, { ...other, state: 4 }]);
    const [cause, alone] = (await list()).findings;
    expect(cause?.cause).toMatchObject({
      ...{ key: "headers|https://www.example.jp", version: 1, findings: 3, more: false },
      ...{ domains: 1, dueOn: "2026-12-10", oneAssignee: true, priority: cause?.priority.value },
    });
    expect((await one(csp ?? "")).cause.priority).toBe((await one(hsts ?? "")).priority.value);
    expect((await one(csp ?? "")).priority.value).toBeLessThan(cause?.priority.value ?? 0);
    // What was fixed before is none of the work.
    expect(alone).toMatchObject({ id: sectxt, cause: { findings: 1 } });
    const key = cause?.cause.key ?? "";
    const own = await owner.browser.call(listFindings, { query: { cause: key } });
    expect(own.findings.map(({ check }) => check)).toEqual([
      "http-hsts",
      "http-csp",
      "http-nosniff",
    ]);
  });

  test("says what mending it everywhere adds to the workspace's score, and nothing to whoever sees a part", async () => {
    const set = (domain: number, score: number) =>
      karte.database.owner.pool.query("update karte.domain set score = $2 where id = $1", [
        domains[domain],
        score,
      ]);
    await set(0, 50);
    await set(1, 80);
    const [csp = "", elsewhere = "", done = ""] = await sowAll([
      headers[0],
      { ...headers[0], domain: 1 },
      { ...other, state: 4 },
    ]);
    await karte.database.owner.pool.query(
      "update karte.finding set points = case domain_id when $1 then 10 else 5 end, cause = 'one'  where check_id = 'http-csp'",
      [domains[0]],
    );
    // (50 · 2 + 80) / 3 becomes (60 · 2 + 85) / 3: each domain gains its own.
    expect((await one(csp)).workspacePoints).toBe(8.33);
    expect((await one(elsewhere)).workspacePoints).toBe(8.33);
    expect((await one(done)).workspacePoints).toBeNull();
  });

  test("lets what has no cause yet stand for itself", async () => {
    const [csp, hsts] = [await sow(headers[0]), await sow(headers[1])];
    expect(await rows()).toEqual([hsts, csp]);
    expect((await list()).findings.map(({ cause }) => cause.findings)).toEqual([1, 1]);
    await settleOldCauses(karte.context);
    expect(await rows()).toEqual([hsts]);
  });
});

describe("work on a cause", () => {
  const work = (act: object, ids: readonly string[], more: object = { withCause: true }) =>
    owner.browser.call(workFindings, { body: { findings: [...ids], act: act as never, ...more } });

  test("is done to all its findings at once, and undone so", async () => {
    const [csp = "", hsts = "", nosniff = "", sectxt = ""] = await sowAll([...headers, other]);
    const done = await work({ kind: "assign", assignee: owner.id }, [hsts]);
    expect(done).toMatchObject({ changed: 3, unchanged: 0 });
    for (const id of [csp, hsts, nosniff]) expect((await one(id)).assignee?.id).toBe(owner.id);
    expect((await one(sectxt)).assignee).toBe(null);
    await work({ kind: "due", on: "2026-12-01" }, [csp]);
    expect((await one(nosniff)).dueOn).toBe("2026-12-01");
    const until = new Date(karte.clock.now().getTime() + 86_400_000).toISOString();
    const accepted = await work({ kind: "accept", reason: "risk-taken", until, text: "for now" }, [
      nosniff,
    ]);
    expect(accepted.changed).toBe(3);
    expect(await rows()).toEqual([sectxt]);
    const undone = await owner.browser.call(undoFindingWork, {
      params: { id: accepted.undo ?? "" },
      body: {},
    });
    expect(undone.changed).toBe(3);
    expect(await rows()).toEqual([hsts, sectxt]);
  });

  test("is done to one finding alone where that is asked for", async () => {
    const [csp = "", hsts = ""] = await sowAll([...headers]);
    expect(await work({ kind: "assign", assignee: owner.id }, [csp], {})).toMatchObject({
      changed: 1,
    });
    expect((await one(hsts)).cause).toMatchObject({ findings: 3, oneAssignee: false });
  });

  test("leaves alone what is in another state", async () => {
    const [csp = "", , fixed = ""] = await sowAll([
      headers[0],
      headers[1],
      { ...headers[2], state: 4 },
    ]);
    expect(await work({ kind: "due", on: "2026-12-01" }, [csp])).toMatchObject({ changed: 2 });
    expect((await one(fixed)).dueOn).toBe(null);
  });
});

test("somebody who sees a part of the workspace sees and works that part of a cause", async () => {
  const shared = { check: "tls-old", days: 2 } as const;
  const [mine = "", theirs = ""] = await sowAll([
    { ...shared, severity: 4 },
    { ...shared, severity: 2, host: "www.example.com", domain: 1 },
  ]);
  expect(await rows()).toEqual([theirs]);
  expect((await list()).findings[0]?.cause).toMatchObject({ findings: 2, domains: 2 });
  const { id: group } = await owner.browser.call(createGroup, { body: { name: "Japan" } });
  await karte.database.owner.pool.query(
    "insert into karte.group_member (workspace_id, group_id, domain_id) values ($1, $2, $3)",
    [workspace.id, group, domains[0]],
  );
  const viewer = await workspace.join("viewer", [group]);
  const { findings } = await list({}, viewer);
  expect(findings.map(({ id }) => id)).toEqual([mine]);
  expect(findings[0]?.cause).toMatchObject({ findings: 1, domains: 1, priority: 8 });
  const asked = await list({ cause: findings[0]?.cause.key ?? "", each: "finding" }, viewer);
  expect(asked.findings.map(({ id }) => id)).toEqual([mine]);
  // The workspace's score is not theirs to see.
  const seen = (person: TestPerson) => person.browser.call(getFinding, { params: { id: mine } });
  expect((await seen(viewer)).workspacePoints).toBeNull();
  expect((await seen(owner)).workspacePoints).not.toBeNull();
});

test("a cause of another workspace is another cause", async () => {
  const [own = ""] = await sowAll([headers[0]]);
  const before = owner;
  workspace = await karte.workspace();
  owner = workspace.owner;
  const { id } = await owner.browser.call(addDomain, { body: { name: "example.jp" } });
  domains = [id];
  const [foreign = ""] = await sowAll([headers[1]]);
  expect((await list({}, before)).findings.map((row) => [row.id, row.cause.findings])).toEqual([
    [own, 1],
  ]);
  expect((await list()).findings.map((row) => [row.id, row.cause.findings])).toEqual([
    [foreign, 1],
  ]);
});

describe("what is found later of a cause", () => {
  const inherit = (findings: readonly string[]) =>
    inScope(karte.context.db, wholeWorkspace(workspace.id), (tx) =>
      inheritOwners(
        tx,
        { workspaceId: workspace.id, run: randomUUID(), findings },
        karte.clock.now(),
      ),
    );
  const give = (id: string, to: TestPerson | null) =>
    karte.database.owner.pool.query("update karte.finding set assignee = $2 where id = $1", [
      id,
      to?.id ?? null,
    ]);
  const ownerOf = async (id: string) => (await one(id)).assignee?.id ?? null;

  test("goes to the person who has the rest of it, and its history says so", async () => {
    const [csp = "", hsts = "", nosniff = ""] = await sowAll(headers);
    await give(csp, owner);
    await give(hsts, owner);
    await inherit([nosniff]);
    expect(await ownerOf(nosniff)).toBe(owner.id);
    const [event] = (await one(nosniff)).history;
    expect(event).toMatchObject({ kind: "assignment", by: null, assignee: { id: owner.id } });
    // Again: nothing happens twice.
    await inherit([nosniff]);
    expect((await one(nosniff)).history).toHaveLength(1);
  });

  test("is nobody's where the rest is shared, partly nobody's, or closed", async () => {
    const colleague = await workspace.join("member");
    const [csp = "", hsts = "", nosniff = ""] = await sowAll(headers);
    await give(csp, owner);
    await inherit([nosniff]);
    expect(await ownerOf(nosniff)).toBeNull();
    await give(hsts, colleague);
    await inherit([nosniff]);
    expect(await ownerOf(nosniff)).toBeNull();
    const [fixed = "", fresh = ""] = await sowAll([{ ...other, state: 4 }, other]);
    await give(fixed, owner);
    await inherit([fresh]);
    expect(await ownerOf(fresh)).toBeNull();
  });

  test("is not given to who left or may not see it, and not taken from who has it", async () => {
    const colleague = await workspace.join("member");
    const [csp = "", hsts = "", nosniff = ""] = await sowAll(headers);
    await give(csp, colleague);
    await give(hsts, colleague);
    const set = (column: string) =>
      karte.database.owner.pool.query(
        `update karte.member set ${column} where account_id = $1 and workspace_id = $2`,
        [colleague.id, workspace.id],
      );
    await set("suspended_at = now()");
    await inherit([nosniff]);
    expect(await ownerOf(nosniff)).toBeNull();
    await set("suspended_at = null, restricted = true");
    await inherit([nosniff]);
    expect(await ownerOf(nosniff)).toBeNull();
    await set("restricted = false");
    await give(nosniff, owner);
    await inherit([nosniff]);
    expect(await ownerOf(nosniff)).toBe(owner.id);
    await give(nosniff, null);
    await inherit([nosniff]);
    expect(await ownerOf(nosniff)).toBe(colleague.id);
  });
});
