import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { seesDomain } from "../principals/may-see.ts";

/** A run, and the findings that it saw for the first time or again. */
interface Appeared {
  readonly workspaceId: string;
  readonly run: string;
  readonly findings: readonly string[];
}

/**
 * Who works on a cause works on what is found of it later: findings that appeared and are nobody's are given to
 * the one person who has all other open findings of their cause, if that person may still see them. Their
 * history says so. It is no news to anybody: the work is the same.
 */
export async function inheritOwners(
  tx: KarteTransaction,
  { workspaceId, run, findings }: Appeared,
  now: Date,
): Promise<void> {
  if (findings.length === 0) return;
  await sql`with heirs as (
      select f.id, f.domain_id, min(o.assignee) as assignee
      from karte.finding f join karte.finding o on o.cause = f.cause and o.is_open = 1
        and o.id <> all (${findings}::uuid[])
      where f.id = any (${findings}::uuid[]) and f.is_open = 1 and f.assignee is null
      group by f.id, f.domain_id
      having count(*) = count(o.assignee) and count(distinct o.assignee) = 1),
    given as (
      update karte.finding f set assignee = h.assignee
      from heirs h join karte.member m on m.account_id = h.assignee
      where f.id = h.id and ${seesDomain(sql`h.domain_id`)}
      returning f.id, f.domain_id, f.assignee)
    insert into karte.finding_event (workspace_id, domain_id, finding_id, at, kind, run_id, assignee)
    select ${workspaceId}, domain_id, id, ${now}, 'assignment', ${run}, assignee from given`.execute(
    tx,
  );
}
