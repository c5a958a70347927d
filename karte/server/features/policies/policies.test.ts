import { randomUUID } from "node:crypto";
import type { ScanEvent } from "@sekimori/diagnosis/events";
import type { Finding } from "@sekimori/diagnosis/finding";
import { listActivity } from "@sekimori/karte-contract/endpoints/activity";
import { listAlerts } from "@sekimori/karte-contract/endpoints/alerts";
import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import {
  getFinding,
  listFindings,
  workFindings,
} from "@sekimori/karte-contract/endpoints/findings";
import {
  addPolicy,
  changePolicy,
  listPolicies,
  orderPolicies,
  type PolicyActs,
  removePolicy,
  switchPolicy,
  tryPolicy,
} from "@sekimori/karte-contract/endpoints/policies";
import { startRun } from "@sekimori/karte-contract/endpoints/runs";
import { requestFor } from "@sekimori/kit-development/testing";
import { soleRun } from "@sekimori/kit-development/testing/sole-run";
import { pastRuns } from "@sekimori/sandbox/company/history";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Examiner } from "../../ports/examiner.ts";
import {
  amplePlan,
  startTestKarte,
  type TestKarte,
  type TestPerson,
  type TestWorkspace,
} from "../../testing/test-karte.ts";
import { dayAfter, lower, none, raise, seen } from "./testing/policy-bed.ts";

const [past] = await pastRuns(new Date());
if (past === undefined) throw new Error("nothing was recorded");

let karte: TestKarte;
let workspace: TestWorkspace;
let owner: TestPerson;
let domain: string;
let serial = 0;
/** What the next scan finds. */
let found: readonly Finding[] = [];

const examiner: Examiner = {
  name: (text) => ({ host: text, domain: text }),
  nameRules: { fixtures: true, optOut: [] },
  prove: () => Promise.reject(new Error("nothing is proved here")),
  examine: async function* (): AsyncGenerator<ScanEvent> {
    for (const finding of found) yield { type: "finding", finding } as ScanEvent;
    yield { type: "result", result: past.result } as ScanEvent;
  },
};

const pool = {
  query: <Row extends object>(text: string, values: readonly unknown[] = []) =>
    karte.database.owner.pool.query<Row>(text, [...values]),
};

beforeAll(async () => {
  karte = await startTestKarte({ examiner });
});
afterAll(() => karte?.close());
afterEach(() => karte.clock.reset());

beforeEach(async () => {
  await pool.query("delete from kit.rate_limit");
  workspace = await karte.workspace();
  owner = workspace.owner;
  found = [];
  serial += 1;
  domain = await newDomain(`shop-${serial}.example.jp`);
});

async function newDomain(name: string): Promise<string> {
  const { id } = await owner.browser.call(addDomain, { body: { name } });
  await pool.query(
    `with proved as (update karte.domain set proof = 1, consented = true where id = $1 returning *)
     insert into karte.consent (id, workspace_id, domain_id, account_id, organisation, version,
       hosting, at)
     select gen_random_uuid(), workspace_id, id, $2, 'test', '1', 'no', now() from proved`,
    [id, owner.id],
  );
  return id;
}

const job = (name: string) => {
  const one = karte.jobs.find((known) => known.name === name);
  if (one === undefined) throw new Error(name);
  return one;
};
const { stringify } = JSON;

/** One scan that finds these and nothing else. */
async function scan(findings: readonly Finding[], of = domain): Promise<string> {
  found = findings;
  const { run } = await owner.browser.call(startRun, { body: { domain: of } });
  await job("karte.take-run").perform({}, soleRun({ logger: karte.context.logger }));
  const alerts = { workspace: workspace.id, domain: of, run: run.id };
  await job("karte.raise-alerts").perform(alerts, soleRun({ logger: karte.context.logger }));
  const { rows } = await pool.query<{ state: number }>(
    "select state from karte.run where id = $1",
    [run.id],
  );
  expect(rows, stringify(rows)).toEqual([{ state: 3 }]);
  return run.id;
}

