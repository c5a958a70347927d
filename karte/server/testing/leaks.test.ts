import { randomUUID } from "node:crypto";
import { allEndpoints } from "@sekimori/karte-contract/endpoints";
import { type KarteEndpoint, tokenScopeOf } from "@sekimori/karte-contract/endpoints/declare";
import { addDomain, changeDomain } from "@sekimori/karte-contract/endpoints/domains";
import { createGroup } from "@sekimori/karte-contract/endpoints/groups";
import { changeMember } from "@sekimori/karte-contract/endpoints/people";
import { addToken } from "@sekimori/karte-contract/endpoints/tokens";
import { mayDo, roles } from "@sekimori/karte-contract/rights";
import { scopeNames } from "@sekimori/karte-contract/token-scopes";
import { csrfHeader } from "@sekimori/kit-contract/csrf-header";
import { requestFor, type TestClient, testClient } from "@sekimori/kit-development/testing";
import { boundEndpoints } from "@sekimori/kit-server/http";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inScope, type Scope, wholeWorkspace } from "../database/scope.ts";
import { sealCredentials } from "../features/tickets/system-rows.ts";
import { inputFor } from "./inputs.ts";
import {
  amplePlan,
  startTestKarte,
  type TestKarte,
  type TestPerson,
  type TestWorkspace,
} from "./test-karte.ts";

/** A word that stands in every text of what must not be seen. */
const secret = "geheimnis";

let karte: TestKarte;
let theirs: TestWorkspace;
let mine: TestWorkspace;
let restricted: TestPerson;
/** Ids of the other workspace's things, by kind. */
let foreign: Record<string, string>;
/** Ids of my own workspace's things that lie outside the restricted viewer's group. */
let outside: Record<string, string>;

