import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { webhooksMost } from "@sekimori/karte-contract/constants";
import {
  addAlertRule,
  changeAlertChoice,
  changeAlertRule,
  listAlertRules,
  listAlerts,
  readAlerts,
  removeAlertRule,
} from "@sekimori/karte-contract/endpoints/alerts";
import { getContract } from "@sekimori/karte-contract/endpoints/contract";
import { addDomain, changeDomain } from "@sekimori/karte-contract/endpoints/domains";
import { workFindings } from "@sekimori/karte-contract/endpoints/findings";
import { createGroup } from "@sekimori/karte-contract/endpoints/groups";
import {
  addWebhook,
  changeWebhook,
  changeWebhookSecret,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  replayDelivery,
  testWebhook,
} from "@sekimori/karte-contract/endpoints/webhooks";
import type { AlertKind } from "@sekimori/karte-contract/words";
import { createOutbound, type Outbound } from "@sekimori/kit-server/outbound";
import { chatVerdict } from "@sekimori/kit-server/testing/strict-chats";
import { chatForms } from "@sekimori/kit-server/webhooks";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import {
  amplePlan,
  startTestKarte,
  type TestKarte,
  type TestPerson,
  type TestWorkspace,
} from "../../testing/test-karte.ts";
import { assignedJob, lookAheadJob, raiseJob } from "./alert-worker.ts";

const hostile = "<img src=x> [x](https://evil.example) <!channel> \u202egnp";

let karte: TestKarte;
let worker: { stop(): Promise<void> };
let server: Server;
let origin: string;
let outbound: Outbound;
/** What the receiver answers. */
let status = 200;
let heard: { headers: Record<string, string>; body: string }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    heard.push({ headers: request.headers as never, body });
    response.writeHead(status).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  outbound = createOutbound({ production: false, loopback: [origin] });
  karte = await startTestKarte({ outbound });
  worker = await karte.work();
});
afterAll(async () => {
  await worker.stop();
  await karte.close();
  await outbound.close();
  server.closeAllConnections();
  server.close();
});

let workspace: TestWorkspace;
let owner: TestPerson;
let domain: string;

beforeEach(async () => {
  heard = [];
  status = 200;
  karte.sent.length = 0;
  await karte.database.owner.pool.query("delete from kit.rate_limit");
  workspace = await karte.workspace();
  owner = workspace.owner;
  domain = (await owner.browser.call(addDomain, { body: { name: "www.example.jp" } })).id;
  // Rules alone are tried here; what is told without one has tests of its own.
  await owner.browser.call(changeAlertChoice, { body: { mail: false, bell: false } });
});
afterEach(() => karte.clock.reset());

/** Looks at and sets what no call does. */
const pool = {
  query: (text: string, values: unknown[]) => karte.database.owner.pool.query(text, values),
};

/** A run that has ended, with what it found. */
async function ran(
  what: {
    grade?: number;
    findings?: readonly { severity: number; host?: string; id?: string }[];
    assets?: readonly string[];
    certificate?: string;
    cause?: string;
  },
  where = domain,
): Promise<void> {
  const run = randomUUID();
  const at = karte.clock.now();
  const base = [workspace.id, where];
  const owners = karte.database.owner.pool;
  await owners.query(
    `insert into karte.run (id, workspace_id, domain_id, kind, state, queued_at, finished_at)
     values ($3, $1, $2, 2, 3, $4, $4)`,
    [...base, run, at],
  );
  await owners.query("insert into karte.grade_history values ($3, $1, $2, $4, 50, $5, '2')", [
    ...base,
    run,
    at,
    what.grade ?? 3,
  ]);
  for (const { severity, host = "www.example.jp", id = randomUUID() } of what.findings ?? []) {
    await owners.query(
      `insert into karte.finding (id, workspace_id, domain_id, key, check_id, category, host,
         severity, state, evidence_digest, first_seen_at, last_seen_at, report)
       values ($3, $1, $2, $4, 'tls.certificate.expired', 3, $5, $6, 1, '', $7, $7, '{}')
       on conflict (id) do nothing`,
      [...base, id, id, host, severity, at],
    );
    await owners.query("update karte.finding set cause = $2 where id = $1", [
      id,
      what.cause ?? null,
    ]);
    await owners.query(
      `insert into karte.finding_event (workspace_id, domain_id, finding_id, at, kind, run_id, reason,
         to_state) values ($1, $2, $3, $4, 'state', $5, 'seen-first', 1)`,
      [...base, id, at, run],
    );
  }
  for (const name of what.assets ?? []) {
    await owners.query(
      `insert into karte.asset (id, workspace_id, domain_id, key, type, name, state, detail,
         first_seen_at, last_seen_at) values ($3, $1, $2, $4, 4, $4, 2, $6, $5, $5)`,
      [
        ...base,
        randomUUID(),
        name,
        at,
        { certificate: what.certificate ? { notAfter: what.certificate } : null },
      ],
    );
  }
  const turn = { logger: karte.context.logger } as never;
  const payload = { workspace: workspace.id, domain: where, run };
  const { perform } = raiseJob(karte.context);
  // Twice, as after a crash: nothing is told twice.
  await perform(payload, turn);
  await perform(payload, turn);
}

