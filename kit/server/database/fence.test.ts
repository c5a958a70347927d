import { randomBytes } from "node:crypto";
import { prepareServingRole } from "@sekimori/kit-development/serving-role";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createErrorMapper } from "../errors/errors.ts";
import { UnfencedRole } from "../errors/unfenced-role.ts";
import { createLogger } from "../logger/logger.ts";
import { openServingDatabase, type ServingDatabase } from "./database.ts";
import type { Fence } from "./fence.ts";

const logger = createLogger({ name: "test", level: "silent" });
const fence: Fence = {
  setting: "DATABASE_URL",
  schemas: ["fenced"],
  appendOnly: ["fenced.log"],
};

let owner: TestDatabase<unknown>;
let role: string;
let url: string;
let opened: ServingDatabase<unknown>[];

beforeAll(async () => {
  owner = await createTestDatabase([]);
  await owner.superuser.query(`
    create schema fenced;
    create table fenced.migration (name text);
    create table fenced.log (line text);
    create table fenced.secret (tenant text);
    alter table fenced.secret enable row level security, force row level security;
    create policy own on fenced.secret using (tenant = current_setting('app.tenant', true));
    insert into fenced.secret values ('another');
  `);
});
afterAll(() => owner.close());

beforeEach(async () => {
  role = `fence_${randomBytes(6).toString("hex")}`;
  url = await prepareServingRole({ pool: owner.superuser }, owner.superuserUrl, {
    ...fence,
    role,
    password: "only-for-tests",
  });
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await owner.superuser.query(`reassign owned by ${role} to current_user; drop owned by ${role}`);
  await owner.superuser.query(`drop role ${role}`);
});

function serving(at = url): ServingDatabase<unknown> {
  const database = openServingDatabase({ url: at, logger, fence, poolSize: 2 });
  opened.push(database);
  return database;
}

/** What comes of asking for all rows, by each of the two ways to the database. */
async function rowsSeen({ pool, pipeline }: ServingDatabase<unknown>) {
  const count = "select tenant from fenced.secret where $1 = $1";
  const outcomes = await Promise.allSettled([pool.query(count, [1]), pipeline.query(count, [1])]);
  return outcomes.map((outcome) => {
    if (outcome.status === "rejected") return String(outcome.reason?.name);
    return "rows" in outcome.value ? outcome.value.rows.length : outcome.value.length;
  });
}

test("a role that owns nothing serves, and policies bind it", async () => {
  const database = serving();
  await database.refuseUnfenced();
  expect(await rowsSeen(database)).toEqual([0, 0]);
});

const other = () => `${role}_other`;
const ways: Readonly<Record<string, readonly [change: () => string, reason: RegExp]>> = {
  "is a superuser": [() => `alter role ${role} superuser`, /is a superuser/],
  "has BYPASSRLS": [() => `alter role ${role} bypassrls`, /has BYPASSRLS/],
  "owns a table": [() => `alter table fenced.secret owner to ${role}`, /owns the tables/],
  "owns the schema": [() => `alter schema fenced owner to ${role}`, /owns the tables/],
  "may switch to the owner": [
    () => `create role ${other()}; alter table fenced.secret owner to ${other()};
      grant ${other()} to ${role} with inherit false`,
    /owns the tables/,
  ],
  "works as another at once": [
    () => `create role ${other()} bypassrls; grant ${other()} to ${role};
      grant usage on schema fenced to ${other()}; alter role ${role} set role = ${other()}`,
    /has BYPASSRLS/,
  ],
  "may rewrite what is only added to": [
    () => `grant update (line) on fenced.log to ${role}`,
    /may change fenced\.log/,
  ],
  "may empty what is only added to": [
    () => `grant truncate on fenced.log to ${role}`,
    /may change fenced\.log/,
  ],
};

test.each(Object.entries(ways))("a role that %s is refused", async (_, [change, reason]) => {
  // Open before, so that only its new connections can notice.
  const before = serving();
  await before.pool.query("select 1");
  await owner.superuser.query(change());
  try {
    const database = serving();
    await expect(database.refuseUnfenced()).rejects.toThrow(reason);
    await expect(database.refuseUnfenced()).rejects.toThrow(/^DATABASE_URL names the role/);
    expect(await rowsSeen(database)).toEqual(["UnfencedRole", "UnfencedRole"]);
    const [first, second] = await Promise.allSettled([
      before.pool.query("select pg_sleep(0.05)"),
      before.pool.query("select pg_sleep(0.05)"),
    ]);
    expect([first?.status, second?.status].sort()).toEqual(["fulfilled", "rejected"]);
  } finally {
    await owner.superuser.query(`alter table fenced.secret owner to current_user;
      alter schema fenced owner to current_user`);
    await owner.superuser.query(`do $$ begin if to_regrole('${other()}') is not null then
      drop owned by ${other()}; drop role ${other()}; end if; end $$`);
  }
});

test("a server that cannot be reached is no refusal, a wrong password is one", async () => {
  await serving("postgres://nobody@127.0.0.1:1/none").refuseUnfenced();
  const wrong = new URL(url);
  wrong.password = "wrong";
  await expect(serving(wrong.href).refuseUnfenced()).rejects.toThrow(/password/);
});

test("people are answered 503, and the reason stays in the log", () => {
  const { status, body } = createErrorMapper({}).map(new UnfencedRole("reason"), "id");
  expect([status, body.error.type]).toEqual([503, "Unavailable"]);
  expect(JSON.stringify(body)).not.toContain("reason");
});