const add = async (name: string, query: string, acts: Partial<PolicyActs>, person = owner) =>
  (await person.browser.call(addPolicy, { body: { name, query, acts: { ...none, ...acts } } })).id;

const trial = (id: string, days = 90) =>
  owner.browser.call(tryPolicy, { params: { id }, body: { days } });

async function turnOn(id: string): Promise<void> {
  const { version } = await trial(id);
  await owner.browser.call(switchPolicy, { params: { id }, body: { enabled: true, version } });
}

/** A policy that is on. */
async function policy(name: string, query: string, acts: Partial<PolicyActs>): Promise<string> {
  const id = await add(name, query, acts);
  await turnOn(id);
  return id;
}

async function finding(host: string) {
  const { findings } = await owner.browser.call(listFindings, {
    query: { query: `host:${host} state:new,open,accepted,fixed` },
  });
  const [row] = findings;
  if (row === undefined) throw new Error(`nothing on ${host}`);
  return owner.browser.call(getFinding, { params: { id: row.id } });
}

const policies = async () => (await owner.browser.call(listPolicies, {})).policies;

const activity = async () => {
  const { entries } = await owner.browser.call(listActivity, { query: {} });
  return entries.filter(({ action }) => action.startsWith("policy."));
};

describe("what a scan brings", () => {
  test("gets severity, owner and label of what matches, and nothing else does", async () => {
    const member = await workspace.join("member");
    await policy("Mail", "check:mail-* severity:medium", {
      severity: raise("high"),
      owner: member.id,
      label: "mail",
    });
    await scan([seen("mail-spf", "a.shop.jp"), seen("http-csp", "b.shop.jp")]);

    const mine = await finding("a.shop.jp");
    expect(mine).toMatchObject({
      ...{ severity: "high", checkSeverity: "medium", labels: ["mail"] },
      assignee: { id: member.id },
      policies: [{ name: "Mail", severity: "high", until: null }],
    });
    expect(mine.history).toContainEqual(
      expect.objectContaining({ kind: "assignment", by: null, run: expect.any(String) }),
    );
    expect(await finding("b.shop.jp")).toMatchObject({
      ...{ severity: "medium", checkSeverity: null, labels: [], assignee: null, policies: [] },
    });
    const counted = await owner.browser.call(listFindings, { query: { query: "label:mail" } });
    expect(counted.findings.map(({ host }) => host)).toEqual(["a.shop.jp"]);
    const without = await owner.browser.call(listFindings, { query: { query: "label:none" } });
    expect(without.findings.map(({ host }) => host)).toEqual(["b.shop.jp"]);
    const { rows } = await pool.query(
      "select open_high, open_medium from karte.domain where id = $1",
      [domain],
    );
    expect(rows).toEqual([{ open_high: 1, open_medium: 1 }]);
    const [entry] = await activity();
    expect(entry).toMatchObject({
      ...{ action: "policy.acted", by: null },
      detail: { name: "Mail", count: 1, severities: 1, assignee: member.id, label: "mail" },
    });
    expect(await policies()).toMatchObject([{ acted: 1, enabled: true }]);
  });

  test("is acted on once: what was there before, and what is seen again, is no news", async () => {
    await scan([seen("http-csp", "old.shop.jp")]);
    await policy("CSP", "check:http-csp", { label: "csp" });
    await scan([seen("http-csp", "old.shop.jp"), seen("http-csp", "new.shop.jp")]);
    await scan([seen("http-csp", "old.shop.jp"), seen("http-csp", "new.shop.jp")]);
    expect((await finding("old.shop.jp")).labels).toEqual([]);
    expect((await finding("new.shop.jp")).labels).toEqual(["csp"]);
    expect(await policies()).toMatchObject([{ acted: 1 }]);
  });

  test("is news again once it was fixed, and when what is seen begins to match", async () => {
    await policy("Old nginx", "product:nginx version:<1.19", { label: "nginx" });
    const nginx = (version: string) => [
      seen("sw-version", "a.shop.jp", "medium", {
        "service.product": "nginx",
        "service.version": version,
      }),
    ];
    await scan(nginx("1.20.0"));
    expect(await policies()).toMatchObject([{ acted: 0 }]);
    await scan(nginx("1.18.0"));
    expect(await policies()).toMatchObject([{ acted: 1 }]);
  });

  test("of two policies the first decides severity and owner, and both label", async () => {
    const [one, two] = [await workspace.join("member"), await workspace.join("member")];
    const first = { severity: raise("high"), owner: one.id, label: "one" };
    const second = { severity: lower(), owner: two.id, label: "two" };
    const ids = [await policy("1", "check:http-csp", first), await policy("2", "csp", second)];
    await scan([seen("http-csp", "a.shop.jp")]);
    expect(await finding("a.shop.jp")).toMatchObject({
      ...{ severity: "high", labels: ["one", "two"], assignee: { id: one.id } },
    });

    await owner.browser.call(orderPolicies, { body: { policies: ids.toReversed() } });
    await scan([seen("http-csp", "a.shop.jp"), seen("http-csp", "b.shop.jp")]);
    expect(await finding("b.shop.jp")).toMatchObject({
      ...{ severity: "low", labels: ["one", "two"], assignee: { id: two.id } },
    });
    expect((await finding("a.shop.jp")).severity).toBe("high");
  });

  test("two policies that label what the other matches begin nothing", async () => {
    await policy("a", "label:b", { label: "a" });
    await policy("b", "label:a or check:http-csp", { label: "b" });
    for (const _ of [1, 2, 3]) await scan([seen("http-csp", "a.shop.jp")]);
    expect((await finding("a.shop.jp")).labels).toEqual(["b"]);
    expect((await policies()).map(({ acted }) => acted)).toEqual([0, 1]);
  });

  test("a person's owner stays, and nobody is given what they may not see", async () => {
    const member = await workspace.join("member");
    const viewer = await workspace.join("viewer", []);
    await scan([seen("mail-spf", "mail.shop.jp")]);
    await owner.browser.call(workFindings, {
      body: {
        findings: [(await finding("mail.shop.jp")).id],
        act: { kind: "assign", assignee: owner.id },
      },
    });
    await policy("seen", "severity:high host:mail.shop.jp", { owner: member.id });
    await policy("unseen", "check:http-csp", { owner: viewer.id });
    await scan([seen("mail-spf", "mail.shop.jp", "high"), seen("http-csp", "a.shop.jp")]);
    expect((await finding("mail.shop.jp")).assignee?.id).toBe(owner.id);
    expect((await finding("a.shop.jp")).assignee).toBeNull();
    expect((await policies()).map(({ acted }) => acted)).toEqual([1, 1]);
  });

  test("is told to the policy's people alone, one message a scan, each cause once", async () => {
    const member = await workspace.join("member");
    const acts = { alert: { people: [member.id], webhook: false } };
    await policy("Tell", "check:http-csp", acts);
    await scan([
      seen("http-csp", "a.shop.jp"),
      seen("http-csp", "b.shop.jp"),
      seen("http-csp", "c.shop.jp", "low"),
    ]);
    const bell = async (person: TestPerson) =>
      (await person.browser.call(listAlerts, { query: {} })).alerts;
    const [alert, ...others] = await bell(member);
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      ...{
        kind: "finding.new",
        detail: { policy: "Tell", more: 2, host: expect.stringMatching(/^[ab]\.shop\.jp$/) },
      },
    });
    expect(await bell(owner)).toEqual([]);
  });

  test("nothing happens that the plan doesn't have, or while a policy is off", async () => {
    const id = await policy("CSP", "check:http-csp", { label: "csp" });
    const entitlements = { ...amplePlan.entitlements, policies: false };
    karte.contracts.set(owner.id, { ...amplePlan, entitlements });
    await pool.query("delete from karte.contract_answer");
    await owner.browser.request({ url: "/v1/session" });
    await scan([seen("http-csp", "a.shop.jp")]);
    expect((await finding("a.shop.jp")).labels).toEqual([]);
    const body = { name: "x", query: "csp", acts: { ...none, label: "x" } };
    const refused = await owner.browser.attempt(addPolicy, { body });
    expect(refused.error()).toMatchObject({ type: "PlanLimit", data: { what: "policies" } });

    karte.contracts.delete(owner.id);
    await pool.query("delete from karte.contract_answer");
    await owner.browser.request({ url: "/v1/session" });
    await owner.browser.call(switchPolicy, { params: { id }, body: { enabled: false } });
    await scan([seen("http-csp", "a.shop.jp"), seen("http-csp", "b.shop.jp")]);
    expect((await finding("b.shop.jp")).labels).toEqual([]);
  });
});

