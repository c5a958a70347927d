import { randomUUID } from "node:crypto";
import { tokenCallsPerMinute, tokensMost } from "@sekimori/karte-contract/constants";
import { allEndpoints } from "@sekimori/karte-contract/endpoints";
import { listActivity } from "@sekimori/karte-contract/endpoints/activity";
import { tokenScopeOf } from "@sekimori/karte-contract/endpoints/declare";
import { addDomain, listDomains } from "@sekimori/karte-contract/endpoints/domains";
import { createGroup, deleteGroup } from "@sekimori/karte-contract/endpoints/groups";
import { changeMember, removeMember } from "@sekimori/karte-contract/endpoints/people";
import { addToken, listTokens, removeToken } from "@sekimori/karte-contract/endpoints/tokens";
import { closeWorkspace } from "@sekimori/karte-contract/endpoints/workspaces";
import { scopeNames, type TokenScope } from "@sekimori/karte-contract/token-scopes";
import { type TestRequest, type TestResponse, testClient } from "@sekimori/kit-development/testing";
import {
  referenceCommands,
  referenceParameters,
} from "@sekimori/kit-development/testing/reference-commands";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import {
  amplePlan,
  startTestKarte,
  type TestKarte,
  type TestPerson,
  type TestWorkspace,
} from "../../testing/test-karte.ts";
import { recordedExamples } from "./generated/recorded-examples.ts";

const minute = 60_000;

let karte: TestKarte;
let workspace: TestWorkspace;
beforeAll(async () => {
  karte = await startTestKarte();
});
afterAll(() => karte.close());
beforeEach(async () => {
  await karte.database.owner.pool.query("delete from kit.rate_limit");
  workspace = await karte.workspace();
});

const make = async (
  { browser }: TestPerson,
  scopes: readonly TokenScope[] = ["read"],
  groups: readonly string[] | null = null,
) =>
  browser.call(addToken, {
    body: { label: "SIEM", scopes: [...scopes], groups: groups && [...groups], days: 90 },
  });

/** A program: no cookies, only its token. */
function program(secret: string) {
  const client = testClient(karte.app);
  return (request: TestRequest): Promise<TestResponse> =>
    client.request({
      ...request,
      headers: { authorization: `Bearer ${secret}`, ...request.headers },
    });
}

const domains = (secret: string) => program(secret)({ url: "/v1/domains" });
const post = (name: string, key: string) => ({
  url: "/v1/domains",
  body: { name },
  headers: { "idempotency-key": key },
});

