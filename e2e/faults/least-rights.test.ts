import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { addressAs, ensureOwnerRole } from "@sekimori/kit-development/testing/owner-role";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { portalMigrations } from "@sekimori/portal-server/migrations";
import { Client, Pool } from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { halfDone, jobsDone } from "./support/consistency.ts";
import { report } from "./support/figures.ts";
import { newMember, signInAs } from "./support/journeys.ts";
import { ownWorld } from "./support/own-world.ts";
import { Person } from "./support/person.ts";
import { main, runtime } from "./support/running-process.ts";

const name = `rights_${randomBytes(8).toString("hex")}`;
let asRole: Pool;

/** An empty database, a role that owns nothing, and what `sekimori migrate` makes of them. */
const world = ownWorld(async () => {
  const server = new URL(inject("postgresUrl"));
  const client = new Client({ connectionString: server.href });
  await client.connect();
  const plainOwner = await ensureOwnerRole(client, portalMigrations);
  await client.query(`create database ${name} owner ${plainOwner.name}`);
  await client.query(`create role ${name} login password '${name}'`);
  await client.end();
  const owner = new URL(addressAs(plainOwner, server.href, name));
  await promisify(execFile)(runtime, [main, "migrate", "--grant-to", name], {
    env: { ...process.env, DATABASE_OWNER_URL: owner.href },
  });
  const role = new URL(owner);
  role.username = name;
  role.password = name;
  asRole = new Pool({ connectionString: role.href });
  return {
    databaseUrl: owner.href,
    environment: { DATABASE_URL: role.href, LIMIT_FACTOR: "1000" },
  };
});
afterAll(async () => {
  await asRole?.end();
});

const forbidden = [
  "update portal.audit_event set action = 'x'",
  "delete from portal.audit_event",
  "truncate portal.audit_event",
  "update portal.price_answer set accepted = true",
  "delete from portal.price_answer",
  "alter table portal.audit_event disable trigger all",
  "drop table portal.account",
  "truncate portal.account",
  "alter table portal.account add column x text",
  "create table portal.extra (id int)",
  "create schema extra",
  "drop function portal.append_audit",
  "delete from portal.migration",
  "update kit.migration set checksum = ''",
  "delete from graphile_worker.migrations",
  "create role extra",
];

test("portal and worker do their work with a role that can change no table and no record", async () => {
  const here = world();
  const { email, person } = await newMember(here);
  expect((await person.attempt(getMyProfile, {})).status).toBe(200);
  expect((await signInAs(new Person(here.origin), email)).status).toBe(200);
  await jobsDone(here.pool);
  expect(await halfDone(here.pool)).toEqual({});
  const { rows } = await here.pool.query(
    "select distinct usename from pg_stat_activity where datname = current_database() and application_name = 'sekimori'",
  );
  expect(rows).toEqual([{ usename: name }]);

  const outcomes: Record<string, string> = {};
  for (const statement of forbidden) {
    outcomes[statement] = await asRole.query(statement).then(
      () => "done",
      (error: { code: string }) => error.code,
    );
  }
  report("rights", {
    statements: forbidden.length,
    refused: Object.values(outcomes).filter((code) => code === "42501").length,
  });
  expect(outcomes).toEqual(Object.fromEntries(forbidden.map((statement) => [statement, "42501"])));
});