/** A workspace with one thing of every kind, each with the secret word. */
async function furnish(workspace: TestWorkspace): Promise<Record<string, string>> {
  const { browser } = workspace.owner;
  const own = `${secret}-${workspace.id.slice(0, 8)}`;
  const domain = await browser.call(addDomain, {
    body: { name: `${own}.example.jp`, label: own },
  });
  const group = await browser.call(createGroup, { body: { name: own } });
  await browser.call(changeDomain, { params: { id: domain.id }, body: { groups: [group.id] } });
  const ids = {
    domain: domain.id,
    group: group.id,
    run: randomUUID(),
    finding: randomUUID(),
    asset: randomUUID(),
    candidate: randomUUID(),
    import: randomUUID(),
    bulk: randomUUID(),
    bulkUnderWay: randomUUID(),
    act: randomUUID(),
    selection: randomUUID(),
    invitation: randomUUID(),
    report: randomUUID(),
    schedule: randomUUID(),
    file: randomUUID(),
    offer: randomUUID(),
    rule: randomUUID(),
    webhook: randomUUID(),
    delivery: randomUUID(),
    token: randomUUID(),
    view: randomUUID(),
    ticketSystem: randomUUID(),
    policy: randomUUID(),
  };
  const { pool } = karte.database.owner;
  const at = new Date();
  const base = [workspace.id, domain.id] as const;
  await pool.query(
    `insert into karte.run (id, workspace_id, domain_id, kind, state, queued_at, problem)
     values ($3, $1, $2, 1, 3, $4, null)`,
    [...base, ids.run, at],
  );
  await pool.query("insert into karte.saved_view values ($3, $1, $2, 1, $4, $5, $6)", [
    workspace.id,
    workspace.owner.id,
    ids.view,
    own,
    `q=${own}`,
    at,
  ]);
  await pool.query(`insert into karte.run_result values ($3, $1, $2, '{}', '[]')`, [
    ...base,
    ids.run,
  ]);
  const report = {
    category: "http",
    place: { host: own },
    subject: own,
    summary: { ja: own, en: own },
    evidence: [{ name: "x", value: own }],
    unconfirmed: false,
  };
  await pool.query(
    `insert into karte.finding (id, workspace_id, domain_id, key, check_id, category, host, severity,
       state, evidence_digest, first_seen_at, last_seen_at, points, report)
     values ($3, $1, $2, $5, $5, 4, $5, 1, 1, '', $4, $4, 9, $6)`,
    [...base, ids.finding, at, own, report],
  );
  await pool.query(
    `insert into karte.finding_event (workspace_id, domain_id, finding_id, at, kind, run_id, reason,
       to_state) values ($1, $2, $3, $4, 'state', $5, 'seen-first', 1)`,
    [...base, ids.finding, at, ids.run],
  );
  const detail = {
    addresses: [own],
    ports: [],
    product: null,
    version: null,
    certificate: null,
    foundBy: [],
  };
  await pool.query(
    `insert into karte.asset (id, workspace_id, domain_id, key, type, name, state, detail,
       first_seen_at, last_seen_at) values ($3, $1, $2, $5, 2, $5, 2, $6, $4, $4)`,
    [...base, ids.asset, at, own, detail],
  );
  await pool.query(
    `insert into karte.import (id, workspace_id, state, file_name, encoding, separator, account_id,
       at, added, existing, refused, new_groups, rows)
     values ($2, $1, 'checked', $4, 'utf-8', 'line', $5, $3, 0, 0, 0, '[]', '[]')`,
    [workspace.id, ids.import, at, own, workspace.owner.id],
  );
  await pool.query(
    `with done as (
       insert into karte.bulk_act (id, workspace_id, account_id, act, domain_ids, state, at)
       values ($2, $1, $4, '{"kind":"delete"}', $5, 'done', $3),
         ($6, $1, $4, '{"kind":"delete"}', $5, 'working', $3))
     insert into karte.bulk_portion values ($2, $1, 0, '{"kind":"deleted","domains":[]}')`,
    [workspace.id, ids.bulk, at, workspace.owner.id, [domain.id], ids.bulkUnderWay],
  );
  await pool.query(
    `insert into karte.finding_act (id, workspace_id, account_id, act, before, at)
     values ($2, $1, $4, '{"kind":"assign","assignee":null}',
       jsonb_build_array(jsonb_build_object('id', $5::text, 'was', null)), $3)`,
    [workspace.id, ids.act, at, workspace.owner.id, ids.finding],
  );
  await pool.query(
    `insert into karte.file (id, workspace_id, name, media_type, bytes, sha256, store, stored_at,
       created_at, expires_at) values ($2, $1, $3, 'x', 1, '', 'database', now(), now(),
       now() + interval '1 day')`,
    [workspace.id, ids.file, own],
  );
  await pool.query("insert into karte.file_content values ($2, $1, $3)", [
    workspace.id,
    ids.file,
    Buffer.from(own),
  ]);
  await pool.query(
    `insert into karte.report_schedule (id, workspace_id, group_id, form, language, recipients,
       created_by, created_at) values ($2, $1, $3, 1, 'ja', '{}', $4, now())`,
    [workspace.id, ids.schedule, group.id, own],
  );
  await pool.query(
    `insert into karte.report (id, workspace_id, group_id, form, language, from_day, to_day,
       account_id, recipients, state, file_id, requested_at, expires_at)
     values ($2, $1, $3, 1, 'ja', '2026-11-01', '2026-11-30', $4, '{}', 3, $5, now(),
       now() + interval '1 day')`,
    [workspace.id, ids.report, group.id, own, ids.file],
  );
  await pool.query(
    `insert into karte.offer values ($2, $1, 1, $4, $4, $3::timestamptz, $3::timestamptz + interval '1 day')`,
    [workspace.id, ids.offer, at, workspace.owner.id],
  );
  await pool.query(
    `insert into karte.alert_rule (id, workspace_id, kind, mail, bell, webhook, recipients,
       created_by, created_at) values ($2, $1, 2, false, true, false, '{}', $3, now())`,
    [workspace.id, ids.rule, own],
  );
  const alert = randomUUID();
  await pool.query(
    `insert into karte.alert (id, workspace_id, domain_id, kind, key, at, detail)
     values ($3, $1, $2, 4, $4, now(), $5)`,
    [...base, alert, own, { name: own }],
  );
  await pool.query(
    `insert into karte.alert_receipt (workspace_id, alert_id, domain_id, account_id, at, bell, mail)
     select $1, $3, $2, m.account_id, now(), true, false from karte.member m
     where m.workspace_id = $1`,
    [...base, alert],
  );
  await pool.query(
    `insert into kit.webhook_endpoint (id, owner, label, form, sealed, host, events, created_at)
     values ($2, $1, $3, 'standard', '', $3, '{}', now())`,
    [workspace.id, ids.webhook, own],
  );
  await pool.query(
    `insert into kit.webhook_delivery (id, owner, endpoint_id, message_id, event, sealed, created_at)
     values ($3, $1, $2, $3, $4, '', now())`,
    [workspace.id, ids.webhook, ids.delivery, own],
  );
  await pool.query(
    `insert into karte.api_token (id, workspace_id, label, digest, hint, scopes, created_by,
       created_at, expires_at)
     values ($2, $1, $3, $3, $3, '{read}', $4, now(), now() + interval '1 day')`,
    [workspace.id, ids.token, own, workspace.owner.id],
  );
  await pool.query(
    `insert into karte.ticket_system (id, workspace_id, kind, label, origin, project, language,
       author, ids, sealed, created_by, created_at)
     values ($2, $1, 1, $3, $3, $3, 'ja', $3, '{}', $5, $4, now())`,
    [
      workspace.id,
      ids.ticketSystem,
      own,
      workspace.owner.id,
      sealCredentials(karte.context.sealer, ids.ticketSystem, { user: null, secret: own }),
    ],
  );
  await pool.query(
    `insert into karte.ticket (id, workspace_id, domain_id, system_id, system_kind, system_label, cause, finding_id, state,
       remote_key, url, created_by, created_at)
     values ($3, $1, $2, $4, 1, $6, $6, $5, 2, $6, $6, $7, now())`,
    [...base, randomUUID(), ids.ticketSystem, ids.finding, own, workspace.owner.id],
  );
  await pool.query(
    `insert into karte.policy (id, workspace_id, name, query, place, label, alert_people, created_by, created_at)
     values ($2, $1, $3, $3, 1, $3, array[$4], $4, now())`,
    [workspace.id, ids.policy, own, workspace.owner.id],
  );
  await pool.query(
    `insert into karte.policy_hit (workspace_id, domain_id, finding_id, policy_id, name, run_id, at, reason,
       alerts, alert_people, alert_webhook)
     values ($1, $2, $3, $4, $5, $6, now(), $5, true, '{}', false)`,
    [...base, ids.finding, ids.policy, own, ids.run],
  );
  await pool.query("insert into karte.finding_label values ($1, $2, $3, $4)", [
    ...base,
    ids.finding,
    own,
  ]);
  await pool.query(
    `with made as (insert into karte.candidate (id, workspace_id, name, strength, first_seen_at, last_seen_at)
       values ($2, $1, $3, 1, now(), now()) returning id)
     insert into karte.candidate_path select id, $1, 1, $3, $3, now(), now() from made`,
    [workspace.id, ids.candidate, `${own}.example.net`],
  );
  await pool.query("insert into karte.selection values ($2, $1, $4, $5, $3)", [
    workspace.id,
    ids.selection,
    at,
    workspace.owner.id,
    [domain.id],
  ]);
  return ids;
}