describe("a token", () => {
  test("is shown once, kept as a digest, listed with its last use, and written to the log", async () => {
    const { token, secret } = await make(workspace.owner);
    expect(secret).toMatch(/^skt_[\w-]{43}$/);
    expect(token).toMatchObject({ hint: secret.slice(-4), scopes: ["read"], state: "in-use" });
    const { rows } = await karte.database.owner.pool.query(
      "select t::text as row from karte.api_token t where id = $1",
      [token.id],
    );
    expect(rows[0].row).not.toContain(secret);
    expect((await domains(secret)).status).toBe(200);
    const listed = await workspace.owner.browser.request({ url: "/v1/tokens" });
    expect(listed.text).not.toContain(secret);
    const { tokens } = await workspace.owner.browser.call(listTokens, {});
    expect(tokens[0]?.lastUsedAt).not.toBeNull();
    const { entries } = await workspace.owner.browser.call(listActivity, { query: {} });
    expect(entries[0]).toMatchObject({ action: "token.created", detail: { label: "SIEM" } });
  });

  test("wants a log-in of the last ten minutes to be made", async () => {
    karte.clock.advance(11 * minute);
    const body = { label: "x", scopes: ["read" as const], days: 1 };
    const answer = await workspace.owner.browser.attempt(addToken, { body });
    karte.clock.reset();
    expect(answer.error().type).toBe("RecentSignInRequired");
  });

  test("is refused once revoked, run out, or when nobody ever made it", async () => {
    const { token, secret } = await make(workspace.owner);
    await workspace.owner.browser.call(removeToken, { params: { id: token.id } });
    const late = await make(workspace.owner);
    karte.clock.advance(91 * 1440 * minute);
    const answers = [
      await domains(secret),
      await domains(late.secret),
      await domains(`skt_${"a".repeat(43)}`),
      await domains("x"),
    ];
    const [listed] = (await workspace.owner.browser.call(listTokens, {})).tokens;
    karte.clock.reset();
    expect(listed?.state).toBe("expired");
    for (const answer of answers) {
      expect([answer.status, answer.error().type]).toEqual([401, "TokenInvalid"]);
      expect(answer.headers["www-authenticate"]).toBe('Bearer error="invalid_token"');
    }
  });

  test("is asked for where something else was sent, and a browser behind a proxy keeps its session", async () => {
    const headers = { authorization: "Token skt_x" };
    const answer = await testClient(karte.app).request({ url: "/v1/domains", headers });
    expect([answer.status, answer.error().type]).toEqual([401, "TokenInvalid"]);
    expect(answer.error().message).toContain("Authorization: Bearer skt_…");
    expect(answer.headers["www-authenticate"]).toBe('Bearer error="invalid_token"');
    const proxied = { authorization: `Basic ${btoa("staff:word")}` };
    const { browser } = workspace.owner;
    expect((await browser.request({ url: "/v1/domains", headers: proxied })).status).toBe(200);
  });

  test.each([
    ["is removed", (id: string) => removing(id)],
    ["becomes a viewer", (id: string) => changing(id, { role: "viewer", groups: null })],
    ["is suspended", (id: string) => changing(id, { suspended: true })],
  ] as const)("stops when whoever made it %s", async (_, happen) => {
    const admin = await workspace.join("admin");
    const { secret } = await make(admin);
    expect((await domains(secret)).status).toBe(200);
    await happen(admin.id);
    expect((await domains(secret)).error().type).toBe("TokenInvalid");
    const [listed] = (await workspace.owner.browser.call(listTokens, {})).tokens;
    expect(listed?.state).toBe("stopped");
  });

  const removing = (id: string) => workspace.owner.browser.call(removeMember, { params: { id } });
  const changing = (id: string, body: object) =>
    workspace.owner.browser.call(changeMember, { params: { id }, body: body as never });

  test("stops when its workspace is closed, or the plan no longer holds the API", async () => {
    const { secret } = await make(workspace.owner);
    karte.contracts.set(workspace.owner.id, {
      ...amplePlan,
      entitlements: { ...amplePlan.entitlements, api: false },
    });
    karte.clock.advance(2 * minute);
    const without = await domains(secret);
    const more = await workspace.owner.browser.attempt(addToken, {
      body: { label: "x", scopes: ["read"], days: 1 },
    });
    karte.contracts.delete(workspace.owner.id);
    karte.clock.advance(2 * minute);
    expect((await domains(secret)).status).toBe(200);
    karte.clock.reset();
    expect([without.error().type, more.error().type]).toEqual(["PlanLimit", "PlanLimit"]);
    const { name } = (await workspace.owner.browser.request({ url: "/v1/workspace" })).json() as {
      name: string;
    };
    await workspace.owner.browser.call(closeWorkspace, { body: { name } });
    expect((await domains(secret)).error().type).toBe("TokenInvalid");
  });

  test("may be made only so many times, also when two come at once", async () => {
    for (let made = 0; made < tokensMost - 1; made += 1) await make(workspace.owner);
    await karte.database.owner.pool.query("delete from kit.rate_limit");
    const body = { label: "x", scopes: ["read" as const], days: 1 };
    const both = await Promise.all(
      [1, 2].map(() => workspace.owner.browser.attempt(addToken, { body })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

// Before the tests of guesses, after which the network is refused before anything is looked up.
test("whom their organisation keeps out has no tokens, and all else that they had", async () => {
  const manager = await workspace.join("owner");
  const { secret } = await make(manager);
  const { secret: anothers } = await make(workspace.owner);
  expect((await domains(secret)).status).toBe(200);
  await karte.hear("access-ended", manager.id);
  await karte.hear("access-ended", manager.id);
  expect((await domains(secret)).status).toBe(401);
  expect((await domains(anothers)).status).toBe(200);
  const { rows } = await karte.database.owner.pool.query(
    "select 1 from karte.member where account_id = $1 and suspended_at is null",
    [manager.id],
  );
  expect(rows).toHaveLength(1);
});

test("who was let in again before that was heard keeps the tokens made since", async () => {
  const manager = await workspace.join("owner");
  const { secret: before } = await make(manager);
  const happened = new Date(karte.clock.now().getTime() + 1);
  karte.clock.advance(5_000);
  const { secret: since } = await make(manager);
  karte.members.set(manager.id, { twoFactor: false, accessEnded: false });
  await karte.hear("access-ended", manager.id, happened);
  expect((await domains(before)).status).toBe(401);
  expect((await domains(since)).status).toBe(200);
  // Still kept out: what they made until it was heard ends as well.
  karte.members.set(manager.id, { twoFactor: false, accessEnded: true });
  await karte.hear("access-ended", manager.id, happened);
  expect((await domains(since)).status).toBe(401);
  karte.clock.reset();
});

describe("the scopes of a token", () => {
  test("open exactly the calls whose act they name, and no other call at all", async () => {
    for (const own of scopeNames) {
      const { secret } = await make(workspace.owner, [own]);
      const call = program(secret);
      for (const endpoint of allEndpoints.filter(({ access }) => access !== "public")) {
        await karte.database.owner.pool.query("delete from kit.rate_limit");
        const { method } = endpoint;
        const url = endpoint.path.replaceAll(/:\w+/g, () => randomUUID());
        const needed = tokenScopeOf(endpoint);
        const answer = await call({ method, url, ...(method === "GET" ? {} : { body: {} }) });
        expect(answer.status, endpoint.name).toBeLessThan(500);
        if (endpoint.access === "person") {
          expect(answer.error().type, endpoint.name).toBe("SessionExpired");
          continue;
        }
        const isRefused = answer.status === 403 && answer.error().type === "ScopeInsufficient";
        expect(isRefused, `${own} ${endpoint.name}`).toBe(needed !== own);
        if (isRefused) {
          expect(answer.error().data?.scope).toBe(needed);
          expect(answer.headers["www-authenticate"]).toBe('Bearer error="insufficient_scope"');
        }
      }
    }
  });

  test("hold inside a call that does several things", async () => {
    const { id } = await workspace.owner.browser.call(addDomain, {
      body: { name: "a.example.jp" },
    });
    const call = program((await make(workspace.owner, ["run"])).secret);
    const bulk = (act: object) => call({ url: "/v1/domains/bulk", body: { act, domains: [id] } });
    expect((await bulk({ kind: "delete" })).error().type).toBe("NotAllowed");
    expect((await bulk({ kind: "schedule", schedule: "none" })).error().type).toBe("NotAllowed");
    expect((await bulk({ kind: "diagnose" })).status).toBe(200);
  });

  test("say in the log by which token something was done", async () => {
    const call = program((await make(workspace.owner, ["read", "domains"])).secret);
    expect((await call({ url: "/v1/domains", body: { name: "b.example.jp" } })).status).toBe(200);
    const { entries } = await workspace.owner.browser.call(listActivity, { query: {} });
    expect(entries[0]).toMatchObject({
      action: "domain.added",
      by: { id: workspace.owner.id },
      detail: { token: "SIEM" },
    });
  });
});

describe("the groups of a token", () => {
  test("narrow lists and counts, and go with their group", async () => {
    const { browser } = workspace.owner;
    const group = await browser.call(createGroup, { body: { name: "seen" } });
    await browser.call(addDomain, { body: { name: "in.example.jp", groups: [group.id] } });
    await browser.call(addDomain, { body: { name: "out.example.jp" } });
    const { secret } = await make(workspace.owner, ["read"], [group.id]);
    const seen = listDomains.response.parse((await domains(secret)).json());
    expect([seen.count.value, seen.domains.map(({ name }) => name.ascii)]).toEqual([
      1,
      ["in.example.jp"],
    ]);
    await browser.call(deleteGroup, { params: { id: group.id } });
    const nothing = listDomains.response.parse((await domains(secret)).json());
    expect(nothing.count.value).toBe(0);
  });

  test("go with reading only, and only with groups of this workspace", async () => {
    const other = await karte.workspace();
    const theirs = await other.owner.browser.call(createGroup, { body: { name: "theirs" } });
    const attempt = (scopes: TokenScope[], groups: string[]) =>
      workspace.owner.browser.attempt(addToken, {
        body: { label: "x", scopes, groups, days: 1 },
      });
    expect((await attempt(["read", "run"], [])).error().fields?.[0]?.path).toBe("groups");
    expect((await attempt(["read"], [theirs.id])).error().type).toBe("NotFound");
  });
});

describe("the budget of a token", () => {
  test("is told with every answer, and holds over all tokens of a workspace together", async () => {
    const first = await make(workspace.owner);
    const second = await make(workspace.owner);
    const third = await make(workspace.owner);
    const answer = await domains(first.secret);
    expect(answer.headers).toMatchObject({
      "ratelimit-limit": String(tokenCallsPerMinute),
      "ratelimit-remaining": String(tokenCallsPerMinute - 1),
    });
    expect(Number(answer.headers["ratelimit-reset"])).toBeGreaterThan(0);
    await karte.database.owner.pool.query(
      "update kit.rate_limit set points = $1 where key like 'customerApi:%'",
      [tokenCallsPerMinute],
    );
    const refused = await domains(first.secret);
    expect([refused.status, refused.headers["ratelimit-remaining"]]).toEqual([429, "0"]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await domains(second.secret)).status).toBe(200);
    await karte.database.owner.pool.query(
      "update kit.rate_limit set points = 600 where key like 'customerApiWorkspace:%'",
    );
    expect((await domains(third.secret)).status).toBe(429);
  });

  test("that is spent has nothing asked of the portal", async () => {
    const { secret } = await make(workspace.owner);
    const another = await make(workspace.owner);
    const { pool } = karte.database.owner;
    const owner = [workspace.owner.id];
    const heard = async () => {
      const stale = "select heard_at > '2020-01-01' as now from karte.contract_answer";
      return (await pool.query(`${stale} where contract_owner = $1`, owner)).rows[0]?.now;
    };
    expect((await domains(secret)).status).toBe(200);
    await pool.query(
      "update karte.contract_answer set heard_at = '2020-01-01' where contract_owner = $1",
      owner,
    );
    await pool.query("update kit.rate_limit set points = $1 where key like 'customerApi:%'", [
      tokenCallsPerMinute,
    ]);
    expect((await domains(secret)).status).toBe(429);
    expect(await heard()).toBe(false);
    expect((await domains(another.secret)).status).toBe(200);
    expect(await heard()).toBe(true);
  });

  test("of guesses is the network's", async () => {
    const guess = () => domains(`skt_${"b".repeat(43)}`);
    const statuses = new Set<number>();
    for (let tries = 0; tries < 70; tries += 1) statuses.add((await guess()).status);
    expect([...statuses]).toEqual([401, 429]);
  });
});

describe("an Idempotency-Key", () => {
  test("gives the first answer again and does nothing twice, for twenty at once too", async () => {
    const call = program((await make(workspace.owner, ["domains"])).secret);
    const first = await call(post("once.example.jp", "key-1"));
    const again = await call(post("once.example.jp", "key-1"));
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    const many = await Promise.all(
      Array.from({ length: 20 }, () => call(post("many.example.jp", "key-2"))),
    );
    const done = many.filter(
      ({ headers, status }) => status === 200 && !headers["idempotent-replayed"],
    );
    expect(done).toHaveLength(1);
    for (const { status } of many) expect([200, 409]).toContain(status);
    const { rows } = await karte.database.owner.pool.query(
      "select answer from karte.api_answer where workspace_id = $1",
      [workspace.id],
    );
    for (const { answer } of rows) expect(answer.toString()).not.toContain(first.text);
  });

  test("is refused for another call, and is another token's own", async () => {
    const call = program((await make(workspace.owner, ["domains"])).secret);
    await call(post("one.example.jp", "key"));
    expect((await call(post("two.example.jp", "key"))).error().type).toBe("IdempotencyKeyReused");
    const other = program((await make(workspace.owner, ["domains"])).secret);
    expect((await other(post("two.example.jp", "key"))).status).toBe(200);
    expect((await call(post("x.example.jp", "k".repeat(256)))).error().fields?.[0]?.path).toBe(
      "Idempotency-Key",
    );
  });

  test("is free again after a refusal, and stays unknown after a call that broke off", async () => {
    const { token, secret } = await make(workspace.owner, ["domains"]);
    const call = program(secret);
    expect((await call(post("localhost", "key"))).status).toBe(400);
    expect((await call(post("mended.example.jp", "key"))).status).toBe(200);
    await karte.database.owner.pool.query(
      "update karte.api_answer set answer = null where token_id = $1",
      [token.id],
    );
    expect((await call(post("mended.example.jp", "key"))).error().type).toBe("OutcomeUnknown");
  });

  test("is forgotten after a day, and a token long after it ran out", async () => {
    const call = program((await make(workspace.owner, ["domains"])).secret);
    await call(post("a-day.example.jp", "key"));
    const left = async () => {
      const { rows } = await karte.database.owner.pool.query(
        `select (select count(*)::int from karte.api_answer where workspace_id = $1) as answers,
           (select count(*)::int from karte.api_token where workspace_id = $1) as tokens`,
        [workspace.id],
      );
      return rows[0];
    };
    const purge = async (days: number) => {
      const at = new Date(Date.now() + days * 86_400_000);
      await karte.database.application.pool.query("select karte.purge_tokens($1)", [at]);
    };
    await purge(0.9);
    expect(await left()).toEqual({ answers: 1, tokens: 1 });
    await purge(1.1);
    expect(await left()).toEqual({ answers: 0, tokens: 1 });
    await purge(181);
    expect(await left()).toEqual({ answers: 0, tokens: 0 });
  });
});

test("a browser of another site gets nowhere with a token it has found", async () => {
  const { secret } = await make(workspace.owner, ["domains"]);
  const answer = await program(secret)({
    url: "/v1/domains",
    body: { name: "evil.example.jp" },
    headers: { origin: "https://evil.example" },
  });
  expect(answer.error().type).toBe("Forbidden");
});

/** Calls without an example that a test was answered, and why. */
const withoutExample: Readonly<Record<string, string>> = {
  downloadReport: "a PDF, not JSON",
  streamEventsAsCef: "lines of text, which docs/integrate/siem.md shows",
  streamEventsAsNdjson: "lines of text, which docs/integrate/siem.md shows",
};

describe("the reference", () => {
  /** What browsers' sessions are answered. */
  const ofSessions = new Set(["SessionExpired", "WorkspaceSwitched"]);
  interface Operation {
    readonly operationId: string;
    readonly security: readonly { readonly token: readonly string[] }[];
    readonly description: string;
    readonly parameters?: readonly {
      readonly name: string;
      readonly in: string;
      readonly description?: string;
    }[];
    readonly responses: Readonly<Record<string, { readonly description: string }>>;
  }

  test("has exactly the calls that tokens may make, each with its scope and its errors", async () => {
    const answer = await testClient(karte.app).request({ url: "/v1/docs/json" });
    const { paths } = answer.json() as { paths: Record<string, Record<string, Operation>> };
    const shown = Object.values(paths).flatMap((methods) => Object.entries(methods));
    const wanted = allEndpoints.filter((endpoint) => tokenScopeOf(endpoint) !== undefined);
    expect(wanted.length).toBeGreaterThan(30);
    expect(shown.map(([, { operationId }]) => operationId).sort()).toEqual(
      wanted.map(({ name }) => name).sort(),
    );
    for (const [method, { operationId, security, parameters, responses }] of shown) {
      const endpoint = wanted.find(({ name }) => name === operationId);
      expect(security).toEqual([{ token: [endpoint && tokenScopeOf(endpoint)] }]);
      const names = (parameters ?? []).map(({ name }) => name);
      expect(names.includes("Idempotency-Key"), operationId).toBe(method !== "get");
      const told = Object.values(responses).map(({ description }) => description);
      const heard = (endpoint?.errors ?? []).filter((type) => !ofSessions.has(type));
      for (const type of heard) expect(told.join(), operationId).toContain(type);
      // Neither in words nor in the schema: no token is answered these.
      for (const type of ofSessions) {
        expect(JSON.stringify(responses), operationId).not.toContain(type);
      }
    }
  });

  test("says of each filter what it takes, and shows no marks of Markdown", async () => {
    const answer = await testClient(karte.app).request({ url: "/v1/docs/json" });
    const { paths } = answer.json() as { paths: Record<string, Record<string, Operation>> };
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    for (const { operationId, description, parameters = [] } of operations) {
      expect(description).toMatch(/^Token scope: `\w+`\. Role of who made the token: [a-z, ]+\.$/);
      for (const { name, in: place, description: about } of parameters) {
        if (place === "query") expect(about, `${operationId}: ${name}`).toBeTruthy();
      }
    }
    const list = operations.find(({ operationId }) => operationId === "listFindings");
    expect(list?.parameters?.find(({ name }) => name === "severity")?.description).toContain(
      "One or more of `critical`, `high`, `medium`, `low`, `info`, separated by commas.",
    );
    const page = (await testClient(karte.app).request({ url: "/v1/docs" })).text;
    expect(page).toContain("<code>fields</code> names what is wrong");
    expect(page.replaceAll(/<pre[\s\S]*?<\/pre>/g, "")).not.toContain("`");
  });

  test("gives each call a command with a token, and an example that the call takes", async () => {
    const page = await testClient(karte.app).request({ url: "/v1/docs" });
    const commands = referenceCommands(page.text);
    const wanted = allEndpoints.filter((endpoint) => tokenScopeOf(endpoint) !== undefined);
    expect([...commands.keys()].sort()).toEqual(wanted.map(({ name }) => name).sort());
    for (const { name, body } of wanted) {
      const command = commands.get(name);
      expect(command?.text, name).toContain("Authorization: Bearer $SEKIMORI_TOKEN");
      if (body) expect(body.safeParse(command?.body).error?.issues ?? [], name).toEqual([]);
    }
  });

  test("names the parameters of each call on the page", async () => {
    const page = (await testClient(karte.app).request({ url: "/v1/docs" })).text;
    const wanted = allEndpoints.filter((endpoint) => tokenScopeOf(endpoint) !== undefined);
    let named = 0;
    for (const { name, params, query } of wanted) {
      const declared = [params, query].flatMap((schema) =>
        schema instanceof z.ZodObject ? Object.keys(schema.shape) : [],
      );
      named += declared.length;
      expect(referenceParameters(page, name), name).toEqual(expect.arrayContaining(declared));
    }
    expect(named).toBeGreaterThan(50);
  });

  test("shows an answer of each call that a test got, and it fits what is declared", async () => {
    const wanted = allEndpoints.filter((endpoint) => tokenScopeOf(endpoint) !== undefined);
    expect([...Object.keys(recordedExamples), ...Object.keys(withoutExample)].sort()).toEqual(
      wanted.map(({ name }) => name).sort(),
    );
    const answer = await testClient(karte.app).request({ url: "/v1/docs/examples" });
    const shown = answer.json() as Record<string, unknown>;
    const page = (await testClient(karte.app).request({ url: "/v1/docs" })).text;
    for (const { name, body, response } of wanted) {
      if (withoutExample[name] !== undefined) continue;
      const example = recordedExamples[name];
      expect(response.parse(shown[name]), name).toEqual(example?.answer);
      if (body) expect(body.safeParse(example?.request).error?.issues ?? [], name).toEqual([]);
      expect(page, name).toContain(`data-call="${name}"`);
    }
  });

  test("is a page under a policy that lets in nothing foreign", async () => {
    const page = await testClient(karte.app).request({ url: "/v1/docs" });
    expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.headers["content-security-policy"]).toContain("script-src 'self';");
    expect(page.text).toContain('id="listDomains"');
    expect(page.text).not.toContain('id="addToken"');
    for (const url of ["/v1/docs/reference.css", "/v1/docs/reference.js"]) {
      expect((await testClient(karte.app).request({ url })).status, url).toBe(200);
    }
  });
});