describe("a severity that a policy says", () => {
  const look = () =>
    job("karte.look-for-runs").perform(
      { dueAt: karte.clock.now().toISOString() },
      soleRun({ logger: karte.context.logger }),
    );

  test("holds in the next scans, and is never the other way than it was meant", async () => {
    await policy("Up", "check:http-csp", { severity: raise("high") });
    await policy("Down", "check:mail-spf", { severity: lower("low") });
    const both = (csp: Finding["severity"], spf: Finding["severity"]) => [
      seen("http-csp", "a.shop.jp", csp),
      seen("mail-spf", "b.shop.jp", spf),
    ];
    await scan(both("medium", "high"));
    await scan(both("critical", "info"));
    expect(await finding("a.shop.jp")).toMatchObject({
      ...{ severity: "critical", checkSeverity: "critical" },
    });
    expect(await finding("b.shop.jp")).toMatchObject({ severity: "info", checkSeverity: "info" });
    await scan(both("low", "high"));
    expect(await finding("a.shop.jp")).toMatchObject({ severity: "high", checkSeverity: "low" });
    expect(await finding("b.shop.jp")).toMatchObject({ severity: "low", checkSeverity: "high" });
  });

  test("changes due day and order, and ends with its last day, or with the policy", async () => {
    await policy("Down", "check:http-csp", { severity: lower("info", dayAfter(10)) });
    const up = await policy("Up", "check:mail-spf", { severity: raise("critical") });
    await scan([
      seen("http-csp", "a.shop.jp", "high"),
      seen("mail-spf", "b.shop.jp", "low"),
      seen("http-hsts", "c.shop.jp", "high"),
    ]);
    const order = async () =>
      (await owner.browser.call(listFindings, { query: {} })).findings.map(({ host }) => host);
    expect(await order()).toEqual(["b.shop.jp", "c.shop.jp", "a.shop.jp"]);
    expect((await finding("a.shop.jp")).dueOn).toBeNull();
    expect(await finding("a.shop.jp")).toMatchObject({
      policies: [{ reason: "Behind the office's gateway", until: dayAfter(10) }],
    });
    await look();
    expect(await order()).toEqual(["b.shop.jp", "c.shop.jp", "a.shop.jp"]);

    await owner.browser.call(removePolicy, { params: { id: up } });
    karte.clock.set(new Date(Date.now() + 12 * 86_400_000));
    await look();
    const [a, b] = [await finding("a.shop.jp"), await finding("b.shop.jp")];
    expect(a).toMatchObject({ severity: "high", checkSeverity: null });
    expect(a.dueOn).toBe((await finding("c.shop.jp")).dueOn);
    expect(b).toMatchObject({ severity: "low", checkSeverity: null });
    const { rows } = await pool.query(
      "select open_critical, open_high, open_low, open_info from karte.domain where id = $1",
      [domain],
    );
    expect(rows).toEqual([{ open_critical: 0, open_high: 2, open_low: 1, open_info: 0 }]);
  });

  test("is lowered with a reason and an end that is ahead and not too far", async () => {
    const attempt = (severity: object) =>
      owner.browser.request(
        requestFor(addPolicy, {
          body: { name: "x", query: "csp", acts: { ...none, severity } },
        } as never),
      );
    for (const [change, path] of [
      [{ until: null }, "acts.severity.until"],
      [{ reason: null }, "acts.severity.reason"],
      [{ until: dayAfter(-2) }, "acts.severity.until"],
      [{ until: dayAfter(370) }, "acts.severity.until"],
    ] as const) {
      const answer = await attempt({ ...lower(), ...change });
      expect(answer.error().fields, stringify(change)).toMatchObject([{ path }]);
    }
  });
});

