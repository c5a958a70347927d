import { randomUUID } from "node:crypto";
import { listActivity } from "@sekimori/karte-contract/endpoints/activity";
import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import { getFinding, listFindings } from "@sekimori/karte-contract/endpoints/findings";
import {
  addTicketSystem,
  changeTicketSystem,
  listTicketSystems,
  makeTickets,
  removeTicketSystem,
  tryTicketSystem,
} from "@sekimori/karte-contract/endpoints/tickets";
import type { TicketKind } from "@sekimori/karte-contract/words";
import { requestFor } from "@sekimori/kit-development/testing";
import { createOutbound, type Outbound } from "@sekimori/kit-server/outbound";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type StrictTickets,
  startStrictTickets,
  strictConnections,
} from "../../testing/strict-tickets.ts";
import {
  amplePlan,
  startTestKarte,
  type TestKarte,
  type TestPerson,
  type TestWorkspace,
} from "../../testing/test-karte.ts";
import { pollJob, ticketJob } from "./ticket-worker.ts";

let karte: TestKarte;
let strict: StrictTickets;
let outbound: Outbound;
let workspace: TestWorkspace;
let owner: TestPerson;
let domain: string;

beforeAll(async () => {
  strict = await startStrictTickets(() => karte.clock.now());
  outbound = createOutbound({ production: false, loopback: [strict.origin] });
  karte = await startTestKarte({ outbound });
});
afterAll(async () => {
  await karte.close();
  await outbound.close();
  await strict.close();
});
afterEach(() => karte.clock.reset());

const pool = {
  query: <Row extends object>(text: string, values: readonly unknown[] = []) =>
    karte.database.owner.pool.query<Row>(text, [...values]),
};

beforeEach(async () => {
  await pool.query("delete from kit.rate_limit");
  strict.reset();
  workspace = await karte.workspace();
  owner = workspace.owner;
  domain = (await owner.browser.call(addDomain, { body: { name: "example.jp" } })).id;
  await pool.query("update karte.domain set proof = 1, consented = true where id = $1", [domain]);
});

/** An open finding of a cause, seen an hour ago. */
async function sow(cause: string, host = "www.example.jp"): Promise<string> {
  const id = randomUUID();
  const report = {
    ...{ check: "http-csp", category: "http", outcome: "absent", subject: "sub|ject" },
    ...{ place: { host, address: "192.0.2.1" }, summary: { ja: "要約", en: "summary" } },
    ...{ evidence: [{ name: "x", value: "geheimnis" }], unconfirmed: false },
  };
  await pool.query(
    `insert into karte.finding (id, workspace_id, domain_id, key, check_id, category, host, severity,
       state, evidence_digest, first_seen_at, last_seen_at, due_on, report, cause, cause_version)
     values ($1::uuid, $2, $3, $1::uuid::text, 'http-csp', 4, $4, 2, 2, '', $5, $5, '2026-12-24', $6, $7, 1)`,
    [
      id,
      workspace.id,
      domain,
      host,
      new Date(karte.clock.now().getTime() - 3_600_000),
      report,
      cause,
    ],
  );
  return id;
}

/** A check completes: it closes the finding, or sees it once more. */
const check = (id: string, isFixed: boolean) =>
  pool.query(
    isFixed
      ? "update karte.finding set state = 4, closed_at = $2 where id = $1"
      : "update karte.finding set state = 2, closed_at = null, last_seen_at = $2 where id = $1",
    [id, karte.clock.now()],
  );

const backlogKey = strictConnections.backlog.secret;

function connectionBody(kind: TicketKind) {
  const { path, project, user, secret } = strictConnections[kind];
  return {
    ...{ kind, label: `${kind} of ours`, url: `${strict.origin}${path}/`, language: "ja" as const },
    ...{ project: kind === "backlog" ? "site" : project, secret },
    ...(user === null ? {} : { user }),
  };
}

const connection = (kind: TicketKind, person = owner) =>
  person.browser.call(addTicketSystem, { body: connectionBody(kind) });

const press = (system: string, findings: readonly string[], person = owner) =>
  person.browser.call(makeTickets, { body: { system, findings: [...findings] } });