/** What takes a file away stands in the log, though the file has nothing in it. */
const exports: readonly string[] = ["exportDomains", "exportChosenDomains"];

beforeAll(async () => {
  karte = await startTestKarte();
  theirs = await karte.workspace();
  mine = await karte.workspace();
  foreign = await furnish(theirs);
  outside = await furnish(mine);
  const { browser } = mine.owner;
  const group = await browser.call(createGroup, { body: { name: "seen" } });
  const domain = await browser.call(addDomain, { body: { name: "seen.example.jp" } });
  await browser.call(changeDomain, { params: { id: domain.id }, body: { groups: [group.id] } });
  restricted = await mine.join("viewer", [group.id]);
});
afterAll(() => karte.close());
beforeEach(() => karte.database.owner.pool.query("delete from kit.rate_limit"));

/**
 * A stream never ends; what it tells is tested where runs are. Signing out would end the
 * test, and whoever makes a workspace or leaves one goes elsewhere.
 */
const apart = new Set(["watchRuns", "endSession", "createWorkspace", "leaveWorkspace"]);
const calls = allEndpoints.filter(({ name, access }) => !apart.has(name) && access !== "public");

async function send(
  browser: TestClient,
  endpoint: KarteEndpoint,
  ids: Record<string, string>,
  person: string,
) {
  const { query, body, params } = inputFor(endpoint, ids, person, { secret, workspace: theirs.id });
  const input = {
    ...(endpoint.params ? { params } : {}),
    ...(endpoint.query ? { query } : {}),
    ...(endpoint.body ? { body } : {}),
  };
  return browser.request(requestFor(endpoint, input as never));
}

