import { randomUUID } from "node:crypto";
import { streamDays } from "@sekimori/karte-contract/constants";
import { addDomain, changeDomain } from "@sekimori/karte-contract/endpoints/domains";
import { createGroup } from "@sekimori/karte-contract/endpoints/groups";
import { addToken } from "@sekimori/karte-contract/endpoints/tokens";
import { cursorHeader } from "@sekimori/kit-contract/cursor-header";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { type TestClient, testClient } from "@sekimori/kit-development/testing";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { readCef } from "../../testing/read-cef.ts";
import {
  amplePlan,
  startTestKarte,
  type TestKarte,
  type TestWorkspace,
} from "../../testing/test-karte.ts";
import type { StreamEvent } from "./stream-event.ts";

let karte: TestKarte;
let workspace: TestWorkspace;
let domain: string;
beforeAll(async () => {
  karte = await startTestKarte();
});
afterAll(() => karte.close());
afterEach(() => karte.clock.reset());
beforeEach(async () => {
  await karte.database.owner.pool.query("delete from kit.rate_limit");
  workspace = await karte.workspace();
  domain = (await workspace.owner.browser.call(addDomain, { body: { name: "example.jp" } })).id;
});

interface Queries {
  query(text: string, values: unknown[]): Promise<unknown>;
}

const hostile = "a|b=c\\d\\n\ne cs2=fixed 日本語";
/** At which some readers of lines would cut, and JSON would not. */
const lineEnds = "\u0085\u2028\u2029";

async function finding(host = "www.example.jp", where = domain): Promise<string> {
  const id = randomUUID();
  const report = {
    category: "http",
    place: { host, address: "192.0.2.7", port: 443 },
    subject: null,
    summary: { ja: host, en: host },
    evidence: [{ name: "software.cves", value: ["CVE-2021-23017"] }],
    unconfirmed: false,
  };
  await karte.database.owner.pool.query(
    `insert into karte.finding (id, workspace_id, domain_id, key, check_id, category, host, severity,
       state, evidence_digest, first_seen_at, last_seen_at, report)
     values ($1, $2, $3, ($1::uuid)::text, 'http.csp', 4, $4, 2, 2, '', $5, $5, $6)`,
    [id, workspace.id, where, host, karte.clock.now(), report],
  );
  return id;
}

const change = (
  id: string,
  to: number,
  by: Queries = karte.database.owner.pool,
  at = karte.clock.now(),
) =>
  by.query(
    `insert into karte.finding_event (workspace_id, domain_id, finding_id, at, kind, reason,
       from_state, to_state)
     select workspace_id, domain_id, id, $2, 'state', 'seen-first', null, $3
     from karte.finding where id = $1`,
    [id, at, to],
  );

const ndjson = (text: string) =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as StreamEvent);