const turn = { assertHeld: async () => undefined } as never;
const work = (system: string, poll = false) =>
  ticketJob(karte.context).perform({ workspace: workspace.id, system, poll }, turn);
const later = (seconds: number) =>
  karte.clock.set(new Date(karte.clock.now().getTime() + seconds * 1000));
const ticketsOf = async (finding: string, person = owner) =>
  (await person.browser.call(getFinding, { params: { id: finding } })).tickets;

describe.each(["github", "backlog"] as const)("%s", (kind) => {
  let system: string;
  beforeEach(async () => {
    system = (await connection(kind)).id;
  });

  test("a press makes one ticket of a cause, however many findings and presses", async () => {
    const findings = [await sow("headers|a"), await sow("headers|a", "shop.example.jp")];
    expect(await press(system, findings)).toEqual({ made: 1, unchanged: 0 });
    expect(await ticketsOf(findings[1] ?? "")).toMatchObject([{ state: "waiting", key: null }]);
    expect(await press(system, [findings[1] ?? ""])).toEqual({ made: 0, unchanged: 1 });
    await work(system);
    await work(system);
    expect(await press(system, findings)).toEqual({ made: 0, unchanged: 1 });
    await work(system);
    expect(strict.issues[kind]).toHaveLength(1);
    const [issue] = strict.issues[kind];
    expect(issue?.title).toMatch(/(www|shop)\.example\.jp/);
    for (const word of ["深刻度: 高", "example.jp", "/inventory/result", "2026年12月24日"]) {
      expect(issue?.body.replaceAll("\\", "")).toContain(word);
    }
    expect(issue?.body).not.toMatch(/geheimnis|sub.?\|ject/);
    if (kind === "backlog") expect(issue).toMatchObject({ priority: 2, dueDate: "2026-12-24" });
    const [ticket] = await ticketsOf(findings[0] ?? "");
    expect(ticket).toMatchObject({
      state: "open",
      key: kind === "github" ? "#1" : "SITE-1",
      problem: null,
      system: { kind },
      askedBy: { id: owner.id },
    });
    expect(ticket?.heardAt).not.toBeNull();
    // The list has it, for each finding of the cause.
    const { findings: listed } = await owner.browser.call(listFindings, { query: {} });
    expect(listed.map((one) => one.tickets)).toEqual(
      findings.map(() => [{ key: ticket?.key, url: ticket?.url, state: "open" }]),
    );
  });

  test("a call whose answer is lost makes one ticket: it is looked for before another is made", async () => {
    const finding = await sow("tls|a");
    await press(system, [finding]);
    strict.meet({ kind: "lost", on: "write" });
    await work(system);
    expect(await ticketsOf(finding)).toMatchObject([{ state: "waiting", problem: "unreachable" }]);
    later(10);
    await work(system);
    expect(strict.issues[kind]).toHaveLength(1);
    expect(await ticketsOf(finding)).toMatchObject([{ state: "open", problem: null }]);
  });

  test("a call that was not heard is made again, after two looks a minute apart", async () => {
    const finding = await sow("tls|b");
    await press(system, [finding]);
    strict.meet({ kind: "down", on: "write" });
    await work(system);
    later(10);
    await work(system);
    expect(strict.issues[kind]).toHaveLength(0);
    later(30);
    await work(system);
    expect(strict.issues[kind]).toHaveLength(0);
    later(31);
    await work(system);
    expect(strict.issues[kind]).toHaveLength(1);
    expect(await ticketsOf(finding)).toMatchObject([{ state: "open" }]);
  });

  test("a wait that it asks for is kept", async () => {
    await press(system, [await sow("a"), await sow("b")]);
    strict.meet({ kind: "busy", seconds: 120, on: "write" });
    await work(system);
    const calls = strict.calls.length;
    later(100);
    await work(system);
    expect(strict.calls).toHaveLength(calls);
    later(25);
    await work(system);
    expect(strict.issues[kind]).toHaveLength(2);
  });

  test("done there is said, not fixed: a check looks, and what it says is passed on", async () => {
    const finding = await sow("name|a");
    await press(system, [finding]);
    await work(system);
    later(150);
    strict.person(kind, 1, "in-work");
    await work(system, true);
    expect(await ticketsOf(finding)).toMatchObject([{ state: "in-work" }]);
    later(60);
    strict.person(kind, 1, "done");
    await work(system, true);
    expect(await ticketsOf(finding)).toMatchObject([{ state: "said-done", waitsFor: null }]);
    const { state } = await owner.browser.call(getFinding, { params: { id: finding } });
    expect(state).toBe("open");
    const runs = "select kind, account_id from karte.run where finding_id = $1";
    expect((await pool.query(runs, [finding])).rows).toEqual([{ kind: 3, account_id: null }]);
    await work(system, true);
    expect((await pool.query(runs, [finding])).rows).toHaveLength(1);
    // The check still sees it.
    later(60);
    await check(finding, false);
    await work(system);
    expect(await ticketsOf(finding)).toMatchObject([{ state: "open" }]);
    const issue = strict.issues[kind][0];
    expect(issue).toMatchObject({
      state: kind === "github" ? "open" : issue?.state,
      status: kind === "github" ? issue?.status : 1,
    });
    expect(issue?.comments.at(-1)?.body).toContain("まだ検出されています");
    // Our own change comes back as nothing new.
    const writes = strict.writes.length;
    await work(system, true);
    expect(await ticketsOf(finding)).toMatchObject([{ state: "open" }]);
    expect(strict.writes).toHaveLength(writes);
  });

  test("verified by a check it is closed with a comment, and reopened when it is back", async () => {
    const finding = await sow("name|b");
    await press(system, [finding]);
    await work(system);
    later(60);
    await check(finding, true);
    await work(system);
    expect(await ticketsOf(finding)).toMatchObject([{ state: "verified" }]);
    const issue = strict.issues[kind][0];
    expect(kind === "github" ? issue?.state : issue?.status).toBe(kind === "github" ? "closed" : 4);
    expect(issue?.comments.map(({ body }) => body.split("\n")[0])).toEqual([
      expect.stringContaining("検出されなくなった"),
    ]);
    await work(system, true);
    expect(await ticketsOf(finding)).toMatchObject([{ state: "verified" }]);
    later(60);
    await check(finding, false);
    await work(system);
    expect(await ticketsOf(finding)).toMatchObject([{ state: "open" }]);
    expect(issue?.comments.at(-1)?.body).toContain("再び検出されました");
    const { entries } = await owner.browser.call(listActivity, { query: {} });
    expect(entries.filter(({ action }) => action.startsWith("ticket.")).slice(0, 3)).toMatchObject([
      {
        action: "ticket.reopened",
        by: null,
        detail: { ticket: kind === "github" ? "#1" : "SITE-1" },
      },
      { action: "ticket.closed", by: null },
      { action: "ticket.requested", by: { id: owner.id } },
    ]);
    // Deleted there, it goes on as another ticket that names it.
    later(60);
    await check(finding, true);
    await work(system);
    strict.remove(kind, 1);
    later(60);
    await check(finding, false);
    await work(system);
    later(5);
    await work(system);
    expect(await ticketsOf(finding)).toMatchObject([{ state: "open" }, { state: "gone" }]);
    expect(strict.issues[kind][0]?.body).toContain(kind === "github" ? "1" : "SITE-1");
  });

  test("a key that no longer opens it is said, and pressing again tries again", async () => {
    const finding = await sow("name|c");
    await press(system, [finding]);
    await pool.query("update karte.ticket_system set origin = $2 where id = $1", [
      system,
      "https://169.254.169.254",
    ]);
    await work(system);
    expect(await ticketsOf(finding)).toMatchObject([{ state: "failed", problem: "address" }]);
    const { systems } = await owner.browser.call(listTicketSystems, {});
    expect(systems).toMatchObject([{ problem: "address" }]);
    expect(await press(system, [finding])).toEqual({ made: 1, unchanged: 0 });
    expect(await ticketsOf(finding)).toMatchObject([{ state: "waiting", problem: null }]);
  });
});

