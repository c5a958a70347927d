import { searchDigests } from "@sekimori/portal-server/account-search";
import type { PortalCore } from "@sekimori/portal-server/core";
import { sealPersonalData } from "@sekimori/portal-server/personal-data";
import type { Pool, PoolClient } from "pg";
import { copyRows } from "../growth/copy-rows.ts";
import { Identifiers } from "../growth/identifiers.ts";
import { personOf } from "./people.ts";

/** One in so many pays: all are charged on the 1st, as a month is. */
const payingShare = 10;

const hex = (bytes: Buffer) => `\\\\x${bytes.toString("hex")}`;
const row = (...columns: readonly (string | number)[]) => columns.join("\t");

export interface Sizes {
  readonly accounts: number;
}

/** Rows are read back by their order: the nth account is the nth person's. */
function* accountRows({ context }: PortalCore, ids: Identifiers): Generator<string> {
  const now = new Date().toISOString();
  for (let index = 0; index < ids.count; index++) {
    const id = ids.at(index);
    const person = personOf(index);
    const personal = sealPersonalData(context.sealer, id, person);
    const email = context.digests.email(person.email);
    yield row(id, email, hex(personal), "1", "ja", "t", now);
  }
}

function* searchRows({ context }: PortalCore, ids: Identifiers): Generator<string> {
  for (let index = 0; index < ids.count; index++) {
    const { information } = personOf(index);
    const digests = searchDigests(context.digests, information);
    yield row(ids.at(index), `{${digests.join(",")}}`, "f");
  }
}

async function seedMoney(client: PoolClient): Promise<void> {
  await client.query(`insert into portal.contract (id, account_id, plan, started_on, tax_percent, created_at)
    select gen_random_uuid(), id, 'free', '2026-01-01', 10, now() from portal.account`);
  await client.query(
    `insert into portal.invoice (id, kind, number, contract_id, account_id, period, state, issued_on,
       due_on, amount, tax_percent, tax_amount, total, snapshot, snapshot_hash, paid_on, created_at)
     select gen_random_uuid(), 'invoice', row_number() over (), id, account_id, '2026-11-01', 'paid',
       '2026-11-01', '2026-11-30', 11000, 10, 1000, 11000, '', '', '2026-11-01', now()
     from (select * from portal.contract order by id
       limit (select count(*) / $1 from portal.contract)) paying`,
    [payingShare],
  );
  await client.query(`insert into portal.charge_attempt (id, invoice_id, attempt_number, account_id,
      amount, gateway, gateway_card, card_last4, idempotency_key, gateway_charge, state, created_at,
      sent_at, finished_at)
    select gen_random_uuid(), id, 1, account_id, total, 'sandbox', 'card', lpad((number % 10000)::text, 4, '0'),
      gen_random_uuid()::text, id::text, 'succeeded', at, at, at
    from (select *, '2026-11-01T00:10:00+09:00'::timestamptz + number * interval '1 ms' as at
      from portal.invoice) charged`);
}

/** Members with names, companies and contracts, of whom some pay; nothing is made that is there. */
export async function seedMembers(
  core: PortalCore,
  pool: Pool,
  { accounts }: Sizes,
  progress: (step: string) => void,
): Promise<void> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int as count from portal.account",
  );
  if (rows[0]?.count === accounts) return;
  const began = performance.now();
  const done = (what: string) =>
    progress(`${((performance.now() - began) / 1_000).toFixed(0)} s: ${what}`);
  const ids = new Identifiers(accounts);
  const client = await pool.connect();
  try {
    await client.query("set maintenance_work_mem = '256MB'");
    // What triggers and foreign keys would see to holds by the way the rows are made.
    await client.query("set session_replication_role = replica");
    await client.query("drop index portal.account_search_digests");
    await copyRows(
      client,
      "portal.account (id, email_digest, personal, user_type, language, is_agree_service, created_at)",
      accountRows(core, ids),
    );
    done(`${accounts} accounts`);
    await copyRows(
      client,
      "portal.account_search (account_id, digests, is_stale)",
      searchRows(core, ids),
    );
    await client.query(
      "create index account_search_digests on portal.account_search using gin (digests)",
    );
    await client.query("update portal.account_search_backfill set finished_at = now()");
    done("their names in the index");
    await seedMoney(client);
    await client.query("set session_replication_role = origin");
    await client.query("vacuum analyze");
    done("contracts, invoices and charges");
  } finally {
    client.release(true);
  }
}