test("every call that is declared is answered", () => {
  const bound = new Set(boundEndpoints(karte.app).map(({ name }) => name));
  expect(allEndpoints.map(({ name }) => name).filter((name) => !bound.has(name))).toEqual([]);
});

describe("an owner of another workspace, by every call", () => {
  test.each(calls.map((endpoint) => [endpoint.name, endpoint] as const))(
    "%s",
    async (_, endpoint) => {
      const before = await snapshot(theirs.id);
      const answer = await send(mine.owner.browser, endpoint, foreign, theirs.owner.id);
      expect(answer.text).not.toContain(`${secret}-${theirs.id.slice(0, 8)}`);
      expect(answer.text).not.toContain(foreign.domain);
      expect(answer.status).not.toBe(500);
      if (endpoint.params) expect(answer.status).not.toBe(200);
      expect(await snapshot(theirs.id)).toEqual(before);
    },
  );
});

describe("a viewer who is restricted to another group, by every call", () => {
  test.each(calls.map((endpoint) => [endpoint.name, endpoint] as const))(
    "%s",
    async (_, endpoint) => {
      const before = await snapshot(mine.id);
      const answer = await send(restricted.browser, endpoint, outside, mine.owner.id);
      expect(answer.text).not.toContain(`${secret}-${mine.id.slice(0, 8)}`);
      expect(answer.text).not.toContain(outside.domain);
      expect(answer.status).not.toBe(500);
      if (endpoint.access !== "person" && !mayDo("viewer", endpoint.access as never)) {
        expect(answer.error().type).toBe("NotAllowed");
      }
      // An export and a message are allowed, and written to the log; nothing else may change.
      const { activity, ...rest } = await snapshot(mine.id);
      const { activity: earlier, ...restBefore } = before;
      expect(rest).toEqual(restBefore);
      if (![...exports, "sendContact"].includes(endpoint.name)) expect(activity).toEqual(earlier);
    },
  );

  test("sees and counts only its own in lists, overview and session", async () => {
    const ask = async (url: string) => (await restricted.browser.request({ url })).json() as never;
    const domains = (await ask("/v1/domains")) as { count: { value: number } };
    expect(domains.count.value).toBe(1);
    const overview = (await ask("/v1/overview")) as {
      open: Record<string, number>;
      domains: object;
    };
    expect(overview.domains).toMatchObject({ all: 1 });
    expect(Object.values(overview.open)).toEqual([0, 0, 0, 0, 0]);
    const session = (await ask("/v1/session")) as { workspace: { domains: number } };
    expect(session.workspace.domains).toBe(1);
  });
});

/** A program with the widest token that its maker could give it. */
function program(secret: string): TestClient {
  const client = testClient(karte.app);
  const request: TestClient["request"] = (wanted) =>
    client.request({
      ...wanted,
      headers: { ...wanted.headers, authorization: `Bearer ${secret}` },
    });
  return { ...client, request };
}

const byToken = calls.filter((endpoint) => tokenScopeOf(endpoint) !== undefined);

describe("a token of another workspace, by every call", () => {
  let client: TestClient;
  beforeAll(async () => {
    const body = { label: "all", scopes: [...scopeNames], days: 1 };
    client = program((await mine.owner.browser.call(addToken, { body })).secret);
  });

  test.each(byToken.map((endpoint) => [endpoint.name, endpoint] as const))(
    "%s",
    async (_, endpoint) => {
      const before = await snapshot(theirs.id);
      const answer = await send(client, endpoint, foreign, theirs.owner.id);
      expect(answer.text).not.toContain(`${secret}-${theirs.id.slice(0, 8)}`);
      expect(answer.text).not.toContain(foreign.domain);
      expect(answer.status).not.toBe(401);
      expect(answer.status).not.toBe(500);
      if (endpoint.params) expect(answer.status).not.toBe(200);
      expect(await snapshot(theirs.id)).toEqual(before);
    },
  );
});

