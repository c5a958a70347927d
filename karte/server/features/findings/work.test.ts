import type { Finding } from "@sekimori/diagnosis/finding";
import { listActivity } from "@sekimori/karte-contract/endpoints/activity";
import {
  commentFinding,
  getFinding,
  listFindings,
  undoFindingWork,
  workFindings,
} from "@sekimori/karte-contract/endpoints/findings";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedLargeWorkspace } from "../../sample/large-workspace.ts";
import {
  startTestKarte,
  type TestKarte,
  type TestPerson,
  type TestWorkspace,
} from "../../testing/test-karte.ts";

let karte: TestKarte;
let workspace: TestWorkspace;
let member: TestPerson;
let ids: string[];

beforeAll(async () => {
  karte = await startTestKarte();
  workspace = await karte.workspace();
  member = await workspace.join("member");
  await seedLargeWorkspace(karte.database.owner.pool, {
    workspaceId: workspace.id,
    domains: 3,
    findingsPerDomain: 4,
    others: 0,
    observations: 0,
  });
  const { findings } = await workspace.owner.browser.call(listFindings, { query: {} });
  ids = findings.slice(0, 3).map(({ id }) => id);
});
afterAll(() => karte?.close());

const work = async (person: TestPerson, act: object, findings = ids) =>
  person.browser.call(workFindings, { body: { findings, act: act as never } });
const undo = (person: TestPerson, id: string | null) =>
  person.browser.attempt(undoFindingWork, { params: { id: id ?? "" }, body: {} });
const all = async () =>
  Promise.all(ids.map((id) => workspace.owner.browser.call(getFinding, { params: { id } })));
const assignees = async () => (await all()).map(({ assignee }) => assignee?.id ?? null);

test("an assignment is undone to whom each had before, once", async () => {
  const { owner } = workspace;
  await work(owner, { kind: "assign", assignee: null });
  await work(owner, { kind: "assign", assignee: owner.id }, ids.slice(0, 1));
  const done = await work(member, { kind: "assign", assignee: member.id });
  expect(done).toMatchObject({ changed: 3, unchanged: 0 });
  expect(await assignees()).toEqual([member.id, member.id, member.id]);
  expect((await undo(member, done.undo)).json()).toEqual({ changed: 3 });
  expect(await assignees()).toEqual([owner.id, null, null]);
  expect((await undo(member, done.undo)).error().type).toBe("CannotUndo");
});

test("a list is narrowed to several people, and to what nobody has", async () => {
  const { owner } = workspace;
  await work(owner, { kind: "assign", assignee: null });
  await work(owner, { kind: "assign", assignee: owner.id }, ids.slice(0, 1));
  await work(owner, { kind: "assign", assignee: member.id }, ids.slice(1, 2));
  const of = async (assignee: string) => {
    const query = { assignee, size: 100 };
    const { findings } = await owner.browser.call(listFindings, { query });
    return findings.map(({ id }) => ids.indexOf(id)).filter((at) => at >= 0);
  };
  expect((await of(owner.id)).sort()).toEqual([0]);
  expect((await of(`${owner.id},${member.id}`)).sort()).toEqual([0, 1]);
  expect((await of("none")).sort()).toEqual([2]);
  expect((await of(`${member.id},none`)).sort()).toEqual([1, 2]);
  await work(owner, { kind: "assign", assignee: null }, ids.slice(1));
});

test("what was changed since stays as it is", async () => {
  const { owner } = workspace;
  const done = await work(owner, { kind: "assign", assignee: member.id });
  await work(owner, { kind: "assign", assignee: owner.id }, ids.slice(2));
  expect((await undo(owner, done.undo)).json()).toEqual({ changed: 2 });
  expect(await assignees()).toEqual([owner.id, null, owner.id]);
  const late = await work(owner, { kind: "assign", assignee: member.id });
  karte.clock.advance(31 * 86_400_000);
  expect((await undo(owner, late.undo)).error().type).toBe("CannotUndo");
  karte.clock.reset();
});

test("due dates go back to what they were", async () => {
  const before = (await all()).map(({ dueOn }) => dueOn);
  const done = await work(member, { kind: "due", on: "2030-01-02" });
  expect((await all()).map(({ dueOn }) => dueOn)).toEqual([
    "2030-01-02",
    "2030-01-02",
    "2030-01-02",
  ]);
  expect((await undo(member, done.undo)).json()).toEqual({ changed: 3 });
  expect((await all()).map(({ dueOn }) => dueOn)).toEqual(before);
});

