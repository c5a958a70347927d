import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type MovableClock, movableClock } from "../clock/clock.ts";
import { grantUse, openDatabase } from "../database/database.ts";
import { type JobWorker, startWorker } from "../jobs/jobs.ts";
import { createLogger } from "../logger/logger.ts";
import { createOutbound, type Outbound, OutboundRefused } from "../outbound/outbound.ts";
import { createSealer, parseKeyring } from "../sealing/sealing.ts";
import { webhookBody } from "./forms.ts";
import { retryAfterOf, webhookAttemptsMost, webhookRetryDelay } from "./retry.ts";
import { createWebhooks, type WebhookEvent, type Webhooks } from "./webhooks.ts";

const sealer = createSealer(parseKeyring(`k1:${randomBytes(32).toString("base64")}`));
const logger = createLogger({ name: "tests", level: "silent" });

interface Heard {
  readonly headers: Record<string, string>;
  readonly body: string;
}

let database: TestDatabase<unknown>;
let clock: MovableClock;
let server: Server;
let origin: string;
let outbound: Outbound;
let webhooks: Webhooks;
let worker: JobWorker;
let heard: Heard[];
/** What the receiver answers to the next calls; 200 when there is nothing more. */
let answers: { status: number; headers?: Record<string, string> }[];

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    heard.push({ headers: request.headers as never, body: await bodyOf(request) });
    const { status, headers } = answers.shift() ?? { status: 200 };
    response.writeHead(status, headers).end("a stranger's words");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(async () => {
  heard = [];
  answers = [];
  database = await createTestDatabase([]);
  clock = movableClock();
  outbound = createOutbound({ production: false, loopback: [origin] });
  webhooks = createWebhooks({ sealer, outbound, clock });
  worker = await startWorker({ database, jobs: [webhooks.job(database.db)], clock, logger });
});
afterEach(async () => {
  await worker.stop();
  await outbound.close();
  await database.close();
});

const event: WebhookEvent = {
  type: "finding.opened",
  data: { id: 1, host: "<b>www</b>" },
  words: {
    title: "New finding <!channel>",
    lines: ["[click](https://evil.example) *bold* <https://evil.example|here>"],
    link: { label: "Open", url: "https://karte.example/" },
  },
};

const transact = <R>(work: (tx: never) => Promise<R>) =>
  database.db.transaction().execute((tx) => work(tx as never));

const add = (owner = "one", more: object = {}) =>
  transact((tx) =>
    webhooks.add(tx, owner, {
      url: `${origin}/hook`,
      label: "Ours",
      form: "standard",
      events: ["finding.opened"],
      createdBy: "p",
      ...more,
    }),
  );

const log = (owner = "one") => transact((tx) => webhooks.deliveries(tx, owner, { size: 100 }));

