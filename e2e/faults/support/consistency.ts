import { readAuditChain } from "@sekimori/portal-server/audit-chain";
import { createDigests } from "@sekimori/portal-server/digests";
import type { Tables } from "@sekimori/portal-server/tables";
import { Kysely, PostgresDialect } from "kysely";
import type { Pool } from "pg";
import { worldSecrets } from "./world.ts";

const digests = createDigests(worldSecrets.PORTAL_SECRET, worldSecrets.PORTAL_LOOKUP_SECRET);

/** What the database finds an address by. */
export const digestOf = (email: string): string => digests.email(email);

/** Whatever can only exist when half of a change was kept; each counts offenders. */
const halves: Readonly<Record<string, string>> = {
  "account without a way to sign in": `
    select count(*) from portal.account a where closed_at is null
      and not exists (select from portal.credential c where c.account_id = a.id)
      and not exists (select from portal.external_identity e where e.account_id = a.id)`,
  "unfinished account without its sign-up": `
    select count(*) from portal.account a where not is_agree_service and closed_at is null
      and not exists (select from portal.sign_up_flow f where f.account_id = a.id)`,
  "member without a contract": `
    select count(*) from portal.account a where is_agree_service and closed_at is null
      and (select count(*) from portal.contract c
           where c.account_id = a.id and c.ended_on is null) <> 1`,
  "member without the agreement's record": `
    select count(*) from portal.account a where is_agree_service and closed_at is null
      and not exists (select from portal.agreement g where g.account_id = a.id)`,
  "finished sign-up that is still there": `
    select count(*) from portal.sign_up_flow f join portal.account a on a.id = f.account_id
      where a.is_agree_service`,
  "sign-up with two holders of one address past the account": `
    select count(*) from (select email_digest from portal.sign_up_flow
      where account_id is not null group by 1 having count(*) > 1) twice`,
  "account whose beginning was not recorded": `
    select count(*) from portal.account a
      where not exists (select from portal.audit_event e
        where e.account_id = a.id and e.action = 'sign-up.started')`,
  "member whose agreement was not recorded": `
    select count(*) from portal.account a where is_agree_service
      and (select count(*) from portal.audit_event e
        where e.account_id = a.id and e.action = 'sign-up.completed') <> 1`,
  "present card without a registration that succeeded": `
    select count(*) from portal.card c where removed_at is null
      and not exists (select from portal.card_attempt t
        where t.account_id = c.account_id and t.state = 'succeeded')`,
};

/** The offenders by kind; empty when everything is whole. */
export async function halfDone(pool: Pool): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [kind, query] of Object.entries(halves)) {
    const { rows } = await pool.query<{ count: string }>(query);
    const count = Number(rows[0]?.count ?? 0);
    if (count > 0) found[kind] = count;
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const { problem } = await readAuditChain(db);
  if (problem !== undefined) found[problem] = 1;
  return found;
}

/** How many members an address has: 1 is right for one who signed up. */
export async function membersOf(pool: Pool, email: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from portal.account
     where email_digest = $1 and is_agree_service and closed_at is null`,
    [digestOf(email)],
  );
  return rows[0]?.n ?? 0;
}

/** Resolves when no job is waiting to run at once and none is running. */
export async function jobsDone(pool: Pool): Promise<void> {
  const due = `select count(*)::int as n from graphile_worker.jobs
    where (run_at <= now() or locked_at is not null) and attempts < max_attempts`;
  for (;;) {
    const { rows } = await pool.query<{ n: number }>(due);
    if (rows[0]?.n === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
