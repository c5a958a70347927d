import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";

/**
 * Which of these domains a member may see, so that they can answer for them.
 *
 * @returns undefined for somebody who is no member, or is suspended.
 */
export async function seenBy(
  tx: KarteTransaction,
  accountId: string,
  domainIds: readonly string[],
): Promise<readonly string[] | undefined> {
  const member = await tx
    .selectFrom("karte.member")
    .select("restricted")
    .where("account_id", "=", accountId)
    .where("suspended_at", "is", null)
    .executeTakeFirst();
  if (!member?.restricted) return member && domainIds;
  const { rows } = await sql<{ domain_id: string }>`
    select distinct d.domain_id from karte.member_group g
    join karte.group_member d on d.group_id = g.group_id
    where g.account_id = ${accountId} and d.domain_id = any (${domainIds}::uuid[])`.execute(tx);
  return rows.map((row) => row.domain_id);
}
