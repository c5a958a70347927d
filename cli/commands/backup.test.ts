import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCommand } from "../testing/run-command.ts";

let database: TestDatabase<unknown>;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase([]);
  folder = await mkdtemp(join(tmpdir(), "sekimori-backup-"));
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** What the command says where nothing of “sekimori start” runs. */
async function advice(environment: Readonly<Record<string, string>>) {
  const at = (name: string) => join(folder, name);
  const to = ["--to", at("to"), "--keys", at("keys"), "--data", at("none"), "--operator", "Sato"];
  return runCommand(["backup", ...to], environment);
}

/** A `pg_dump` that tells its version. */
async function dumpOf(version: string): Promise<string> {
  const file = join(folder, "pg_dump");
  await writeFile(file, `#!/bin/sh\necho "pg_dump (PostgreSQL) ${version}"\n`);
  await chmod(file, 0o755);
  return `${folder}:${process.env.PATH}`;
}

test("for a server of one's own the backup says what to run, and fails", async () => {
  const { code, stderr } = await advice({});
  expect(code).toBe(1);
  expect(stderr).toContain("no “sekimori start” runs on");
  expect(stderr).toContain(
    'pg_dump --format=custom --file=portal.dump "$DATABASE_OWNER_URL"\n  pg_dump --format=custom --file=karte.dump "$KARTE_DATABASE_OWNER_URL"',
  );
  expect(stderr).toContain("KARTE_DATABASE_OWNER_URL is not set here");
});

test("a client that is older than the server is named with the package to install", async () => {
  const { rows } = await database.pool.query<{ major: number }>(
    "select current_setting('server_version_num')::int / 10000 as major",
  );
  const server = rows[0]?.major ?? 0;
  const of = async (version: string) =>
    advice({ DATABASE_OWNER_URL: database.url, PATH: await dumpOf(version) });
  expect((await of(`${server - 1}.3 (Debian)`)).stderr).toContain(
    `is PostgreSQL ${server}, and pg_dump here is ${server - 1}, which refuses newer ones; install postgresql-client-${server}.`,
  );
  expect((await of(`${server}.1`)).stderr).not.toContain("refuses newer ones");
});

test("an owner's address that leads nowhere is said without its password", async () => {
  const url = "postgres://owner:a-password@127.0.0.1:1/none";
  const { stderr } = await advice({ DATABASE_OWNER_URL: url });
  expect(stderr).toContain("The server of DATABASE_OWNER_URL does not answer.");
  expect(stderr).not.toContain("a-password");
});
