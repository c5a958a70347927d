import { randomUUID } from "node:crypto";
import {
  addAlertRule,
  changeAlertChoice,
  getAlertChoice,
  listAlerts,
} from "@sekimori/karte-contract/endpoints/alerts";
import { getContract } from "@sekimori/karte-contract/endpoints/contract";
import { addDomain, changeDomain } from "@sekimori/karte-contract/endpoints/domains";
import { createGroup } from "@sekimori/karte-contract/endpoints/groups";
import { alertKinds, defaultAlertKinds } from "@sekimori/karte-contract/words";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  amplePlan,
  startTestKarte,
  type TestKarte,
  type TestPerson,
  type TestWorkspace,
} from "../../testing/test-karte.ts";
import { lookAheadJob, raiseJob } from "./alert-worker.ts";
import { isToldByDefault } from "./raise-service.ts";

// What is told without anybody having made a rule.

const day = 86_400_000;

let karte: TestKarte;
let workspace: TestWorkspace;
let owner: TestPerson;
let domain: string;

beforeAll(async () => {
  karte = await startTestKarte();
});
afterAll(async () => {
  await karte.close();
});
beforeEach(async () => {
  workspace = await karte.workspace();
  owner = workspace.owner;
  domain = (await owner.browser.call(addDomain, { body: { name: "www.example.jp" } })).id;
  await owner.browser.call(getContract, {});
});
afterEach(() => karte.clock.reset());

const query = (text: string, values: unknown[]) => karte.database.owner.pool.query(text, values);

/** A scan that has ended, with what it found. */
async function ran(
  what: { grade?: number; severities?: readonly number[]; certificate?: Date },
  where = domain,
) {
  const run = randomUUID();
  const at = karte.clock.now();
  const base = [workspace.id, where];
  await query(
    `insert into karte.run (id, workspace_id, domain_id, kind, state, queued_at, finished_at)
     values ($3, $1, $2, 2, 3, $4, $4)`,
    [...base, run, at],
  );
  await query("insert into karte.grade_history values ($3, $1, $2, $4, 50, $5, '2')", [
    ...base,
    run,
    at,
    what.grade ?? 3,
  ]);
  for (const severity of what.severities ?? []) {
    const id = randomUUID();
    await query(
      `insert into karte.finding (id, workspace_id, domain_id, key, check_id, category, host,
         severity, state, evidence_digest, first_seen_at, last_seen_at, report)
       values ($3, $1, $2, $4, 'tls.certificate.expired', 3, 'www.example.jp', $5, 1, '', $6, $6, '{}')`,
      [...base, id, id, severity, at],
    );
    await query(
      `insert into karte.finding_event (workspace_id, domain_id, finding_id, at, kind, run_id, reason,
         to_state) values ($1, $2, $3, $4, 'state', $5, 'seen-first', 1)`,
      [...base, id, at, run],
    );
  }
  if (what.certificate) {
    await query(
      `insert into karte.asset (id, workspace_id, domain_id, key, type, name, state, detail,
         first_seen_at, last_seen_at) values ($3, $1, $2, 'c', 4, 'www.example.jp:443', 2, $4, $5, $5)`,
      [...base, randomUUID(), { certificate: { notAfter: what.certificate.toISOString() } }, at],
    );
  }
  await raiseJob(karte.context).perform({ workspace: workspace.id, domain: where, run }, {
    logger: karte.context.logger,
  } as never);
}

const told = async (person = owner) =>
  (await person.browser.call(listAlerts, { query: {} })).alerts.map(({ kind, detail }) =>
    [kind, detail.severity].filter(Boolean).join(" "),
  );

/** How many alerts wait to be mailed to somebody. */
const toMail = async (person = owner) => {
  const { rows } = await query(
    `select count(*)::int as n from karte.alert_receipt
     where workspace_id = $1 and account_id = $2 and mail`,
    [workspace.id, person.id],
  );
  return (rows[0] as { n: number }).n;
};

const look = () =>
  lookAheadJob(karte.context).job.perform({ dueAt: karte.clock.now().toISOString() }, {
    logger: karte.context.logger,
  } as never);

test("everybody hears of new critical and high findings and of a fallen grade, by bell and mail", async () => {
  const viewer = await workspace.join("viewer");
  await ran({ grade: 2, severities: [1, 2, 3] });
  karte.clock.advance(60_000);
  await ran({ grade: 4 });
  for (const person of [owner, viewer]) {
    expect((await told(person)).toSorted()).toEqual([
      "finding.new critical",
      "finding.new high",
      "grade.fell",
    ]);
    expect(await toMail(person)).toBe(3);
  }
});