describe("tickets", () => {
  const system = randomUUID();
  const connect = () =>
    pool.query(
      `insert into karte.ticket_system (id, workspace_id, kind, label, origin, project, language, author,
         ids, sealed, created_by, created_at)
       values ($1, $2, 2, 'GitHub', 'https://192.0.2.1', 'a/b', 'ja', 'x', '{}', '', $3, now())`,
      [system, workspace.id, owner.id],
    );
  afterEach(() => pool.query("delete from karte.ticket_system where id = $1", [system]));
  const many = (count: number, from = 0) =>
    Array.from({ length: count }, (_, at) => seen("http-csp", `h${from + at}.shop.jp`));
  const made = async () =>
    (
      await pool.query<{ n: number }>(
        "select count(*)::int as n from karte.ticket where workspace_id = $1 and created_by is null",
        [workspace.id],
      )
    ).rows[0]?.n;

  test("of fifty causes are made, one each; one more, and all of that scan wait", async () => {
    await connect();
    await policy("Tickets", "check:http-csp", { ticket: system });
    await scan(many(50));
    expect(await made()).toBe(50);
    await scan([...many(50), ...many(51, 100)]);
    expect(await made()).toBe(50);
    expect(await policies()).toMatchObject([{ held: 51, acted: 101 }]);
    expect((await activity())[0]).toMatchObject({
      ...{ action: "policy.held", detail: { name: "Tickets", count: 51 } },
    });
  });

  test("of a system that is gone are none: the policy says so, and its other acts go on", async () => {
    await connect();
    await policy("Tickets", "check:http-csp", { ticket: system, label: "csp" });
    await pool.query("delete from karte.ticket_system where id = $1", [system]);
    await scan(many(1));
    expect(await made()).toBe(0);
    expect((await finding("h0.shop.jp")).labels).toEqual(["csp"]);
    expect(await policies()).toMatchObject([{ missing: ["ticket"] }]);
  });
});