/** Has the next try of every waiting delivery happen now. */
const hurry = () =>
  // Told as of a new one, the worker looks at once and not only at its next round.
  sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()),
      pg_notify('jobs:insert', '{"r":"hurry","count":1}')
    from graphile_worker.jobs where task_identifier = 'kit.deliver-webhook' and run_at > now()
    having count(*) > 0`.execute(database.db);

async function until(state: string, attempts: number): Promise<void> {
  await expect
    .poll(async () => (await log())[0], { timeout: 15_000, interval: 30 })
    .toMatchObject({ state, attempts });
}

test("a receiver verifies the signature with the standard's own library, with old and new secret", async () => {
  const { endpoint, secret } = await add();
  expect(await transact((tx) => webhooks.publish(tx, "one", event))).toBe(1);
  await until("delivered", 1);
  const next = await transact((tx) => webhooks.changeSecret(tx, "one", endpoint.id));
  await transact((tx) => webhooks.publish(tx, "one", event));
  await expect.poll(() => heard.length).toBe(2);
  const [first, second] = heard as [Heard, Heard];
  expect(new Webhook(secret).verify(first.body, first.headers)).toMatchObject({
    type: "finding.opened",
    data: event.data,
  });
  for (const one of [secret, next ?? ""]) new Webhook(one).verify(second.body, second.headers);
  expect(() => new Webhook(next ?? "").verify(first.body, first.headers)).toThrow();
  expect(() => new Webhook(secret).verify(`${first.body} `, first.headers)).toThrow();
});

test("a name and a secret that are changed at once are both changed", async () => {
  const { endpoint } = await add();
  let renaming: Promise<unknown> | undefined;
  const next = await transact(async (tx) => {
    const secret = await webhooks.changeSecret(tx, "one", endpoint.id);
    renaming = transact((other) => webhooks.change(other, "one", endpoint.id, { label: "Theirs" }));
    // It has read, or wants to, before the secret is committed.
    await expect
      .poll(async () => {
        const { rows } = await sql`select from pg_locks where not granted`.execute(database.db);
        return rows.length;
      })
      .toBeGreaterThan(0);
    return secret;
  });
  expect(await renaming).toMatchObject({ label: "Theirs" });
  await transact((tx) => webhooks.publish(tx, "one", event));
  await expect.poll(() => heard.length).toBe(1);
  const [{ body, headers }] = heard as [Heard];
  new Webhook(next ?? "").verify(body, headers);
});

test("what does not arrive is tried again as the same message, and shown in the log", async () => {
  await add();
  answers = [{ status: 500 }, { status: 503, headers: { "retry-after": "600" } }];
  await transact((tx) => webhooks.publish(tx, "one", event));
  await until("queued", 1);
  const [entry] = await log();
  expect(entry).toMatchObject({ status: 500, problem: "status", finishedAt: null });
  expect((entry?.nextAt?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(5_000);
  await hurry();
  await until("queued", 2);
  expect(((await log())[0]?.nextAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(590_000);
  await hurry();
  await until("delivered", 3);
  expect(new Set(heard.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
});

test("after the last try it is given up, and can be sent again with its own id", async () => {
  const { endpoint } = await add();
  answers = Array.from({ length: webhookAttemptsMost }, () => ({ status: 500 }));
  await transact((tx) => webhooks.publish(tx, "one", event));
  for (let attempt = 1; attempt < webhookAttemptsMost; attempt++) {
    await until("queued", attempt);
    await hurry();
  }
  await until("failed", webhookAttemptsMost);
  expect((await transact((tx) => webhooks.list(tx, "one")))[0]?.failingSince).not.toBeNull();
  const [given] = await log();
  expect(await transact((tx) => webhooks.replay(tx, "other", given?.id ?? ""))).toBeUndefined();
  await transact((tx) => webhooks.replay(tx, "one", given?.id ?? ""));
  await until("delivered", 1);
  expect(heard.at(-1)?.headers["webhook-id"]).toBe(given?.message);
  expect(heard.at(-1)?.body).toBe(heard[0]?.body);
  const [now] = await transact((tx) => webhooks.list(tx, "one"));
  expect(now).toMatchObject({ id: endpoint.id, failingSince: null, disabledAt: null });
});

test("every message that failed for good is sent again, once, whatever went out since", async () => {
  const { endpoint } = await add();
  const { endpoint: another } = await add("one", { events: [] });
  await worker.stop();
  /** What a month brings: messages by their numbers, each with the ends of its deliveries in turn. */
  const plant = async (to: string, from: number, count: number, ...states: readonly string[]) => {
    const messages = Array.from({ length: count }, (_, index) => from + index);
    const rows = messages.flatMap((number) =>
      states.map((state, day) => {
        const id = randomUUID();
        const sealed = states.includes("delivered")
          ? Buffer.alloc(0)
          : sealer.seal("{}", `kit.webhook_delivery:${id}`);
        return { id, number, state, day, sealed: sealed.toString("hex") };
      }),
    );
    await sql`
      insert into kit.webhook_delivery (id, owner, endpoint_id, message_id, event, sealed, state,
        created_at)
      select id, 'one', ${to}, md5(number::text)::uuid, 'finding.opened', decode(sealed, 'hex'),
        state, '2026-11-01'::timestamptz + number * interval '1 second' + day * interval '1 day'
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as planted (id uuid, number int, state text, day int, sealed text)`.execute(database.db);
  };
  await plant(endpoint.id, 1, 120, "failed", "failed");
  await plant(endpoint.id, 2_000, 1_100, "delivered");
  await plant(endpoint.id, 4_000, 2, "failed", "delivered");
  await plant(endpoint.id, 5_000, 2, "failed", "queued");
  // To another receiver the same message has arrived, and one of its own has not.
  await plant(endpoint.id, 6_000, 1, "failed");
  await plant(another.id, 6_000, 1, "delivered");
  await plant(another.id, 7_000, 1, "failed");

  const replay = (owner: string, id: string) =>
    transact((tx) => webhooks.replayFailed(tx, owner, id));
  expect(await replay("other", endpoint.id)).toBeUndefined();
  const both = await Promise.all([replay("one", endpoint.id), replay("one", endpoint.id)]);
  expect(both.map((ids) => ids?.length).toSorted()).toEqual([0, 121]);
  // One a message, under its own id, the oldest first.
  const { rows } = await sql<{ message: string }>`
    select message_id as message from unnest(${both.flatMap((ids) => ids ?? [])}::uuid[])
      with ordinality as replayed (id, turn)
    join kit.webhook_delivery using (id) where state = 'queued' order by turn`.execute(database.db);
  const { rows: expected } = await sql<{ message: string }>`
    select md5(number::text)::uuid as message from unnest(${[
      ...Array.from({ length: 120 }, (_, index) => index + 1),
      6_000,
    ]}::int[]) with ordinality as wanted (number, turn) order by turn`.execute(database.db);
  expect(rows).toEqual(expected);
  expect(await replay("one", another.id)).toHaveLength(1);
});

test("a receiver that says it is gone, or that fails for days, is no longer called", async () => {
  const { endpoint } = await add();
  answers = [{ status: 410 }];
  await transact((tx) => webhooks.publish(tx, "one", event));
  await until("failed", 1);
  expect((await transact((tx) => webhooks.list(tx, "one")))[0]?.disabledWhy).toBe("gone");
  expect(await transact((tx) => webhooks.publish(tx, "one", event))).toBe(0);
  await transact((tx) => webhooks.change(tx, "one", endpoint.id, { enabled: true }));
  answers = [{ status: 500 }, { status: 500 }];
  await transact((tx) => webhooks.publish(tx, "one", event));
  await until("queued", 1);
  await sql`update kit.webhook_endpoint set failing_since = now() - interval '6 days'`.execute(
    database.db,
  );
  await hurry();
  await until("queued", 2);
  expect((await transact((tx) => webhooks.list(tx, "one")))[0]?.disabledWhy).toBe("failing");
});

test("a redirect is not followed, and an address inside is refused when given and when called", async () => {
  const { endpoint } = await add();
  answers = [{ status: 302, headers: { location: `${origin}/elsewhere` } }];
  await transact((tx) => webhooks.publish(tx, "one", event));
  await until("queued", 1);
  expect(heard).toHaveLength(1);
  expect((await log())[0]).toMatchObject({ status: 302, problem: "redirect" });
  for (const url of ["https://127.0.0.1/", "https://169.254.169.254/x", "http://hooks.example/"]) {
    await expect(add("one", { url })).rejects.toBeInstanceOf(OutboundRefused);
    const change = transact((tx) => webhooks.change(tx, "one", endpoint.id, { url }));
    await expect(change).rejects.toBeInstanceOf(OutboundRefused);
  }
  // What became an address inside after it was given (rebinding) is refused by the call itself.
  const strict = createOutbound({ production: true, resolve: async () => ["10.0.0.7"] });
  const later = createWebhooks({ sealer, outbound: strict, clock });
  await worker.stop();
  worker = await startWorker({ database, jobs: [later.job(database.db)], clock, logger });
  await hurry();
  await until("queued", 2);
  expect((await log())[0]?.problem).toBe("refused-address");
  expect(heard).toHaveLength(1);
  await strict.close();
});

test("a test goes to one receiver whatever it wants; a wish for nothing hears nothing", async () => {
  const { endpoint } = await add("one", { events: [] });
  expect(await transact((tx) => webhooks.publish(tx, "one", event))).toBe(0);
  await transact((tx) => webhooks.test(tx, "one", endpoint.id, { ...event, type: "test" }));
  await until("delivered", 1);
  expect((await log())[0]?.event).toBe("test");
});

test("owners are kept apart by row level security too, and nothing is stored in the open", async () => {
  const { endpoint } = await add("one");
  await transact((tx) => webhooks.publish(tx, "one", event));
  await until("delivered", 1);
  expect(await transact((tx) => webhooks.list(tx, "two"))).toEqual([]);
  expect(await log("two")).toEqual([]);
  expect(await transact((tx) => webhooks.remove(tx, "two", endpoint.id))).toBe(false);
  const stored = await sql<{ text: string }>`
    select e::text || d::text as text from kit.webhook_endpoint e, kit.webhook_delivery d`.execute(
    database.db,
  );
  expect(stored.rows[0]?.text).not.toMatch(/\/hook|whsec_|channel/);

  await database.superuser.query(
    "do $$ begin create role webhook_reader login password 'for tests'; exception when duplicate_object then null; end $$",
  );
  await grantUse(database, { role: "webhook_reader", schemas: [], appendOnly: [] });
  const url = new URL(database.url);
  url.username = "webhook_reader";
  url.password = "for tests";
  const reader = openDatabase<unknown>({ url: url.href, logger });
  const seen = async (owner: string) =>
    reader.db.transaction().execute(async (tx) => {
      await sql`select set_config('app.webhook_owner', ${owner}, true)`.execute(tx);
      const { rows } = await sql`select id from kit.webhook_delivery`.execute(tx);
      return rows.length;
    });
  expect([await seen(""), await seen("two"), await seen("one")]).toEqual([0, 0, 1]);
  clock.advance(31 * 86_400_000);
  expect(await webhooks.purge(reader.db, 30).remove(clock.now())).toBe(1);
  await reader.close();
});

describe("the forms", () => {
  const at = new Date("2026-11-22T00:00:00Z");

  test("in Slack's nothing of a stranger's is markup, and nobody is called", () => {
    const body = JSON.parse(webhookBody("slack", event, at));
    expect(body.text).toBe("New finding &lt;!channel&gt;");
    expect(body.mrkdwn).toBe(false);
    const types = body.blocks.slice(0, 2).map(({ text }: { text: { type: string } }) => text.type);
    expect(types).toEqual(["plain_text", "plain_text"]);
    expect(JSON.stringify(body)).not.toContain('mrkdwn":true');
  });

  test("in Teams' all text stands in runs, which know no Markdown", () => {
    const { attachments } = JSON.parse(webhookBody("teams", event, at));
    const { body, actions } = attachments[0].content;
    for (const block of body) {
      expect(block.type).toBe("RichTextBlock");
      expect(block.inlines.every((run: { type: string }) => run.type === "TextRun")).toBe(true);
    }
    expect(actions).toEqual([
      { type: "Action.OpenUrl", title: "Open", url: "https://karte.example/" },
    ]);
  });
});

describe("the waits", () => {
  test.each([
    [1, 0, 5_000],
    [1, 60_000, 60_000],
    [2, 1_000, 300_000],
    [7, 0, 36_000_000],
    [3, 10 ** 12, 36_000_000],
    [8, 0, undefined],
  ])("after %i tries and a wish of %i ms: %s", (attempts, wish, expected) => {
    expect(webhookRetryDelay(attempts, wish)).toBe(expected);
  });

  test.each([
    [null, 0],
    ["120", 120_000],
    ["Thu, 01 Jan 1970 00:01:00 GMT", 60_000],
    ["soon", 0],
    ["-5", 0],
  ])("Retry-After: %s", (header, expected) => {
    expect(retryAfterOf(header, 0)).toBe(expected);
  });
});