test("a certificate's end two weeks before, once, and a proof that is lost", async () => {
  await ran({ certificate: new Date(karte.clock.now().getTime() + 20 * day) });
  await look();
  expect(await told()).toEqual([]);
  karte.clock.advance(7 * day);
  await look();
  await look();
  expect(await told()).toEqual(["certificate.ends"]);
  await query("update karte.domain set proof = 2, proof_checked_at = now() where id = $1", [
    domain,
  ]);
  await raiseJob(karte.context).perform(
    { workspace: workspace.id, domain, run: null },
    {} as never,
  );
  expect((await told()).toSorted()).toEqual(["certificate.ends", "proof.lost"]);
});

test("somebody else's earlier day takes nobody's own notice away", async () => {
  const admin = await workspace.join("admin");
  await owner.browser.call(addAlertRule, {
    body: {
      kind: "certificate.ends",
      days: 60,
      mail: false,
      bell: true,
      webhook: false,
      recipients: [admin.id],
    } as never,
  });
  await ran({ certificate: new Date(karte.clock.now().getTime() + 40 * day) });
  expect([await told(admin), await told()]).toEqual([["certificate.ends"], []]);
  karte.clock.advance(30 * day);
  await look();
  await look();
  expect([await told(admin), await told()]).toEqual([["certificate.ends"], ["certificate.ends"]]);
});

test("who sees only some groups hears of these only", async () => {
  const group = (await owner.browser.call(createGroup, { body: { name: "営業" } })).id;
  const shop = (await owner.browser.call(addDomain, { body: { name: "shop.example.jp" } })).id;
  await owner.browser.call(changeDomain, { params: { id: shop }, body: { groups: [group] } });
  const viewer = await workspace.join("viewer", [group]);
  await ran({ severities: [1] });
  expect(await told(viewer)).toEqual([]);
  await ran({ severities: [2] }, shop);
  expect(await told(viewer)).toEqual(["finding.new high"]);
});

describe("each person's own choice", () => {
  const choose = (person: TestPerson, body: object) =>
    person.browser.call(changeAlertChoice, { body });

  test("is on at first, and what is switched off stays off for them alone", async () => {
    const other = await workspace.join("viewer");
    expect(await other.browser.call(getAlertChoice, {})).toEqual({
      mail: true,
      bell: true,
      digest: true,
      planHasMail: true,
    });
    await choose(other, { mail: false });
    await ran({ severities: [1] });
    expect([await toMail(other), await toMail()]).toEqual([0, 1]);
    expect(await told(other)).toEqual(["finding.new critical"]);
    await choose(other, { bell: false });
    await ran({ severities: [1] });
    expect((await told(other)).length).toBe(1);
    expect((await told()).length).toBe(2);
    expect(await other.browser.call(getAlertChoice, {})).toMatchObject({
      mail: false,
      bell: false,
      digest: true,
    });
  });

  test("takes away no alert of a rule that names them", async () => {
    await choose(owner, { mail: false, bell: false });
    await owner.browser.call(addAlertRule, {
      body: {
        kind: "finding.new",
        severity: "critical",
        mail: false,
        bell: true,
        webhook: false,
        recipients: [owner.id],
      } as never,
    });
    await ran({ severities: [1, 2] });
    expect(await told()).toEqual(["finding.new critical"]);
  });

  test("no mail where the plan has none; the bell has it", async () => {
    karte.contracts.set(owner.id, {
      ...amplePlan,
      entitlements: { ...amplePlan.entitlements, mailAlerts: false },
    });
    karte.clock.advance(120_000);
    await owner.browser.call(getContract, {});
    expect((await owner.browser.call(getAlertChoice, {})).planHasMail).toBe(false);
    await ran({ severities: [1] });
    expect([await told(), await toMail()]).toEqual([["finding.new critical"], 0]);
  });
});

test("of all kinds exactly four are told without a rule, and of findings the severe ones", () => {
  const now = new Date("2026-11-24T00:00:00Z");
  const news = (kind: (typeof alertKinds)[number]) => ({
    kind,
    severity: "high" as const,
    endsAt: new Date(now.getTime() + 14 * day),
  });
  expect(alertKinds.filter((kind) => isToldByDefault(news(kind), now))).toEqual([
    ...defaultAlertKinds,
  ]);
  expect(isToldByDefault({ ...news("finding.new"), severity: "medium" }, now)).toBe(false);
  const later = new Date(now.getTime() + 15 * day);
  expect(isToldByDefault({ ...news("certificate.ends"), endsAt: later }, now)).toBe(false);
});