describe("a token that is restricted to another group, by every call", () => {
  let client: TestClient;
  beforeAll(async () => {
    const groups = await karte.database.owner.pool.query<{ id: string }>(
      "select id from karte.domain_group where workspace_id = $1 and name = 'seen'",
      [mine.id],
    );
    const body = {
      label: "some",
      scopes: ["read" as const],
      groups: groups.rows.map(({ id }) => id),
      days: 1,
    };
    client = program((await mine.owner.browser.call(addToken, { body })).secret);
  });

  test.each(byToken.map((endpoint) => [endpoint.name, endpoint] as const))(
    "%s",
    async (_, endpoint) => {
      const { activity: earlier, ...before } = await snapshot(mine.id);
      const answer = await send(client, endpoint, outside, mine.owner.id);
      expect(answer.text).not.toContain(`${secret}-${mine.id.slice(0, 8)}`);
      expect(answer.text).not.toContain(outside.domain);
      expect(answer.status).not.toBe(401);
      expect(answer.status).not.toBe(500);
      if (tokenScopeOf(endpoint) !== "read") expect(answer.error().type).toBe("ScopeInsufficient");
      const { activity, ...after } = await snapshot(mine.id);
      expect(after).toEqual(before);
      if (!exports.includes(endpoint.name)) expect(activity).toEqual(earlier);
    },
  );

  test("counts its own only", async () => {
    const answer = await client.request({ url: "/v1/domains" });
    expect(answer.json()).toMatchObject({ count: { value: 1 } });
    const overview = await client.request({ url: "/v1/overview" });
    expect(overview.json()).toMatchObject({ domains: { all: 1 } });
  });

  test("opens no event stream", async () => {
    const answer = await client.request({ url: "/v1/events" });
    expect(answer.error().type).toBe("ScopeInsufficient");
  });
});

describe("answers to those who may see a part", () => {
  /** A copy of the person's own data holds what they did, and that they took it. */
  const reads = calls.filter(({ method, name }) => method === "GET" && name !== "exportPerson");
  /** What changes by itself. */
  const steady = (text: string) =>
    text
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "then")
      .replace(/"(requestId|recentFor)":("[^"]*"|\d+)/g, '"$1":0');

  async function answersTo(
    browser: TestClient,
    endpoints: readonly KarteEndpoint[],
    ids: Record<string, string>,
  ) {
    const answers: Record<string, string> = {};
    for (const endpoint of endpoints) {
      await karte.database.owner.pool.query("delete from kit.rate_limit");
      const answer = await send(browser, endpoint, ids, mine.owner.id);
      answers[endpoint.name] = `${answer.status} ${steady(answer.text)}`;
      if (endpoint.params) continue;
      const whole = await browser.request({ url: endpoint.path });
      answers[`${endpoint.name} as a whole`] = `${whole.status} ${steady(whole.text)}`;
    }
    return answers;
  }

  /** What only others should notice: of the rest of the workspace, and of its owner elsewhere. */
  async function growElsewhere(word: string): Promise<void> {
    const { browser } = mine.owner;
    const { pool } = karte.database.owner;
    const { id } = await browser.call(addDomain, { body: { name: `${word}.example.jp` } });
    await mine.join("member");
    await pool.query(
      `insert into karte.run (id, workspace_id, domain_id, kind, state, queued_at, quota_owner, quota_month)
       select gen_random_uuid(), $1, $2, 1, 3, now(), $3, to_char(now() at time zone 'Asia/Tokyo', 'YYYY-MM')`,
      [mine.id, id, mine.owner.id],
    );
    await pool.query(
      `insert into karte.quota_use values ($1, to_char(now() at time zone 'Asia/Tokyo', 'YYYY-MM'), 1)
       on conflict (contract_owner, month) do update set used = karte.quota_use.used + 1`,
      [mine.owner.id],
    );
    await another(word);
  }

  /** A further workspace of the same owner on the same contract. */
  async function another(word: string): Promise<void> {
    const workspace = randomUUID();
    const { pool } = karte.database.owner;
    await pool.query("insert into karte.workspace values ($1, $2, $3, now())", [
      workspace,
      word,
      mine.owner.id,
    ]);
    await pool.query(
      `insert into karte.member (workspace_id, account_id, role, personal, joined_at)
       select $1, account_id, role, personal, joined_at from karte.member
       where workspace_id = $2 and account_id = $3`,
      [workspace, mine.id, mine.owner.id],
    );
  }

  test("say the same, whatever happens in the rest and in their maker's other workspaces", async () => {
    karte.contracts.set(mine.owner.id, { ...amplePlan, monthlyPrice: 987_654 });
    await karte.hear("plan-changed", mine.owner.id);
    const { rows } = await karte.database.owner.pool.query<{ id: string; domain: string }>(
      `select g.group_id as id, g.domain_id as domain from karte.group_member g
       join karte.domain_group d on d.id = g.group_id where d.workspace_id = $1 and d.name = 'seen'`,
      [mine.id],
    );
    const [seen] = rows;
    const ids = { ...outside, group: seen?.id ?? "", domain: seen?.domain ?? "" };
    const body = {
      label: "held",
      scopes: ["read" as const],
      groups: rows.map(({ id }) => id),
      days: 1,
    };
    const held = program((await mine.owner.browser.call(addToken, { body })).secret);
    const ways = [
      [restricted.browser, reads],
      [held, reads.filter((endpoint) => tokenScopeOf(endpoint) !== undefined)],
    ] as const;
    const before = [];
    for (const [browser, endpoints] of ways) {
      before.push(await answersTo(browser, endpoints, ids));
    }
    const word = "faraway";
    await growElsewhere(word);
    for (const [index, [browser, endpoints]] of ways.entries()) {
      const after = await answersTo(browser, endpoints, ids);
      expect(JSON.stringify(after)).not.toContain(word);
      expect(after).toEqual(before[index]);
    }
    const [, byHeld] = before;
    const contract = JSON.parse(byHeld?.getContract?.slice(4) ?? "{}");
    expect(contract).toMatchObject({
      yours: false,
      youLeave: false,
      closes: [],
      owner: null,
      monthlyPrice: null,
      domains: { used: null },
      people: { used: null },
      workspaces: [{ id: mine.id, domains: null }],
    });
  });
});