test("what a check said while the key was of no use is passed on once it is", async () => {
  const system = (await connection("github")).id;
  const finding = await sow("name|h");
  await press(system, [finding]);
  await work(system);
  const move = (origin: string) =>
    pool.query("update karte.ticket_system set origin = $2 where id = $1", [system, origin]);
  await move("https://169.254.169.254");
  later(60);
  await check(finding, true);
  for (let tries = 0; tries < 12; tries += 1) {
    await work(system);
    later(3_700);
  }
  expect(await ticketsOf(finding)).toMatchObject([{ state: "verified", problem: "address" }]);
  await move(`${strict.origin}/api/v3`);
  await work(system);
  expect(await ticketsOf(finding)).toMatchObject([{ state: "verified", problem: null }]);
  expect(strict.issues.github).toMatchObject([{ state: "closed", comments: [{}] }]);
});

test("a day without re-checks left waits and says so", async () => {
  const system = (await connection("github")).id;
  const finding = await sow("name|d");
  await press(system, [finding]);
  await work(system);
  await pool.query("update karte.domain set consented = false where id = $1", [domain]);
  strict.person("github", 1, "done");
  later(150);
  await work(system, true);
  expect(await ticketsOf(finding)).toMatchObject([
    { state: "said-done", waitsFor: "ConsentMissing" },
  ]);
});

