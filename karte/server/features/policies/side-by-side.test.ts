import { listAlerts } from "@sekimori/karte-contract/endpoints/alerts";
import { getDomain } from "@sekimori/karte-contract/endpoints/domains";
import { workFindings } from "@sekimori/karte-contract/endpoints/findings";
import { changePolicy } from "@sekimori/karte-contract/endpoints/policies";
import { compareRuns } from "@sekimori/karte-contract/endpoints/runs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runStateCode } from "../../database/codes.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import type { TestPerson } from "../../testing/test-karte.ts";
import { refreshDomain } from "../finding-records/refresh-domain.ts";
import { askSystem } from "../ticket-records/ticket-jobs.ts";
import { lower, none, PolicyBed, raise, seen } from "./testing/policy-bed.ts";

// What scans, people and the look of every minute do at the same time, and what policies must not break.

const bed = new PolicyBed();
beforeAll(() => bed.start());
afterAll(() => bed.karte?.close());
beforeEach(() => bed.fresh());

describe("two scans of a workspace", () => {
  test("that both want tickets wait for each other, and neither fails", async () => {
    await bed.connect();
    await bed.policy("Tickets", "check:http-csp", { ticket: bed.system });
    const other = await bed.newDomain();
    const { db } = bed.karte.context;
    const workspace = bed.workspace.id;
    const kept = await inScope(db, wholeWorkspace(workspace), async (tx) => {
      // The end of the other scan: it holds the workspace's sums, and then asks for the tickets of its causes.
      const graded = { score: 50, grade: 3, version: "1", atMost: false, at: new Date() };
      await refreshDomain(tx, other, graded);
      const scan = bed.scan([seen("http-csp", "a.shop.jp")]);
      scan.catch(() => undefined);
      await bed.untilBlocked();
      await askSystem(tx, { workspace, system: bed.system, poll: false });
      return { scan };
    });
    expect(await kept.scan).toBe(3);
    const { rows } = await bed.query("select from karte.ticket where workspace_id = $1", [
      workspace,
    ]);
    expect(rows).toHaveLength(1);
    const { rows: jobs } = await bed.query("select from graphile_worker.jobs where key = $1", [
      `tickets:${bed.system}`,
    ]);
    expect(jobs).toHaveLength(1);
  });

  test("two policies that have tickets made of the same cause have one made", async () => {
    await bed.connect();
    await bed.policy("1", "check:http-csp", { ticket: bed.system });
    await bed.policy("2", "csp", { ticket: bed.system });
    await bed.scan([seen("http-csp", "a.shop.jp"), seen("http-csp", "b.shop.jp")]);
    const acts = (await bed.activity()).filter(({ action }) => action === "policy.acted");
    expect(acts.map(({ detail }) => detail.tickets ?? 0)).toEqual([0, 2]);
  });
});

test("a policy gives a label once, whatever its case, and none to what has all it may have", async () => {
  await bed.policy("Label", "severity:high", { label: "csp" });
  const hosts = ["a", "b", "c"].map((name) => `${name}.shop.jp`);
  const scan = (severity: "medium" | "high") =>
    bed.scan(hosts.map((host) => seen("http-csp", host, severity)));
  await scan("medium");
  const most = Array.from({ length: 20 }, (_, at) => `l${at}`).toSorted();
  for (const [at, labels] of [["CSP"], most].entries()) {
    const findings = [(await bed.finding(hosts[at] ?? "")).id];
    const act = { kind: "add-labels" as const, labels };
    await bed.owner.browser.call(workFindings, { body: { findings, act } });
  }
  await scan("high");
  const labelled = hosts.map(async (host) => (await bed.finding(host)).labels);
  expect(await Promise.all(labelled)).toEqual([["CSP"], most, ["csp"]]);
});