describe("a trial", () => {
  test("says what the acts on the same scans then are, and changes nothing", async () => {
    const member = await workspace.join("member");
    const scans = [
      [seen("http-csp", "a.shop.jp"), seen("mail-spf", "b.shop.jp")],
      [seen("http-csp", "a.shop.jp"), seen("http-csp", "c.shop.jp", "high")],
    ];
    const acts = {
      severity: raise("high"),
      owner: member.id,
      label: "csp",
      alert: { people: [member.id], webhook: false },
    };
    for (const findings of scans) await scan(findings);
    const id = await add("CSP", "check:http-csp", acts);
    const tried = await trial(id);
    expect(tried).toMatchObject({
      ...{ findings: 2, more: false, causes: 2, scans: 2, present: { value: 2, more: false } },
      would: { severity: 1, owner: 2, label: 2, messages: 2, tickets: 0, held: 0 },
    });
    expect(tried.latest.map(({ host }) => host)).toEqual(["c.shop.jp", "a.shop.jp"]);
    expect((await finding("a.shop.jp")).labels).toEqual([]);
    // The same once more, on another domain, with the policy on.
    const { version } = tried;
    await owner.browser.call(switchPolicy, { params: { id }, body: { enabled: true, version } });
    const other = await newDomain(`replay-${serial}.example.jp`);
    for (const findings of scans) await scan(findings, other);
    const acted = (await activity()).filter(({ action }) => action === "policy.acted");
    expect(acted).toHaveLength(tried.would.messages);
    const sum = (key: string) =>
      acted.reduce((all, { detail }) => all + Number(detail[key] ?? 0), 0);
    expect(sum("count")).toBe(tried.findings);
    expect(sum("severities")).toBe(tried.would.severity);
    const { findings } = await owner.browser.call(listFindings, {
      query: { domain: other, assignee: member.id },
    });
    expect(findings).toHaveLength(tried.would.owner);
  });

  test("leaves out what an earlier policy decides, and what was longer ago", async () => {
    await scan([seen("http-csp", "a.shop.jp"), seen("mail-spf", "b.shop.jp")]);
    await policy("First", "check:http-csp", { severity: raise("critical") });
    const second = await add("Second", "severity:medium", { severity: raise("high") });
    expect((await trial(second)).would.severity).toBe(1);
    karte.clock.set(new Date(Date.now() + 8 * 86_400_000));
    expect(await trial(second, 7)).toMatchObject({ findings: 0, present: { value: 2 } });
  });

  test("comes before a policy is on, and again after its query or acts have changed", async () => {
    const id = await add("CSP", "check:http-csp", { label: "csp" });
    const on = (version: number) =>
      owner.browser.attempt(switchPolicy, { params: { id }, body: { enabled: true, version } });
    expect((await on(1)).error().type).toBe("ChangedMeanwhile");
    const { version } = await trial(id);
    expect((await on(version)).status).toBe(200);
    const change = (name: string, query: string) =>
      owner.browser.call(changePolicy, {
        params: { id },
        body: { name, query, acts: { ...none, label: "csp" } },
      });
    await change("Another name", "check:http-csp");
    expect(await policies()).toMatchObject([{ name: "Another name", enabled: true, tried: true }]);
    await change("Another name", "種類:http-*");
    expect(await policies()).toMatchObject([
      { query: "check:http-*", enabled: false, tried: false },
    ]);
    expect((await on(version)).error().type).toBe("ChangedMeanwhile");
  });
});