async function read(client: TestClient, cursor?: string, path = "ndjson", more = "") {
  const from = cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`;
  const answer = await client.request({ url: `/v1/events/${path}?size=1000${from}${more}` });
  return { answer, next: String(answer.headers[cursorHeader] ?? "") };
}

/** What is new behind a cursor, once there are so many: whatever else is written meanwhile holds them back. */
async function news(client: TestClient, cursor?: string, count = 0) {
  const now = async () => {
    const { answer, next } = await read(client, cursor);
    expect(answer.status).toBe(200);
    return { events: ndjson(answer.text), next };
  };
  if (count > 0) {
    await expect
      .poll(async () => (await now()).events.length, { timeout: 20_000, interval: 500 })
      .toBe(count);
  }
  return now();
}

async function program(groups: readonly string[] | null = null): Promise<TestClient> {
  const { secret } = await workspace.owner.browser.call(addToken, {
    body: { label: "SIEM", scopes: ["read"], groups: groups && [...groups], days: 30 },
  });
  const client = testClient(karte.app);
  return {
    ...client,
    request: (wanted) =>
      client.request({
        ...wanted,
        headers: { authorization: `Bearer ${secret}`, ...wanted.headers },
      }),
  };
}

test("a program reads each change once, in order, and goes on where it was", async () => {
  const client = await program();
  const { events: none, next: start } = await news(client);
  expect(none).toEqual([]);
  const id = await finding();
  for (const state of [1, 2, 4]) await change(id, state);
  await news(client, start, 3);
  const { answer, next: second } = await read(client, start);
  expect(answer.headers["content-type"]).toBe("application/x-ndjson; charset=utf-8");
  const events = ndjson(answer.text);
  expect(events.map(({ state }) => state)).toEqual(["new", "open", "fixed"]);
  expect(new Set(events.map((event) => event.id)).size).toBe(3);
  expect(events[0]).toMatchObject({
    type: "finding.state",
    finding: id,
    host: "www.example.jp",
    address: "192.0.2.7",
    port: 443,
    cve: ["CVE-2021-23017"],
    severity: "high",
    domain: { id: domain, name: "example.jp" },
  });
  // One at a time it is the same.
  const singly: StreamEvent[] = [];
  let cursor = start;
  for (let turn = 0; turn < 3; turn += 1) {
    const page = await client.request({
      url: `/v1/events/ndjson?size=1&cursor=${encodeURIComponent(cursor)}`,
    });
    singly.push(...ndjson(page.text));
    cursor = String(page.headers[cursorHeader]);
  }
  expect(singly).toEqual(events);
  const { events: nothing, next: third } = await news(client, second);
  expect(nothing).toEqual([]);
  await change(id, 2);
  expect((await news(client, third, 1)).events.map(({ state }) => state)).toEqual(["open"]);
});

test("a change that is committed late reaches the stream behind later ones", async () => {
  const client = await program();
  const { next: start } = await news(client);
  const [late, early] = [await finding("late.example.jp"), await finding("early.example.jp")];
  const slow = await karte.database.owner.pool.connect();
  try {
    await slow.query("begin");
    await change(late, 1, slow);
    await change(early, 1);
    // The later one waits: behind it, the reader would never look for the first.
    const { events, next } = await news(client, start);
    expect(events).toEqual([]);
    await slow.query("commit");
    const told = await news(client, next, 2);
    expect(told.events.map(({ host }) => host)).toEqual(["late.example.jp", "early.example.jp"]);
    expect((await news(client, told.next)).events).toEqual([]);
  } finally {
    await slow.query("rollback");
    slow.release();
  }
});

test("what a stranger's server says goes through both forms unchanged", async () => {
  const client = await program();
  await change(await finding(hostile), 1);
  const { events } = await news(client, undefined, 1);
  expect(events[0]).toMatchObject({ host: hostile, summary: { ja: hostile, en: hostile } });
  const { answer } = await read(client, undefined, "cef", "&language=ja");
  expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
  const lines = answer.text.split("\n");
  expect(lines).toHaveLength(2);
  const { header, extension } = readCef(lines[0] ?? "");
  expect(header.slice(0, 4)).toEqual(["Sekimori", "Karte", "1", "http.csp"]);
  expect(extension).toMatchObject({ dhost: hostile, msg: hostile, externalId: events[0]?.id });
});

test("no line of JSON is cut where Unicode ends lines", async () => {
  const { browser } = workspace.owner;
  await change(await finding(`a${lineEnds}b`), 1);
  const { events } = await news(browser, undefined, 1);
  expect(events[0]?.host).toBe(`a${lineEnds}b`);
  const { answer } = await read(browser);
  expect(answer.text).not.toMatch(/[\u0085\u2028\u2029]/);
});

test("who sees some groups, person or program, reads their events alone", async () => {
  const { browser } = workspace.owner;
  const group = await browser.call(createGroup, { body: { name: "shop" } });
  const shop = await browser.call(addDomain, { body: { name: "shop.example.jp" } });
  await browser.call(changeDomain, { params: { id: shop.id }, body: { groups: [group.id] } });
  await change(await finding("www.example.jp"), 1);
  await change(await finding("www.shop.example.jp", shop.id), 1);
  const viewer = await workspace.join("viewer", [group.id]);
  for (const client of [await program([group.id]), viewer.browser]) {
    const { events } = await news(client, undefined, 1);
    expect(events.map(({ host }) => host)).toEqual(["www.shop.example.jp"]);
    const cef = await read(client, undefined, "cef");
    expect(cef.answer.text.trim().split("\n")).toHaveLength(1);
  }
  // A cursor of who sees all opens nothing more.
  const { next } = await news(browser, undefined, 2);
  await change(await finding("new.example.jp"), 1);
  expect((await news(browser, next, 1)).events).toHaveLength(1);
  expect((await news(viewer.browser, next)).events).toEqual([]);
});

test("a domain that comes into a group is told of from then on", async () => {
  const { browser } = workspace.owner;
  const group = await browser.call(createGroup, { body: { name: "shop" } });
  const client = await program([group.id]);
  const id = await finding();
  await change(id, 1);
  await news(browser, undefined, 1);
  // What others alone may see is passed over once, and not looked through at each call.
  const { events: none, next } = await news(client);
  expect(none).toEqual([]);
  await browser.call(changeDomain, { params: { id: domain }, body: { groups: [group.id] } });
  expect((await news(client, next)).events).toEqual([]);
  await change(id, 4);
  expect((await news(client, next, 1)).events.map(({ state }) => state)).toEqual(["fixed"]);
});

test("a plan without streams has none", async () => {
  const plan = { ...amplePlan, entitlements: { ...amplePlan.entitlements, streams: false } };
  const other = await karte.workspace();
  karte.contracts.set(other.owner.id, plan);
  karte.clock.advance(120_000);
  await other.owner.browser.request({ url: "/v1/session" });
  for (const path of ["ndjson", "cef"]) {
    const { answer } = await read(other.owner.browser, undefined, path);
    expect(answer.status).toBe(409);
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    expect(answer.error()).toMatchObject({ type: "PlanLimit", data: { what: "streams" } });
  }
});

test(`events stay for ${streamDays} days; a cursor that is older is answered 410`, async () => {
  const { browser } = workspace.owner;
  const id = await finding();
  await change(id, 1);
  const { next } = await news(browser, undefined, 1);
  karte.clock.advance(streamDays * dayMs - 120_000);
  expect((await news(browser, next)).events).toEqual([]);
  expect((await news(browser)).events).toHaveLength(1);
  karte.clock.advance(240_000);
  const { answer } = await read(browser, next);
  expect(answer.status).toBe(410);
  expect(answer.error()).toMatchObject({ type: "CursorExpired" });
  expect(answer.error().message).toMatch(/begin again/);
  expect((await news(browser)).events).toEqual([]);
  // Who asks in time has a new one, though nothing happened.
  const { next: later } = await news(browser);
  karte.clock.advance(streamDays * dayMs - 120_000);
  expect((await read(browser, later)).answer.status).toBe(200);
});

test("a cursor of another workspace, or from before a restore, is answered 410", async () => {
  const other = await karte.workspace();
  const { next } = await news(other.owner.browser);
  expect((await read(workspace.owner.browser, next)).answer.status).toBe(410);
  const id = await finding();
  await change(id, 1);
  await karte.database.owner.pool.query(
    "update karte.finding_event set xact = xact + 1000000 where finding_id = $1",
    [id],
  );
  // What a dump brought from a busier server stands there as if it were to come.
  expect((await news(workspace.owner.browser)).events).toEqual([]);
  await karte.database.owner.pool.query("update karte.finding_event set xact = 0");
  expect((await news(workspace.owner.browser, undefined, 1)).events).toHaveLength(1);
});

test("a cursor from before a restore is answered 410 by a busier server, too", async () => {
  const { browser } = workspace.owner;
  const id = await finding();
  await change(id, 1);
  const { next } = await news(browser, undefined, 1);
  // A place may go, with its domain: that is no restore.
  await karte.database.owner.pool.query("delete from karte.finding_event where finding_id = $1", [
    id,
  ]);
  expect((await read(browser, next)).answer.status).toBe(200);
  await change(id, 1);
  const { next: later } = await news(browser, undefined, 1);
  await karte.database.owner.pool.query("update karte.finding_event set xact = 0");
  const { answer } = await read(browser, later);
  expect(answer.error().type).toBe("CursorExpired");
});