// They run as the owner of the tables, whom row level security would let see all.
describe("the functions that search", () => {
  async function found(scope: Scope): Promise<string> {
    const { rows: functions } = await karte.database.owner.pool.query<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'karte'::regnamespace and prosecdef
       and proname like 'find%' and oidvectortypes(proargtypes) = 'text, integer'`,
    );
    expect(functions.length).toBeGreaterThan(4);
    return inScope(karte.context.db, scope, async (tx) => {
      const all: unknown[] = [];
      for (const { name } of functions) {
        // At the beginning of names, within them, and as a pattern.
        for (const words of [secret, secret.slice(1), `*${secret}*`]) {
          const call = sql`${sql.raw(`karte.${name}`)}(${words}, 1000)`;
          all.push((await sql`select to_jsonb(f) as one from ${call} f`.execute(tx)).rows);
        }
      }
      return JSON.stringify(all);
    });
  }

  test("hand over what is the workspace's own, and nothing of another", async () => {
    const theirOwn = await found(wholeWorkspace(theirs.id));
    expect(theirOwn).toContain(foreign.domain);
    expect(theirOwn).toContain(foreign.asset);
    const mineAlone = await found(wholeWorkspace(mine.id));
    expect(mineAlone).toContain(outside.asset);
    for (const id of Object.values(foreign)) expect(mineAlone).not.toContain(id);
  });

  test("hand over nothing of another group", async () => {
    const mineInPart = await found({ workspaceId: mine.id, groups: [] });
    for (const id of Object.values(outside)) expect(mineInPart).not.toContain(id);
  });
});

describe("a stranger, by every call", () => {
  test.each(calls.map((endpoint) => [endpoint.name, endpoint] as const))(
    "%s",
    async (_, endpoint) => {
      const nobody = karte.person();
      nobody.browser.cookies.clear();
      const answer = await send(nobody.browser, endpoint, foreign, theirs.owner.id);
      expect(answer.error().type).toBe("SessionExpired");
    },
  );
});

/** What another site's page can make the owner's own browser send, with its cookies. */
const foreignPages = [
  { origin: "https://evil.example" },
  { origin: "null" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  // A form or a picture: it cannot know the token that scripts of ours bring back.
  { [csrfHeader]: "" },
];

describe("another site's page in the owner's browser, by every call that writes", () => {
  test.each(
    allEndpoints
      .filter(({ method, access }) => method !== "GET" && access !== "public")
      .map((endpoint) => [endpoint.name, endpoint] as const),
  )("%s", async (_, endpoint) => {
    const { owner, id } = theirs;
    const before = await snapshot(id);
    const input = inputFor(endpoint, foreign, owner.id, { secret, workspace: id });
    const { query, body, params } = input;
    const request = requestFor(endpoint, {
      ...(endpoint.params ? { params } : {}),
      ...(endpoint.query ? { query } : {}),
      ...(endpoint.body ? { body } : {}),
    } as never);
    for (const headers of foreignPages) {
      const answer = await owner.browser.request({ ...request, headers });
      expect([headers, answer.status]).toEqual([headers, 403]);
    }
    expect(await snapshot(id)).toEqual(before);
  });
});

test("every call asks for exactly the role that the table of rights names", async () => {
  for (const role of roles) {
    const person = role === "owner" ? mine.owner : await mine.join(role);
    for (const endpoint of calls.filter(({ access }) => access !== "person")) {
      await karte.database.owner.pool.query("delete from kit.rate_limit");
      if (mayDo(role, endpoint.access as never)) continue;
      const answer = await send(person.browser, endpoint, outside, mine.owner.id);
      expect(answer.error().type, `${role} ${endpoint.name}`).toBe("NotAllowed");
    }
  }
});

test("an owner whom the plan has no room for makes exactly the calls that the table lets them keep", async () => {
  const person = await mine.join("owner");
  const entitlements = { ...amplePlan.entitlements, users: 1 };
  karte.contracts.set(mine.owner.id, { ...amplePlan, plan: "free", entitlements });
  await karte.hear("plan-changed", mine.owner.id);
  /** They take a further right, by whom they are about. */
  const finer = ["changeMember", "removeMember", "listContractInvoices"];
  for (const endpoint of calls.filter(({ access }) => access !== "person")) {
    await karte.database.owner.pool.query("delete from kit.rate_limit");
    const answer = await send(person.browser, endpoint, outside, mine.owner.id);
    const isKept = mayDo("owner", endpoint.access as never, { isBeyondPlan: true });
    if (isKept && finer.includes(endpoint.name)) continue;
    expect(answer.status === 403, endpoint.name).toBe(!isKept);
    if (!isKept) expect(answer.error().type, endpoint.name).toBe("NotAllowed");
  }
});

test("a viewer who holds the contract makes exactly the calls that the table lets them keep", async () => {
  const { owner: holder, join } = await karte.workspace();
  const owner = await join("owner");
  const lowered = { params: { id: holder.id }, body: { role: "viewer" as const, groups: null } };
  await owner.browser.call(changeMember, lowered);
  for (const endpoint of calls.filter(({ access }) => access !== "person")) {
    await karte.database.owner.pool.query("delete from kit.rate_limit");
    const answer = await send(holder.browser, endpoint, outside, owner.id);
    // The sample of an offer is one of the ownership.
    const isKept =
      endpoint.name !== "offerWorkspace" &&
      mayDo("viewer", endpoint.access as never, { holdsContract: true });
    expect(answer.status === 403, endpoint.name).toBe(!isKept);
    if (!isKept) expect(answer.error().type, endpoint.name).toBe("NotAllowed");
  }
});

/** Everything a workspace has, but for when its people were last seen. */
async function snapshot(workspaceId: string): Promise<Record<string, unknown>> {
  const { pool } = karte.database.owner;
  const tables = [
    "domain",
    "finding",
    "asset",
    "run",
    "domain_group",
    "group_member",
    "import",
    "alert_rule",
    "report",
    "report_schedule",
    "api_token",
    "ticket_system",
    "ticket",
    "policy",
    "policy_hit",
    "candidate",
    "candidate_path",
    "finding_label",
    "domain_label",
    "file",
    "activity",
    "offer",
    "invitation",
  ];
  const counts: Record<string, unknown> = {};
  for (const table of tables) {
    const { rows } = await pool.query(
      `select count(*)::int as n, md5(coalesce(string_agg((to_jsonb(t) - 'last_used_at')::text, '' order by t::text), '')) as sum
       from karte.${table} t where workspace_id = $1`,
      [workspaceId],
    );
    counts[table] = rows[0];
  }
  return counts;
}