describe("a policy", () => {
  test("keeps who wrote it as “me”, and is only an administrator's to see and change", async () => {
    const admin = await workspace.join("admin");
    const id = await add("Mine", "owner:me", { label: "mine" }, admin);
    expect(await policies()).toMatchObject([{ query: `owner:${admin.id}` }]);
    const member = await workspace.join("member");
    for (const call of [listPolicies, removePolicy] as const) {
      const request = requestFor(call, { params: { id } } as never);
      expect((await member.browser.request(request)).error().type).toBe("NotAllowed");
    }
  });

  test("names members and systems of its own workspace, does something, and can be read", async () => {
    const stranger = (await karte.workspace()).owner;
    const refuse = async (acts: object, path: string, query = "csp") => {
      const body = { name: "x", query, acts: { ...none, ...acts } };
      const answer = await owner.browser.request(requestFor(addPolicy, { body } as never));
      expect(answer.error().fields, path).toMatchObject([{ path }]);
    };
    await refuse({ owner: stranger.id }, "acts.owner");
    await refuse({ ticket: randomUUID() }, "acts.ticket");
    await refuse({ alert: { people: [stranger.id], webhook: false } }, "acts.alert.people");
    await refuse({ alert: { people: [], webhook: false } }, "acts.alert.people");
    await refuse({}, "acts");
    await refuse({ label: "x" }, "query", "severty:high");
  });

  test("are thirty at most, and in the order that names all of them", async () => {
    const ids: string[] = [];
    for (let at = 0; at < 30; at += 1) ids.push(await add(`p${at}`, "csp", { label: "x" }));
    const body = { name: "x", query: "csp", acts: { ...none, label: "x" } };
    const refused = await owner.browser.attempt(addPolicy, { body });
    expect(refused.error()).toMatchObject({ type: "PlanLimit", data: { limit: 30 } });
    const order = (policies: readonly string[]) =>
      owner.browser.attempt(orderPolicies, { body: { policies: [...policies] } });
    expect((await order(ids.slice(1))).error().type).toBe("ChangedMeanwhile");
    expect((await order([...ids.slice(1), ids[1] ?? ""])).error().type).toBe("ChangedMeanwhile");
    expect((await order(ids.toReversed())).status).toBe(200);
    expect((await policies()).map(({ id }) => id)).toEqual(ids.toReversed());
  });
});