const rule = (kind: AlertKind, more: object = {}) =>
  owner.browser.call(addAlertRule, {
    body: {
      kind,
      mail: false,
      bell: true,
      webhook: false,
      recipients: [owner.id],
      ...more,
    } as never,
  });

/** Somebody whom rules alone tell of anything. */
async function joined(role: "viewer" | "admin", groups?: readonly string[]) {
  const person = await workspace.join(role, groups);
  await person.browser.call(changeAlertChoice, { body: { mail: false, bell: false } });
  return person;
}

const bell = async (person = owner) => person.browser.call(listAlerts, { query: {} });

describe("what is told", () => {
  test("new critical and high findings, by the rule's severity, and no others", async () => {
    await rule("finding.new", { severity: "critical" });
    await ran({ findings: [{ severity: 1 }, { severity: 2 }, { severity: 3 }] });
    expect((await bell()).alerts.map(({ detail }) => detail.severity)).toEqual(["critical"]);
    const other = await joined("admin");
    await rule("finding.new", { recipients: [other.id] });
    await ran({ findings: [{ severity: 2 }, { severity: 3 }] });
    expect((await bell(other)).alerts.map(({ detail }) => detail.severity)).toEqual(["high"]);
  });

  test("a grade that falls, not one that rises; the first assets are no news", async () => {
    await rule("grade.fell");
    await rule("asset.new");
    await ran({ grade: 2, assets: ["www.example.jp:443"] });
    expect((await bell()).alerts).toEqual([]);
    karte.clock.advance(60_000);
    await ran({ grade: 4, assets: ["www.example.jp:8443"] });
    karte.clock.advance(60_000);
    await ran({ grade: 1 });
    const { alerts, unread } = await bell();
    expect(alerts.map(({ kind, detail }) => [kind, detail])).toEqual(
      expect.arrayContaining([
        ["grade.fell", { from: "B", to: "D" }],
        ["asset.new", { name: "www.example.jp:8443" }],
      ]),
    );
    expect([alerts.length, unread]).toEqual([2, 2]);
    await owner.browser.call(readAlerts, { body: { until: karte.clock.now().toISOString() } });
    expect((await bell()).unread).toBe(0);
  });

  test("a certificate's end, once, when the rule's days have come", async () => {
    await rule("certificate.ends", { days: 14 });
    const day = 86_400_000;
    const certificate = new Date(karte.clock.now().getTime() + 20 * day).toISOString();
    await ran({ assets: ["www.example.jp:443"], certificate });
    expect((await bell()).alerts).toEqual([]);
    const { job } = lookAheadJob(karte.context);
    const look = () =>
      job.perform({ dueAt: karte.clock.now().toISOString() }, {
        logger: karte.context.logger,
      } as never);
    karte.clock.advance(7 * day);
    await look();
    await look();
    expect((await bell()).alerts.map(({ kind }) => kind)).toEqual(["certificate.ends"]);
  });

  test("a proof that is lost", async () => {
    await rule("proof.lost");
    await pool.query("update karte.domain set proof = 2, proof_checked_at = now() where id = $1", [
      domain,
    ]);
    const payload = { workspace: workspace.id, domain, run: null };
    await raiseJob(karte.context).perform(payload, {} as never);
    expect((await bell()).alerts.map(({ kind }) => kind)).toEqual(["proof.lost"]);
  });

  test("an acceptance's end two weeks before, to whoever accepted and whoever it is given to", async () => {
    const member = await workspace.join("member");
    const id = randomUUID();
    await ran({ findings: [{ severity: 3, id }] });
    const until = new Date(karte.clock.now().getTime() + 20 * 86_400_000);
    await pool.query(
      `update karte.finding set state = 3, accepted_until = $2, accepted_reason = 1,
         accepted_by = $3, assignee = $4 where id = $1`,
      [id, until, owner.id, member.id],
    );
    const { job } = lookAheadJob(karte.context);
    const look = () => job.perform({ dueAt: new Date().toISOString() }, {} as never);
    await look();
    expect((await bell()).alerts).toEqual([]);
    karte.clock.advance(7 * 86_400_000);
    await look();
    await look();
    for (const person of [owner, member]) {
      expect((await bell(person)).alerts.map(({ kind }) => kind)).toEqual(["acceptance.ends"]);
    }
    const { rows } = await pool.query(
      "select count(*)::int as n from karte.finding_event where finding_id = $1 and kind = 'acceptance-notice'",
      [id],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });
});

describe("an assignment", () => {
  /** So many findings of a domain, and what somebody may do to them. */
  async function found(many: number) {
    const findings = Array.from({ length: many }, () => ({ severity: 3, id: randomUUID() }));
    await ran({ findings });
    return findings.map(({ id }) => id);
  }
  const give = (findings: readonly string[], assignee: string | null, by = owner) =>
    by.browser.call(workFindings, {
      body: { findings: [...findings], act: { kind: "assign", assignee } },
    });
  const told = async (person: TestPerson) =>
    (await bell(person)).alerts.map(({ kind, finding, detail }) => ({ kind, finding, detail }));
  // All who join have one address: the mails of other tests are told apart by what they say.
  const mailed = () =>
    (karte.sent as unknown as { text: string }[]).filter(({ text }) =>
      text.includes("検出事項の担当の割り当て"),
    ).length;

  test("by somebody else is told without a rule, by bell and mail, one finding by its words", async () => {
    const member = await workspace.join("member");
    // Mails are the plan's, of which a workspace hears when somebody is there.
    await owner.browser.call(getContract, {});
    const [id = "", ...others] = await found(3);
    await give([id], member.id);
    await expect
      .poll(() => told(member), { timeout: 30_000 })
      .toMatchObject([{ kind: "finding.assigned", finding: id, detail: { severity: "medium" } }]);
    await expect.poll(mailed, { timeout: 30_000 }).toBeGreaterThan(0);
    // Many at once are one line for each domain.
    await give(others, member.id);
    await expect
      .poll(() => told(member), { timeout: 30_000 })
      .toMatchObject([
        { kind: "finding.assigned", finding: null, detail: { count: 2 } },
        { finding: id },
      ]);
    expect(await told(owner)).toEqual([]);
  });

  test("is not told after it was taken back, nor twice", async () => {
    const member = await workspace.join("member");
    const [id = ""] = await found(1);
    const perform = (findings: readonly string[], act = randomUUID()) =>
      assignedJob(karte.context).perform(
        { workspace: workspace.id, account: member.id, act, findings: [...findings] },
        {} as never,
      );
    await give([id], null);
    await perform([id]);
    expect(await told(member)).toEqual([]);
    await give([id], member.id, member);
    const act = randomUUID();
    await perform([id], act);
    await perform([id], act);
    expect((await told(member)).length).toBe(1);
  });
});

describe("quiet by design", () => {
  test("one run is one mail, and the next comes an hour later at the earliest", async () => {
    await rule("finding.new", { mail: true });
    await rule("grade.fell", { mail: true });
    await ran({ grade: 1 });
    karte.clock.advance(60_000);
    await ran({ grade: 4, findings: [{ severity: 1, host: hostile }, { severity: 2 }] });
    // Mails of the tests before may still be on their way.
    const mails = () => karte.sent.filter(({ to }) => to.includes(owner.id));
    await expect.poll(() => mails().length).toBe(1);
    const [mail] = mails() as unknown as { text: string; html: string; subject: string }[];
    expect(mail?.subject).toContain("ほか2件の通知");
    expect(mail?.text).toContain("[U+202E]");
    expect(mail?.html).not.toContain("<img");
    await ran({ findings: [{ severity: 1 }] });
    await ran({ findings: [{ severity: 1 }] });
    const { rows } = await pool.query(
      `select run_at > $1 as later from graphile_worker.jobs
       where key = 'karte.alert-mail:' || $2 || ':' || $3`,
      [new Date(karte.clock.now().getTime() + 50 * 60_000), workspace.id, owner.id],
    );
    expect(rows).toEqual([{ later: true }]);
    expect(mails()).toHaveLength(1);
  });

  test("who sees only some groups hears of these only; a group's rule tells of that group only", async () => {
    const { browser } = owner;
    const group = (await browser.call(createGroup, { body: { name: "営業" } })).id;
    const other = (await browser.call(addDomain, { body: { name: "shop.example.jp" } })).id;
    await browser.call(changeDomain, { params: { id: other }, body: { groups: [group] } });
    const viewer = await joined("viewer", [group]);
    await rule("finding.new", { recipients: [viewer.id, owner.id] });
    await ran({ findings: [{ severity: 1 }] });
    expect((await bell(viewer)).alerts).toEqual([]);
    await ran({ findings: [{ severity: 1, host: "shop.example.jp" }] }, other);
    expect((await bell(viewer)).alerts).toHaveLength(1);
    expect((await bell()).alerts).toHaveLength(2);
    await rule("grade.fell", { group });
    await ran({ grade: 1 });
    karte.clock.advance(60_000);
    await ran({ grade: 5 });
    expect((await bell()).alerts.map(({ kind }) => kind)).not.toContain("grade.fell");
  });

  test("a rule with a saved view tells of what the view shows, words and groups too, and of nothing else", async () => {
    const { browser } = owner;
    const group = (await browser.call(createGroup, { body: { name: "営業" } })).id;
    const shop = (await browser.call(addDomain, { body: { name: "shop.example.jp" } })).id;
    await browser.call(changeDomain, { params: { id: shop }, body: { groups: [group] } });
    // As the lists keep them: the screen's columns and the order stand in the address too.
    const views = {
      severe: { list: "findings", query: { severity: "critical", columns: "place" } },
      words: { list: "findings", query: { q: "www", sort: "age" } },
      group: { list: "domains", query: { group, q: "shop" } },
    } as const;
    const told = new Map<string, TestPerson>();
    for (const [name, view] of Object.entries(views)) {
      const person = await joined("admin");
      told.set(name, person);
      await rule("finding.new", { view: { name, ...view }, recipients: [person.id] });
    }
    await ran({ findings: [{ severity: 1 }, { severity: 2, host: "pay.example.jp" }] });
    await ran({ findings: [{ severity: 2, host: "shop.example.jp" }] }, shop);
    const heardBy = async (name: string) => {
      const { alerts } = await bell(told.get(name));
      return alerts.map(({ detail }) => `${detail.severity} ${detail.host}`).sort();
    };
    expect(await heardBy("severe")).toEqual(["critical www.example.jp"]);
    expect(await heardBy("words")).toEqual(["critical www.example.jp", "high pay.example.jp"]);
    expect(await heardBy("group")).toEqual(["high shop.example.jp"]);
    const { rules } = await browser.call(listAlertRules, {});
    expect(rules.map(({ view }) => view)).toEqual(
      Object.entries(views).map(([name, view]) => ({ name, ...view })),
    );
  });

  test("a rule with a view that has a query tells of what it finds; me is who made the rule", async () => {
    const query = { query: "深刻度：高 -host:pay.example.jp 担当：なし，自分" };
    await rule("finding.new", { view: { list: "findings", name: "Mine", query } });
    const admin = await joined("admin");
    const { rules } = await admin.browser.call(listAlertRules, {});
    const pinned = `severity:high -host:pay.example.jp owner:none,${owner.id}`;
    expect(rules.map(({ view }) => view?.query)).toEqual([{ query: pinned }]);
    await ran({
      findings: [{ severity: 1 }, { severity: 2 }, { severity: 2, host: "pay.example.jp" }],
    });
    expect((await bell()).alerts.map(({ detail }) => `${detail.severity} ${detail.host}`)).toEqual([
      "high www.example.jp",
    ]);
  });

  test("no mail and no webhook on a plan without them", async () => {
    karte.contracts.set(owner.id, {
      ...amplePlan,
      entitlements: { ...amplePlan.entitlements, mailAlerts: false, webhooks: false },
    });
    karte.clock.advance(120_000);
    await owner.browser.request({ url: "/v1/session" });
    const body = { kind: "grade.fell", bell: true, recipients: [owner.id] } as const;
    for (const channel of [
      { mail: true, webhook: false },
      { mail: false, webhook: true },
    ]) {
      const answer = await owner.browser.attempt(addAlertRule, {
        body: { ...body, recipients: [owner.id], ...channel },
      });
      expect(answer.error().type).toBe("PlanLimit");
    }
    const hook = await owner.browser.attempt(addWebhook, {
      body: { label: "x", url: `${origin}/x`, form: "standard", events: [] },
    });
    expect(hook.error().type).toBe("PlanLimit");
  });
});

test("rules are changed and removed; a rule for nobody is refused", async () => {
  const { id } = await rule("certificate.ends", { days: 7 });
  const { rules } = await owner.browser.call(listAlertRules, {});
  expect(rules).toMatchObject([{ id, kind: "certificate.ends", days: 7, severity: null }]);
  const body = {
    kind: "finding.new" as const,
    severity: "high" as const,
    mail: true,
    bell: false,
    webhook: false,
    recipients: [owner.id],
  };
  await owner.browser.call(changeAlertRule, { params: { id }, body });
  expect((await owner.browser.call(listAlertRules, {})).rules).toMatchObject([
    { kind: "finding.new", severity: "high", days: null, mail: true },
  ]);
  for (const [wrong, path] of [
    [{ mail: false }, "mail"],
    [{ recipients: [] }, "recipients"],
    [{ recipients: ["nobody"] }, "recipients"],
    [{ view: { list: "findings", name: "x", query: { severity: "worst" } } }, "view.query"],
    [{ view: { list: "findings", name: "x", query: { query: "severity:worst" } } }, "view.query"],
    [
      { kind: "grade.fell", view: { list: "findings", name: "x", query: { severity: "high" } } },
      "view",
    ],
  ] as const) {
    const answer = await owner.browser.attempt(addAlertRule, {
      body: { ...body, ...wrong } as never,
    });
    expect(answer.error()).toMatchObject({ type: "InvalidInput", fields: [{ path }] });
  }
  await owner.browser.call(removeAlertRule, { params: { id } });
  expect((await owner.browser.call(listAlertRules, {})).rules).toEqual([]);
});

describe("webhooks", () => {
  test("an alert arrives signed, is in the log, and can be sent again", async () => {
    const { browser } = owner;
    const { webhook, secret } = await browser.call(addWebhook, {
      body: { label: "SIEM", url: `${origin}/hook`, form: "standard", events: ["finding.new"] },
    });
    expect(secret).toMatch(/^whsec_/);
    const listed = await browser.call(listWebhooks, {});
    expect(JSON.stringify(listed)).not.toMatch(/whsec_|\/hook/);
    await rule("finding.new", { webhook: true, bell: false, recipients: [] });
    await ran({ findings: [{ severity: 1, host: hostile }] });
    await expect.poll(() => heard.length).toBe(1);
    const body = JSON.parse(heard[0]?.body ?? "");
    expect(body).toMatchObject({
      type: "finding.new",
      data: { workspace: workspace.id, domain: { name: "www.example.jp" }, host: hostile },
    });
    expect(heard[0]?.headers["webhook-signature"]).toMatch(/^v1,/);
    const log = async () => (await browser.call(listDeliveries, { query: {} })).deliveries;
    await expect.poll(async () => (await log())[0]?.state).toBe("delivered");
    const [first] = await log();
    await browser.call(replayDelivery, { params: { id: first?.id ?? "" }, body: {} });
    await expect.poll(() => heard.length).toBe(2);
    expect(heard[1]?.headers["webhook-id"]).toBe(heard[0]?.headers["webhook-id"]);
    const changed = await browser.call(changeWebhookSecret, {
      params: { id: webhook.id },
      body: {},
    });
    expect(changed.secret).not.toBe(secret);
    await browser.call(testWebhook, { params: { id: webhook.id }, body: {} });
    await expect.poll(() => heard.length).toBe(3);
    expect(heard[2]?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    await browser.call(changeWebhook, { params: { id: webhook.id }, body: { enabled: false } });
    await ran({ findings: [{ severity: 1 }] });
    await browser.call(removeWebhook, { params: { id: webhook.id } });
    expect(await log()).toEqual([]);
    expect(heard).toHaveLength(3);
  });

  describe.each(chatForms)("%s", (form) => {
    const hears = (events: readonly AlertKind[]) =>
      owner.browser.call(addWebhook, {
        body: { label: form, url: `${origin}/chat?sig=s3cret`, form, events: [...events] },
      });
    /** What people read of the n-th message, after the form's own server has taken it. */
    const read = async (place = 0) => {
      await expect.poll(() => heard.length).toBe(place + 1);
      const { headers, body } = heard[place] ?? { headers: {}, body: "" };
      expect(headers["webhook-signature"]).toBeUndefined();
      const verdict = chatVerdict(form, {
        method: "POST",
        contentType: String(headers["content-type"]),
        body,
      });
      expect(verdict).toMatchObject({ status: expect.toSatisfy((code) => code < 300) });
      return { body, text: verdict.read.join("\n") };
    };

    test("a stranger's words stay words", async () => {
      await hears(["finding.new"]);
      await rule("finding.new", { webhook: true, bell: false, recipients: [] });
      await ran({ findings: [{ severity: 1, host: hostile }] });
      const { body, text } = await read();
      expect(body).not.toContain("\u202e");
      expect(text).toContain("新しい検出事項");
      expect(text.length).toBeLessThan(1_700);
    });

    test("a scan is one message: five causes, how many more there are, and a link", async () => {
      await hears(["finding.new", "grade.fell"]);
      await rule("finding.new", { webhook: true, bell: false, recipients: [] });
      await rule("grade.fell", { webhook: true, bell: false, recipients: [] });
      // What it does not want is not in it.
      await rule("asset.new", { webhook: true, bell: false, recipients: [] });
      await ran({ grade: 2 });
      karte.clock.advance(60_000);
      const hosts = Array.from({ length: 7 }, (_, index) => `www${index}.example.jp`);
      await ran({
        grade: 4,
        assets: ["new.example.jp:443"],
        findings: hosts.map((host) => ({ severity: 1, host: `${host}${"x".repeat(180)}` })),
      });
      const { body, text } = await read();
      expect(text).toContain("通知8件");
      expect(text).toContain("ほか3件");
      expect(text.match(/新しい検出事項/g)).toHaveLength(5);
      expect(text).not.toContain("new.example.jp");
      expect(text.length).toBeLessThan(1_800);
      expect(body).toContain(`/inventory/domain?id=${domain}`);
      await ran({ findings: [{ severity: 1, host: "later.example.jp" }] });
      expect((await read(1)).text).toContain("later.example.jp");
    });

    test("findings of one cause are one item", async () => {
      await hears(["finding.new"]);
      await rule("finding.new", { webhook: true, bell: false, recipients: [] });
      const ids = [randomUUID(), randomUUID(), randomUUID()];
      await ran({
        cause: "certificate|aa",
        findings: ids.map((id) => ({ severity: 1, id })),
      });
      const { text } = await read();
      expect(text).toContain("同じ原因の検出事項3件");
      expect(text.match(/www\.example\.jp：/g)).toHaveLength(1);
    });

    test("its address is a secret: sealed, shown as its host, and refused where it is inside", async () => {
      const { webhook } = await hears([]);
      expect(JSON.stringify(webhook)).not.toContain("s3cret");
      const { rows } = await karte.database.owner.pool.query(
        "select e::text as row from kit.webhook_endpoint e where id = $1",
        [webhook.id],
      );
      expect(rows[0].row).not.toContain("s3cret");
      const inside = await owner.browser.attempt(addWebhook, {
        body: { label: form, url: "https://10.0.0.1/x", form, events: [] },
      });
      expect(inside.error().type).toBe("AddressRefused");
    });

    test("a test is taken, and what is refused is told as of all webhooks", async () => {
      const { webhook } = await hears([]);
      const press = () => owner.browser.call(testWebhook, { params: { id: webhook.id }, body: {} });
      const log = async () => (await owner.browser.call(listDeliveries, { query: {} })).deliveries;
      await press();
      expect((await read()).text).toMatch(/テスト|Test/);
      await expect.poll(async () => (await log())[0]?.state).toBe("delivered");
      status = 429;
      await press();
      await expect
        .poll(async () => (await log())[0])
        .toMatchObject({ state: "queued", attempts: 1, status: 429, problem: "status" });
      const { webhooks } = await owner.browser.call(listWebhooks, {});
      expect(webhooks[0]?.failingSince).not.toBeNull();
      // What is tried again would reach the next test.
      await owner.browser.call(removeWebhook, { params: { id: webhook.id } });
    });
  });

  test("a chat reads the language of whoever added it; once they are gone, the contract owner's", async () => {
    const { pool: database } = karte.database.owner;
    const admin = await joined("admin");
    const speaks = (account: string, locale: string) =>
      database.query(
        "update karte.member set locale = $3 where workspace_id = $1 and account_id = $2",
        [workspace.id, account, locale],
      );
    const add = (person: TestPerson, form: "slack" | "teams") =>
      person.browser.call(addWebhook, {
        body: { label: form, url: `${origin}/${form}`, form, events: ["finding.new"] },
      });
    await add(owner, "slack");
    const { webhook } = await add(admin, "teams");
    await rule("finding.new", { webhook: true, bell: false, recipients: [] });
    await speaks(owner.id, "ja");
    await speaks(admin.id, "en");
    /** What each form was told since the last time. */
    const told = async () => {
      await ran({ findings: [{ severity: 1 }] });
      await expect.poll(() => heard.length).toBe(2);
      const bodies = heard.map(({ body }) => body);
      heard = [];
      const cards = bodies.filter((body) => body.includes("AdaptiveCard"));
      expect(cards).toHaveLength(1);
      return { teams: cards[0], slack: bodies.find((body) => !cards.includes(body)) };
    };
    const first = await told();
    expect(first.slack).toMatch(/新しい検出事項.*緊急.*"開く"/);
    expect(first.slack).not.toMatch(/New finding|Open/);
    expect(first.teams).toMatch(/New finding.*Critical.*"Open"/);
    expect(first.teams).not.toMatch(/[ぁ-んァ-ン一-龯]/);
    await owner.browser.call(testWebhook, { params: { id: webhook.id }, body: {} });
    await expect.poll(() => heard.length).toBe(1);
    expect(heard[0]?.body).toMatch(/: Test".*"Open"/);
    heard = [];
    await database.query("delete from karte.member where workspace_id = $1 and account_id = $2", [
      workspace.id,
      admin.id,
    ]);
    expect((await told()).teams).toMatch(/新しい検出事項/);
    await speaks(owner.id, "en");
    const last = await told();
    expect([last.slack, last.teams]).toEqual([
      expect.stringContaining("New finding"),
      expect.stringContaining("New finding"),
    ]);
  });

  test("addresses inside, and of other schemes, are refused in one sentence", async () => {
    for (const url of [
      "https://127.0.0.1/",
      "https://[::1]/",
      "http://hooks.example/x",
      "https://10.1.2.3:8443/",
    ]) {
      const answer = await owner.browser.attempt(addWebhook, {
        body: { label: "x", url, form: "standard", events: [] },
      });
      expect(answer.error().type).toBe("AddressRefused");
    }
  });

  test("of many that are added at once only those are taken that there is room for", async () => {
    const { browser } = owner;
    const body = { label: "x", url: `${origin}/x`, form: "standard" as const, events: [] };
    for (let index = 1; index < webhooksMost; index += 1) await browser.call(addWebhook, { body });
    await karte.database.owner.pool.query("delete from kit.rate_limit");
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => browser.attempt(addWebhook, { body })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map((answer) => answer.error().type))).toEqual(new Set(["PlanLimit"]));
  });

  test("another workspace neither sees nor touches them", async () => {
    const { webhook } = await owner.browser.call(addWebhook, {
      body: { label: "SIEM", url: `${origin}/hook`, form: "standard", events: [] },
    });
    const { delivery } = await owner.browser.call(testWebhook, {
      params: { id: webhook.id },
      body: {},
    });
    const other = (await karte.workspace()).owner.browser;
    const params = { id: webhook.id };
    for (const answer of [
      await other.attempt(testWebhook, { params, body: {} }),
      await other.attempt(changeWebhook, { params, body: { enabled: false } }),
      await other.attempt(changeWebhookSecret, { params, body: {} }),
      await other.attempt(removeWebhook, { params }),
      await other.attempt(replayDelivery, { params: { id: delivery }, body: {} }),
    ]) {
      expect(answer.error().type).toBe("NotFound");
    }
    expect((await other.call(listDeliveries, { query: {} })).deliveries).toEqual([]);
    // By row level security alone: the transaction of a workspace shows no webhook of anybody's.
    const seen = await inScope(karte.context.db, wholeWorkspace(workspace.id), async (tx) => {
      const { rows } = await sql`select id from kit.webhook_endpoint`.execute(tx);
      return rows;
    });
    expect(seen).toEqual([]);
  });
});