describe("a scan is kept", () => {
  test("where a policy cannot be read: the others act", async () => {
    const broken = await bed.policy("Broken", "check:http-csp", { label: "broken" });
    await bed.policy("Sound", "check:http-csp", { label: "sound" });
    await bed.query("update karte.policy set query = 'severty:high' where id = $1", [broken]);
    expect(await bed.scan([seen("http-csp", "a.shop.jp")])).toBe(3);
    expect((await bed.finding("a.shop.jp")).labels).toEqual(["sound"]);
  });

  test("where policies cannot act: nothing of their acts is kept", async () => {
    const id = await bed.policy("Broken", "check:http-csp", { label: "csp" });
    const kept = await bed.refusing("policy_hit", () => bed.scan([seen("http-csp", "a.shop.jp")]));
    expect(kept).toBe(3);
    expect(await bed.finding("a.shop.jp")).toMatchObject({ labels: [], policies: [] });
    expect(await bed.policies()).toMatchObject([{ id, acted: 0 }]);
  });
});

test("a scan that cannot be kept ends after its third try, and the quota has it back", async () => {
  const run = await bed.begin([seen("http-csp", "a.shop.jp")]);
  const take = () => bed.perform("karte.take-run", {});
  await bed.refusing("grade_history", async () => {
    await expect(take()).rejects.toThrow("refused");
    await bed.query("update karte.run set attempts = 2, state = 1 where id = $1", [run]);
    await take();
  });
  const { rows } = await bed.query("select state, problem from karte.run where id = $1", [run]);
  expect(rows).toEqual([{ state: runStateCode.of("failed"), problem: "fault" }]);
});

