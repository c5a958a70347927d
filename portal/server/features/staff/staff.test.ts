import { randomUUID } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { movableClock } from "@sekimori/kit-server/clock";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Tables } from "../../database/generated/tables.ts";
import { portalMigrations } from "../../migrations.ts";
import { DryRun } from "../operator/operator-audit.ts";
import { appointStaff, findStaff, listStaff, removeStaff } from "./staff.ts";

let database: TestDatabase<Tables>;
const clock = movableClock();
beforeAll(async () => {
  database = await createTestDatabase<Tables>(portalMigrations, "portal");
});
afterAll(() => database.close());
beforeEach(() => database.pool.query("delete from portal.account"));

const tables = () => ({ db: database.db, clock });
const acting = { operator: "Sato" };

/** An open account. @returns its id. */
async function member(): Promise<string> {
  const id = randomUUID();
  await database.pool.query(
    `insert into portal.account (id, email_digest, personal, user_type, language, is_agree_service,
       created_at) values ($1::uuid, $1::text, '', '2', 'ja', true, now())`,
    [id],
  );
  return id;
}

const appoint = (account: string, name: string, ...roles: ("administrator" | "support")[]) =>
  appointStaff(tables(), acting, { account, name, roles });

async function events(account: string) {
  const { rows } = await database.pool.query<{ action: string; detail: unknown }>(
    "select action, detail from portal.audit_event where account_id = $1 order by id",
    [account],
  );
  return rows;
}

test("who is appointed is found with their roles until they are removed, and both are written down", async () => {
  const account = await member();
  expect(await findStaff(tables(), account)).toBeUndefined();
  expect(await appoint(account, "Hanako", "support")).toBeUndefined();
  expect(await findStaff(tables(), account)).toMatchObject({
    account,
    name: "Hanako",
    roles: ["support"],
    appointedBy: "Sato",
  });
  expect(await appoint(account, "Hanako", "administrator", "support")).toBeUndefined();
  expect((await listStaff(tables())).map(({ roles }) => roles)).toEqual([
    ["support", "administrator"],
  ]);
  expect(await removeStaff(tables(), acting, account)).toBe(true);
  expect(await findStaff(tables(), account)).toBeUndefined();
  expect(await removeStaff(tables(), acting, account)).toBe(false);
  const detail = { operator: "Sato", name: "Hanako" };
  expect(await events(account)).toEqual([
    { action: "operator.staff-appointed", detail: { ...detail, roles: "support" } },
    { action: "operator.staff-appointed", detail: { ...detail, roles: "support, administrator" } },
    { action: "operator.staff-removed", detail },
  ]);
});

test("a removal ends the sessions at the console, and nobody else's", async () => {
  const [account, other] = [await member(), await member()];
  await appoint(account, "Hanako", "support");
  for (const subject of [account, other]) {
    await database.pool.query(
      `insert into kit.relying_session (id, token_digest, client_id, subject, created_at,
         authenticated_at, expires_at, amr, sealed, check_after)
       values (gen_random_uuid(), $1, 'console', $1, now(), now(), now(), '{}', '', now())`,
      [subject],
    );
  }
  await removeStaff(tables(), acting, account);
  const { rows } = await database.pool.query("select subject from kit.relying_session");
  expect(rows).toEqual([{ subject: other }]);
});

test("commands appoint two administrators and no third, also when they run at once", async () => {
  const accounts = [await member(), await member(), await member(), await member()];
  const answers = await Promise.all(
    accounts.map((account, index) => appoint(account, `Person ${index}`, "administrator")),
  );
  expect(answers.filter((answer) => answer === "administrators")).toHaveLength(2);
  expect(await listStaff(tables())).toHaveLength(2);
  const third = accounts[answers.indexOf("administrators")] ?? "";
  expect(await appoint(third, "Third", "support")).toBeUndefined();
  // One who is one already may be given another role beside it.
  const first = accounts[answers.indexOf(undefined)] ?? "";
  expect(await appoint(first, "First", "administrator", "support")).toBeUndefined();
  await removeStaff(tables(), acting, first);
  expect(await appoint(third, "Third", "administrator")).toBeUndefined();
});

test("a name is one person's, and a closed account works nowhere and gives its name back", async () => {
  const [account, other] = [await member(), await member()];
  await appoint(account, "Hanako", "support");
  expect(await appoint(other, "Hanako", "support")).toBe("name-taken");
  await database.pool.query("update portal.account set closed_at = now() where id = $1", [account]);
  expect(await findStaff(tables(), account)).toBeUndefined();
  expect(await appoint(account, "Hanako", "support")).toBe("no-account");
  expect(await appoint(other, "Hanako", "support")).toBeUndefined();
  expect(await appoint(randomUUID(), "Nobody", "support")).toBe("no-account");
});

test("an appointment can be tried: nothing is changed", async () => {
  const account = await member();
  const trying = { ...acting, dryRun: true };
  const wanted = { account, name: "Hanako", roles: ["support" as const] };
  await expect(appointStaff(tables(), trying, wanted)).rejects.toThrow(DryRun);
  expect([await listStaff(tables()), await events(account)]).toEqual([[], []]);
  await appointStaff(tables(), acting, wanted);
  await expect(removeStaff(tables(), trying, account)).rejects.toThrow(DryRun);
  expect(await listStaff(tables())).toHaveLength(1);
});