test("one press makes tickets for fifty causes; with more none is made", async () => {
  const system = (await connection("github")).id;
  const findings: string[] = [];
  for (let count = 0; count < 51; count += 1) findings.push(await sow(`cause|${count}`));
  const answer = await owner.browser.request(
    requestFor(makeTickets, { body: { system, findings } }),
  );
  expect(answer.error()).toMatchObject({ type: "TooManyTickets", data: { limit: 50 } });
  expect(
    (await pool.query("select from karte.ticket where workspace_id = $1", [workspace.id])).rowCount,
  ).toBe(0);
  expect(await press(system, findings.slice(1))).toEqual({ made: 50, unchanged: 0 });
});

test("a connection is tried before it is kept, and its key is shown to nobody and stands nowhere", async () => {
  const body = {
    ...{ kind: "backlog" as const, label: "x", url: strict.origin, language: "en" as const },
    ...{ project: "SITE", issueType: "要望", secret: backlogKey },
  };
  const refused = await owner.browser.request(requestFor(addTicketSystem, { body }));
  expect(refused.error()).toMatchObject({
    type: "TicketSystemRefused",
    data: { problem: "issue-type", field: "issueType" },
  });
  const wrong = await owner.browser.request(
    requestFor(addTicketSystem, { body: { ...body, issueType: "バグ", secret: "wrong" } }),
  );
  expect(wrong.error()).toMatchObject({
    data: { problem: "sign-in", field: "secret", status: 401 },
  });
  const made = await owner.browser.call(addTicketSystem, { body: { ...body, issueType: "バグ" } });
  expect(made).toMatchObject({ project: "SITE", issueType: "バグ", author: "Karte連携" });
  const params = { id: made.id };
  expect(await owner.browser.call(tryTicketSystem, { params, body: {} })).toEqual({
    problem: null,
    status: 200,
  });
  strict.meet({ kind: "down" });
  expect(await owner.browser.call(tryTicketSystem, { params, body: {} })).toEqual({
    problem: "answer",
    status: 503,
  });
  await owner.browser.call(changeTicketSystem, { params, body: { label: "y" } });
  const shown = JSON.stringify(await owner.browser.call(listTicketSystems, {}));
  const log = JSON.stringify(await owner.browser.call(listActivity, { query: {} }));
  const { rows } = await pool.query("select * from karte.ticket_system where id = $1", [made.id]);
  for (const text of [shown, log, JSON.stringify(rows), wrong.text]) {
    expect(text).not.toContain(backlogKey);
  }
  for (const action of ["ticket-system.connected", "ticket-system.changed"]) {
    expect(log).toContain(action);
  }
  await owner.browser.call(removeTicketSystem, { params });
  expect(await owner.browser.call(listTicketSystems, {})).toEqual({ systems: [] });
});