test("an acceptance is taken back by those who may accept, and only by them", async () => {
  const until = new Date(karte.clock.now().getTime() + 86_400_000).toISOString();
  const done = await work(workspace.owner, {
    kind: "accept",
    reason: "risk-taken",
    until,
    text: "次の更新まで",
  });
  expect((await undo(member, done.undo)).error().type).toBe("NotAllowed");
  expect((await undo(workspace.owner, done.undo)).json()).toEqual({ changed: 3 });
  expect((await all()).every(({ state }) => state === "open")).toBe(true);
});

test("an act that nothing can undo names none", async () => {
  const { owner } = workspace;
  expect(await work(owner, { kind: "assign", assignee: owner.id })).not.toMatchObject({
    undo: null,
  });
  // Already so: nothing changed, nothing to undo.
  expect(await work(owner, { kind: "assign", assignee: owner.id })).toEqual({
    changed: 0,
    unchanged: 3,
    undo: null,
  });
});

test("what was seen is told in words of both languages, beside the engine's own name", async () => {
  const id = ids[0] ?? "";
  const evidence = [
    { name: "dns.aliasTarget", value: "left.example.net" },
    { name: "cert.keyBits", value: 1024, unit: "bits" },
  ];
  await karte.database.owner.pool.query(
    "update karte.finding set report = jsonb_set(report, '{evidence}', $2::jsonb) where id = $1",
    [id, JSON.stringify(evidence)],
  );
  const finding = await workspace.owner.browser.call(getFinding, { params: { id } });
  expect(finding.evidence).toEqual([
    {
      ...evidence[0],
      unit: null,
      label: { ja: "別名の行き先", en: "Alias target" },
      text: { ja: "left.example.net", en: "left.example.net" },
    },
    {
      ...evidence[1],
      label: { ja: "証明書の鍵の長さ", en: "Certificate key size" },
      text: { ja: "1024ビット", en: "1024 bits" },
    },
  ]);
});

test("the log names who was given what, by when, and who said something", async () => {
  const { owner } = workspace;
  const [id = ""] = ids;
  await work(owner, { kind: "assign", assignee: null });
  await work(owner, { kind: "assign", assignee: member.id }, [id]);
  await work(owner, { kind: "due", on: "2031-02-03" }, [id]);
  await work(owner, { kind: "due", on: null });
  await owner.browser.call(commentFinding, { params: { id }, body: { text: "見ます" } });
  const finding = await owner.browser.call(getFinding, { params: { id } });
  const { entries } = await owner.browser.call(listActivity, { query: { size: 4 } });
  const one = { finding: id, name: finding.host, check: finding.check };
  expect(entries.map(({ action, detail }) => ({ action, detail }))).toEqual([
    { action: "finding.commented", detail: one },
    { action: "finding.due-changed", detail: { count: 3 } },
    { action: "finding.due-changed", detail: { count: 1, ...one, until: "2031-02-03" } },
    { action: "finding.assigned", detail: { count: 1, ...one, assignee: member.id } },
  ]);
});