describe("a severity that a policy said", () => {
  const down = () => bed.policy("Down", "check:http-csp", { severity: lower() });
  /** Another query, tried and switched on within the minute. */
  async function changed(id: string): Promise<void> {
    const body = { name: "Down", query: "check:mail-spf", acts: { ...none, severity: lower() } };
    await bed.owner.browser.call(changePolicy, { params: { id }, body });
    await bed.turnOn(id);
  }
  const severityOf = async (host: string) => (await bed.finding(host)).severity;
  const bells = async ({ browser }: TestPerson) =>
    (await browser.call(listAlerts, { query: {} })).alerts.filter(
      ({ kind }) => kind === "policy.ended",
    );

  test("ends where it says something else now, though it is on again", async () => {
    const id = await down();
    await bed.scan([seen("http-csp", "a.shop.jp", "high")]);
    expect(await severityOf("a.shop.jp")).toBe("low");
    await bed.turnOff(id);
    await bed.turnOn(id);
    await bed.look();
    expect(await severityOf("a.shop.jp")).toBe("low");
    await changed(id);
    await bed.look();
    expect(await severityOf("a.shop.jp")).toBe("high");
  });

  test("stays where it is said again while the look waits for the finding", async () => {
    const id = await down();
    await bed.scan([seen("http-csp", "a.shop.jp", "high")]);
    await changed(id);
    const client = await bed.karte.database.owner.pool.connect();
    let looked: Promise<void>;
    try {
      await client.query("begin");
      await client.query(
        `update karte.finding set ruled_version = (select version from karte.policy where id = $1)
         where ruled_by = $1`,
        [id],
      );
      looked = bed.look();
      await bed.untilBlocked();
      await client.query("commit");
    } finally {
      client.release();
    }
    await looked;
    expect(await severityOf("a.shop.jp")).toBe("low");
  });

  test("ends at once for all, however many there are", async () => {
    const id = await down();
    await bed.scan([seen("http-csp", "a.shop.jp", "high")]);
    await bed.query(
      `insert into karte.finding (id, workspace_id, domain_id, key, check_id, category, host, severity, state,
         evidence_digest, first_seen_at, last_seen_at, due_on, report, check_severity, ruled_severity, ruled_by, ruled_until, ruled_version)
       select gen_random_uuid(), workspace_id, domain_id, key || n, check_id, category, host, severity, state,
         evidence_digest, first_seen_at, last_seen_at, due_on, report, check_severity, ruled_severity, ruled_by, ruled_until, ruled_version
       from karte.finding, generate_series(1, 1000) n where ruled_by = $1`,
      [id],
    );
    await bed.turnOff(id);
    await bed.look();
    const { rows } = await bed.query("select from karte.finding where ruled_by = $1", [id]);
    expect(rows).toHaveLength(0);
    expect(await bells(bed.owner)).toMatchObject([{ detail: { count: 1_001 } }]);
  });

  test("is told in the finding's history, in the log, and once a day behind the bells of who rules", async () => {
    const [admin, member] = [await bed.workspace.join("admin"), await bed.workspace.join("member")];
    const id = await down();
    const hosts = ["a", "b"].map((name) => `${name}.shop.jp`);
    await bed.scan(hosts.map((host) => seen("http-csp", host, "high")));
    await bed.turnOff(id);
    await bed.look();
    await bed.look();
    const { history } = await bed.finding("a.shop.jp");
    expect(history.filter(({ kind }) => kind === "severity")).toMatchObject([
      { by: null, reason: "policy-ended", text: "Down", from: null, to: null },
    ]);
    const ends = async () =>
      (await bed.activity()).filter(({ action }) => action === "policy.ended");
    expect(await ends()).toMatchObject([
      { by: null, detail: { name: "Down", count: 2, domain: expect.stringMatching(/^shop-/) } },
    ]);
    // Another one ends on this day, and its author has left the workspace since.
    await bed.query("update karte.policy set created_by = 'gone' where id = $1", [id]);
    await bed.turnOn(id);
    await bed.scan([...hosts, "c.shop.jp"].map((host) => seen("http-csp", host, "high")));
    await bed.query("update karte.finding set ruled_until = '2020-01-01' where ruled_by = $1", [
      id,
    ]);
    await bed.look();
    expect(await ends()).toHaveLength(2);
    for (const person of [bed.owner, admin]) {
      expect(await bells(person)).toMatchObject([
        { kind: "policy.ended", domain: null, finding: null, detail: { name: "Down", count: 3 } },
      ]);
    }
    expect(await bells(member)).toEqual([]);
  });

  test("stands beside the check's where two scans are compared", async () => {
    await down();
    await bed.scan([]);
    await bed.scan([seen("http-csp", "a.shop.jp", "high"), seen("mail-spf", "b.shop.jp", "high")]);
    const { runs } = await bed.owner.browser.call(getDomain, { params: { id: bed.domain } });
    const [to = "", from = ""] = runs.map(({ id }) => id);
    const { changes } = await bed.owner.browser.call(compareRuns, { query: { from, to } });
    expect(changes.map(({ host, severity, inForce }) => [host, severity, inForce])).toEqual([
      ["a.shop.jp", "high", "low"],
      ["b.shop.jp", "high", null],
    ]);
  });

  test("rings for nobody where it was raised", async () => {
    const id = await bed.policy("Up", "check:http-csp", { severity: raise("critical") });
    await bed.scan([seen("http-csp", "a.shop.jp", "high")]);
    await bed.turnOff(id);
    await bed.look();
    expect(await severityOf("a.shop.jp")).toBe("high");
    expect((await bed.activity())[0]).toMatchObject({ action: "policy.ended" });
    expect(await bells(bed.owner)).toEqual([]);
  });

  test("stays where a policy further down begins to match, and gives way to one further up", async () => {
    const nginx = { "service.product": "nginx", "service.version": "1.20.0" };
    const up = { severity: raise("critical") };
    await bed.policy("Up", "product:nginx", up);
    await bed.policy("Down", "version:<1.19 or check:http-csp", { severity: lower() });
    const of = (version: string) => [
      seen("sw-version", "a.shop.jp", "medium", { ...nginx, "service.version": version }),
      seen("http-csp", "b.shop.jp", "medium", version === "1.18.0" ? nginx : {}),
    ];
    await bed.scan(of("1.20.0"));
    expect([await severityOf("a.shop.jp"), await severityOf("b.shop.jp")]).toEqual([
      ...["critical", "low"],
    ]);
    await bed.scan(of("1.18.0"));
    expect([await severityOf("a.shop.jp"), await severityOf("b.shop.jp")]).toEqual([
      ...["critical", "critical"],
    ]);
  });
});