test.each(["jira", "servicenow"] as const)(
  "%s: who signs in is asked for, kept with the key, and changed with it alone",
  async (kind) => {
    const { user = "", ...without } = connectionBody(kind);
    const refusal = async (body: object) =>
      (
        await owner.browser.request({ ...requestFor(addTicketSystem, { body: body as never }) })
      ).error();
    expect(await refusal(without)).toMatchObject({
      type: "InvalidInput",
      fields: [{ path: "user", code: "required" }],
    });
    expect(await refusal({ ...connectionBody("github"), user })).toMatchObject({
      fields: [{ path: "user", code: "invalid" }],
    });
    expect(await refusal({ ...without, user: "other" })).toMatchObject({
      data: { problem: "sign-in", field: "secret" },
    });
    const { id } = await connection(kind);
    const params = { id };
    const change = (body: object) =>
      owner.browser.request(requestFor(changeTicketSystem, { params, body: body as never }));
    expect((await change({ user })).error()).toMatchObject({
      type: "InvalidInput",
      fields: [{ path: "user" }],
    });
    const { secret } = without;
    expect((await change({ user: "other", secret })).error()).toMatchObject({
      data: { problem: "sign-in" },
    });
    // The one before stays who signs in.
    expect((await change({ secret })).status).toBe(200);
    const tried = await owner.browser.call(tryTicketSystem, { params, body: {} });
    expect(tried).toEqual({ problem: null, status: 200 });
    const { rows } = await pool.query("select * from karte.ticket_system where id = $1", [id]);
    expect(JSON.stringify(rows)).not.toContain(user);
  },
);

test("what a workflow closes by no way is said, and is no fault of the connection", async () => {
  const system = (await connection("jira")).id;
  const finding = await sow("name|i");
  await press(system, [finding]);
  await work(system);
  expect(await ticketsOf(finding)).toMatchObject([{ state: "open", key: "SITE-1" }]);
  strict.knobs.workflow = "stuck";
  later(60);
  await check(finding, true);
  for (let tries = 0; tries < 9; tries += 1) {
    await work(system);
    later(3_700);
  }
  const told = [{ state: "verified", problem: "workflow" }];
  expect(await ticketsOf(finding)).toMatchObject(told);
  expect(strict.issues.jira[0]?.comments).toHaveLength(1);
  const { systems } = await owner.browser.call(listTicketSystems, {});
  expect(systems).toMatchObject([{ problem: null }]);
  const { length } = strict.calls;
  await work(system);
  expect(strict.calls).toHaveLength(length);
});

test.each(["jira", "servicenow"] as const)(
  "%s: what nothing there reopens goes on as another ticket that names it",
  async (kind) => {
    const system = (await connection(kind)).id;
    const finding = await sow("name|j");
    await press(system, [finding]);
    await work(system);
    later(60);
    await check(finding, true);
    await work(system);
    expect(strict.issues[kind][0]).toMatchObject({ comments: [{}] });
    strict.knobs.workflow = "one-way";
    if (kind === "servicenow") Object.assign(strict.issues[kind][0] ?? {}, { status: 7 });
    later(60);
    await check(finding, false);
    await work(system);
    later(5);
    await work(system);
    expect(await ticketsOf(finding)).toMatchObject([{ state: "open" }, { state: "gone" }]);
    expect(strict.issues[kind][0]?.comments).toHaveLength(1);
    expect(strict.issues[kind][1]?.body).toContain(strictConnections[kind].firstKey);
  },
);

test("servicenow: what nothing closes stays verified, until somebody closes it by hand", async () => {
  const system = (await connection("servicenow")).id;
  const finding = await sow("name|k");
  await press(system, [finding]);
  await work(system);
  strict.knobs.rule = "aborts";
  later(150);
  await check(finding, true);
  for (let tries = 0; tries < 9; tries += 1) {
    await work(system);
    later(3_700);
  }
  // The note has changed it, and a day is read back.
  await work(system, true);
  expect(await ticketsOf(finding)).toMatchObject([{ state: "verified", problem: "workflow" }]);
  strict.person("servicenow", 1, "done");
  later(150);
  await work(system, true);
  expect(await ticketsOf(finding)).toMatchObject([{ state: "verified", problem: null }]);
  const [issue] = strict.issues.servicenow;
  expect(issue?.comments).toHaveLength(1);
  expect(issue?.comments[0]?.body).not.toMatch(/完了に/);
  // A person reopens it, and says later that it is done: scans have said so already.
  strict.person("servicenow", 1, "in-work");
  later(150);
  await work(system, true);
  expect(await ticketsOf(finding)).toMatchObject([{ state: "in-work" }]);
  strict.person("servicenow", 1, "done");
  later(150);
  await work(system, true);
  expect(await ticketsOf(finding)).toMatchObject([{ state: "verified" }]);
});