test("labels are given and taken by hand, each once, with undo and in the log", async () => {
  const { owner } = workspace;
  const [first = "", second = ""] = ids;
  const labels = async () => (await all()).map((one) => one.labels);
  const given = await work(owner, { kind: "add-labels", labels: ["VIP", "本社"] });
  expect(given).toMatchObject({ changed: 3, unchanged: 0 });
  expect(await labels()).toEqual(ids.map(() => ["VIP", "本社"]));
  const found = await owner.browser.call(listFindings, {
    query: { query: "label:vip label:本社" },
  });
  expect(found.findings.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(found.findings[0]?.labels).toEqual(["VIP", "本社"]);
  expect(await work(owner, { kind: "add-labels", labels: ["vip"] })).toEqual({
    changed: 0,
    unchanged: 3,
    undo: null,
  });
  const taken = await work(member, { kind: "remove-labels", labels: ["Vip", "x"] }, [first]);
  expect(taken).toMatchObject({ changed: 1 });
  await work(member, { kind: "add-labels", labels: ["後から"] }, [second]);
  // What it gave is taken back, what was given since stays; and the other way round.
  expect((await undo(member, given.undo)).json()).toEqual({ changed: 3 });
  expect(await labels()).toEqual([[], ["後から"], []]);
  expect((await undo(member, taken.undo)).json()).toEqual({ changed: 1 });
  expect(await labels()).toEqual([["VIP"], ["後から"], []]);
  const twenty = Array.from({ length: 20 }, (_, index) => `l${index}`);
  expect(await work(owner, { kind: "add-labels", labels: twenty })).toMatchObject({
    changed: 1,
    unchanged: 2,
  });
  const viewer = await workspace.join("viewer");
  for (const [person, text, type] of [
    [viewer, "x", "NotAllowed"],
    [member, "a, b", "InvalidInput"],
    [member, "x".repeat(61), "InvalidInput"],
    [member, "", "InvalidInput"],
  ] as const) {
    const act = { kind: "add-labels" as const, labels: [text] };
    const refused = await person.browser.attempt(workFindings, { body: { findings: ids, act } });
    expect(refused.error().type).toBe(type);
  }
  const { entries } = await owner.browser.call(listActivity, { query: { size: 6 } });
  const finding = await owner.browser.call(getFinding, { params: { id: first } });
  expect(entries.map(({ action, detail }) => ({ action, detail }))).toMatchObject([
    { action: "finding.labels-added", detail: { count: 1, label: twenty.join(", ") } },
    { action: "finding.work-undone", detail: { act: "remove-labels", count: 1 } },
    { action: "finding.work-undone", detail: { act: "add-labels", count: 3 } },
    { action: "finding.labels-added", detail: { count: 1, label: "後から" } },
    {
      action: "finding.labels-removed",
      detail: { count: 1, finding: first, name: finding.host, label: "Vip, x" },
    },
    { action: "finding.labels-added", detail: { count: 3, label: "VIP, 本社" } },
  ]);
});

test("labels in letters whose small ones differ by language are found, taken and given back", async () => {
  const { owner } = workspace;
  const labels = ["İstanbul", "ΟΔΟΣ"];
  await karte.database.owner.pool.query("delete from karte.finding_label");
  await work(owner, { kind: "add-labels", labels });
  expect(await work(owner, { kind: "add-labels", labels: ["οδοσ"] })).toMatchObject({ changed: 0 });
  for (const query of [
    "label:İstanbul",
    "label:istanbul",
    "label:ΟΔΟΣ",
    "label:οδοσ",
    "label:ΟΔ*",
  ]) {
    const { findings } = await owner.browser.call(listFindings, { query: { query } });
    expect(findings.map(({ id }) => id).toSorted(), query).toEqual(ids.toSorted());
  }
  const taken = await work(owner, { kind: "remove-labels", labels });
  expect(taken).toMatchObject({ changed: 3 });
  expect((await undo(owner, taken.undo)).json()).toEqual({ changed: 3 });
  expect((await all()).map((one) => one.labels)).toEqual(ids.map(() => labels));
});

test("a list is narrowed to one host, and to what was first seen long ago or lately", async () => {
  const { browser } = workspace.owner;
  const [id = ""] = ids;
  const { host } = await browser.call(getFinding, { params: { id } });
  const found = async (query: object) => {
    const { findings, count } = await browser.call(listFindings, { query: query as never });
    expect(count.value).toBe(findings.length);
    return findings;
  };
  const all = await found({ size: 100 });
  const there = await found({ host, size: 100 });
  expect(there.length).toBeGreaterThan(0);
  expect(there.length).toBe(all.filter((one) => one.host === host).length);
  expect(await found({ host: `not-${host}` })).toEqual([]);
  // One of them is older than any other.
  await karte.database.owner.pool.query(
    "update karte.finding set first_seen_at = $2 where id = $1",
    [id, new Date(karte.clock.now().getTime() - 3_000 * 86_400_000)],
  );
  expect((await found({ olderThanDays: 2_999 })).map((one) => one.id)).toEqual([id]);
  expect((await found({ newerThanDays: 2_999, size: 100 })).length).toBe(all.length - 1);
});

test("whoever is given a finding by somebody else is to hear of it, and nobody else", async () => {
  const { owner } = workspace;
  const [id = ""] = ids;
  const waiting = async () => {
    const { rows } = await karte.database.owner.pool.query<{ jobs: number }>(
      `select count(*)::int as jobs from graphile_worker.jobs
       where task_identifier = 'karte.tell-assigned'`,
    );
    return rows[0]?.jobs ?? 0;
  };
  await work(owner, { kind: "assign", assignee: null }, [id]);
  const before = await waiting();
  await work(owner, { kind: "assign", assignee: owner.id }, [id]);
  await work(member, { kind: "assign", assignee: null }, [id]);
  expect(await waiting()).toBe(before);
  await work(owner, { kind: "assign", assignee: member.id }, [id]);
  // Theirs already: no news.
  await work(owner, { kind: "assign", assignee: member.id }, [id]);
  expect(await waiting()).toBe(before + 1);
});

test("a finding brings the settings that mend it, with its own names, what was seen first", async () => {
  const { pool } = karte.database.owner;
  const { rows } = await pool.query<{ check_id: string; host: string; report: Finding }>(
    "select check_id, host, report from karte.finding where id = $1",
    [ids[0]],
  );
  const [before] = rows;
  if (before === undefined) throw new Error("There is a finding.");
  const recipesOf = async (check: string, evidence: Finding["evidence"] = []) => {
    const place = { host: "shop.example.jp" };
    const report = { ...before.report, check, evidence, place, subject: null, outcome: "" };
    await pool.query(
      "update karte.finding set check_id = $2, report = $3, host = 'shop.example.jp' where id = $1",
      [ids[0], check, report],
    );
    const params = { id: ids[0] ?? "" };
    return (await workspace.owner.browser.call(getFinding, { params })).recipes;
  };
  // Only this header is missing at this host, and one block sets what is missing.
  const banner = { name: "service.product", value: "Apache httpd" };
  const hsts = await recipesOf("http-hsts", [banner]);
  expect(hsts.map(({ product, isSeen }) => [product, isSeen])).toEqual([
    ["Apache", true],
    ["nginx", false],
    ["Caddy", false],
    ["Cloudflare", false],
  ]);
  expect(hsts[0]?.text).toBe('Header always set Strict-Transport-Security "max-age=31536000"');
  const published = { name: "spf.record", value: ["v=spf1 include:_spf.mailer.example ?all"] };
  const [spf] = await recipesOf("mail-spf", [published]);
  expect(spf?.text).toContain('"v=spf1 include:_spf.mailer.example ~all"');
  const [certbot] = await recipesOf("cert-name");
  expect(certbot?.text).toBe("certbot certonly --expand -d shop.example.jp");
  // No setting of one's own server mends these; a check of long ago has none either.
  expect(await recipesOf("dns-lookalike")).toEqual([]);
  expect(await recipesOf("no-longer-made")).toEqual([]);
  await pool.query("update karte.finding set check_id = $2, host = $3, report = $4 where id = $1", [
    ids[0],
    before.check_id,
    before.host,
    before.report,
  ]);
});

test("a host's own server is seen however many hosts with certificates stand before it", async () => {
  const { pool } = karte.database.owner;
  const { rows } = await pool.query<{ domain_id: string; check_id: string; report: Finding }>(
    "select domain_id, check_id, report from karte.finding where id = $1",
    [ids[0]],
  );
  const [before] = rows;
  if (before === undefined) throw new Error("There is a finding.");
  const { host } = before.report.place;
  const addAssets = (names: readonly string[], detail: object) =>
    pool.query(
      `insert into karte.asset (id, workspace_id, domain_id, key, type, name, state, detail,
         first_seen_at, last_seen_at)
       select gen_random_uuid(), $1, $2, 'host:' || name, 2, name, 2, $4, now(), now()
       from unnest($3::text[]) name
       on conflict (domain_id, key) do update set detail = excluded.detail`,
      [workspace.id, before.domain_id, names, detail],
    );
  const certificate = { fingerprint: "00", subject: "", issuer: "O=Test", notAfter: "" };
  const none = { addresses: [], ports: [], product: null, version: null, foundBy: [] };
  await addAssets(
    Array.from({ length: 120 }, (_, at) => `0-${at}.example.jp`),
    { ...none, certificate },
  );
  await addAssets([host], { ...none, product: "nginx", certificate: null });
  await pool.query("delete from karte.asset where domain_id = $1 and key = $2", [
    before.domain_id,
    `domain:${host}`,
  ]);
  await pool.query("update karte.finding set check_id = $2, report = $3 where id = $1", [
    ids[0],
    "http-hsts",
    { ...before.report, check: "http-hsts", category: "http", evidence: [] },
  ]);
  const { recipes } = await workspace.owner.browser.call(getFinding, {
    params: { id: ids[0] ?? "" },
  });
  expect(recipes[0]).toMatchObject({ product: "nginx", isSeen: true });
  await pool.query("update karte.finding set check_id = $2, report = $3 where id = $1", [
    ids[0],
    before.check_id,
    before.report,
  ]);
});