test("jira: what its search has of before is nobody's word", async () => {
  const system = (await connection("jira")).id;
  const finding = await sow("name|l");
  await press(system, [finding]);
  await work(system);
  later(150);
  strict.person("jira", 1, "done");
  await work(system, true);
  expect(await ticketsOf(finding)).toMatchObject([{ state: "said-done" }]);
  later(60);
  await check(finding, false);
  await work(system);
  strict.knobs.isIndexed = false;
  later(60);
  await work(system, true);
  expect(await ticketsOf(finding)).toMatchObject([{ state: "open" }]);
  expect(strict.issues.jira).toMatchObject([{ status: 1, comments: [{}] }]);
  // What a person does in these minutes is heard by the next look.
  strict.person("jira", 1, "in-work");
  strict.knobs.isIndexed = true;
  later(150);
  await work(system, true);
  expect(await ticketsOf(finding)).toMatchObject([{ state: "in-work" }]);
});

test("a plan without tickets connects none, makes none and asks none", async () => {
  const system = (await connection("github")).id;
  const finding = await sow("name|e");
  await press(system, [finding]);
  const entitlements = { ...amplePlan.entitlements, tickets: false };
  karte.contracts.set(owner.id, { ...amplePlan, entitlements });
  await karte.hear("plan-changed", owner.id);
  const body = { system, findings: [finding] };
  const answer = await owner.browser.request(requestFor(makeTickets, { body }));
  expect(answer.error()).toMatchObject({ type: "PlanLimit", data: { what: "tickets" } });
  await expect(connection("backlog")).rejects.toThrow(/PlanLimit/);
  const calls = strict.calls.length;
  await work(system, true);
  expect(strict.calls).toHaveLength(calls);
});

test("members make tickets, viewers do not; who sees another group sees none", async () => {
  const system = (await connection("github")).id;
  const finding = await sow("name|f");
  const member = await workspace.join("member");
  await press(system, [finding], member);
  const viewer = await workspace.join("viewer");
  const body = { system, findings: [finding] };
  const refused = await viewer.browser.request(requestFor(makeTickets, { body }));
  expect(refused.error().type).toBe("NotAllowed");
  expect(await ticketsOf(finding, viewer)).toHaveLength(1);
  const restricted = await workspace.join("viewer", []);
  const unseen = await restricted.browser.request({ url: `/v1/findings/${finding}` });
  expect(unseen.status).toBe(404);
});

test("every quarter of an hour each system with tickets is asked, through the queue", async () => {
  const system = (await connection("github")).id;
  const other = (await connection("backlog")).id;
  const finding = await sow("name|g");
  // What other tests asked for is made by nobody.
  await pool.query("delete from karte.ticket");
  const worker = await karte.work();
  try {
    await press(system, [finding]);
    await expect
      .poll(async () => (await ticketsOf(finding))[0]?.state, { timeout: 10_000 })
      .toBe("open");
    strict.person("github", 1, "done");
    later(150);
    await pollJob(karte.context).job.perform({ dueAt: karte.clock.now().toISOString() }, turn);
    await expect
      .poll(async () => (await ticketsOf(finding))[0]?.state, { timeout: 10_000 })
      .toBe("said-done");
  } finally {
    await worker.stop();
  }
  const heard = await pool.query<{ heard_until: Date | null }>(
    "select heard_until from karte.ticket_system where id = $1",
    [other],
  );
  expect(heard.rows).toEqual([{ heard_until: null }]);
});
