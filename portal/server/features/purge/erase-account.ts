import { enqueue } from "@sekimori/kit-server/jobs";
import { sql } from "kysely";
import type { PortalTransaction } from "../../context.ts";
import { updateAccount } from "../account/account-repository.ts";
import { appendAudit } from "../audit/audit.ts";
import { deleteGatewayCard } from "../payment/job-definitions.ts";

/**
 * What of an account stays when it is deleted, and why. No other table may hold a row of it
 * afterwards: the deletion fails rather than leave one.
 */
export const retainedAfterDeletion: Readonly<Record<string, string>> = {
  invoice: "issued documents, kept for the years of tax law, names sealed in their snapshots",
  charge_attempt: "which charge paid which document; the last digits of a card and no more",
  trial: "one trial for each account and card; names nobody",
  trial_card: "the cards of a trial as keyed digests, for the same; name nobody",
  audit_event: "the log of security-relevant acts, a chain that cannot lose a link",
  deletion: "the proof itself",
};

type Counts = Readonly<Record<string, number>>;

/** Rows of an account in every table that names accounts, read from the catalogue. */
async function rowsOf(tx: PortalTransaction, accountId: string): Promise<Counts> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'portal' and column_name = 'account_id'
      and table_name in (select tablename from pg_tables where schemaname = 'portal')
    order by 1`.execute(tx);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(`portal.${name}`)}
      where account_id = ${accountId}`.execute(tx);
    const count = rows[0]?.count ?? 0;
    if (count > 0) counts[name] = count;
  }
  return counts;
}

/**
 * Deletes an account that the caller has locked, and all that hangs on it; the card at the payment
 * company too. Counts before and after, and keeps the count as a proof.
 *
 * @throws Error when anything remains that no law or promise keeps: nothing is deleted then.
 */
export async function eraseAccount(
  tx: PortalTransaction,
  accountId: string,
  reason: "withdrawn" | "closed",
  now: Date,
): Promise<void> {
  const cards = await tx
    .selectFrom("portal.card")
    .select("gateway_card")
    .where("account_id", "=", accountId)
    .where("removed_at", "is", null)
    .execute();
  for (const { gateway_card: card } of cards) await enqueue(tx, deleteGatewayCard, { card });
  const before = await rowsOf(tx, accountId);
  // Closed before it goes: this is what applications are told.
  if (reason === "withdrawn") await updateAccount(tx, accountId, { closed_at: now });
  await tx.deleteFrom("portal.account").where("id", "=", accountId).execute();
  const kept = await rowsOf(tx, accountId);
  const left = Object.keys(kept).filter((table) => !(table in retainedAfterDeletion));
  if (left.length > 0) throw new Error(`A deletion would leave rows in ${left.join(", ")}.`);
  const removed = Object.fromEntries([
    ["account", 1],
    ...Object.entries(before)
      .map(([table, count]) => [table, count - (kept[table] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  ]);
  await tx
    .insertInto("portal.deletion")
    .values({
      account_id: accountId,
      reason,
      deleted_at: now,
      removed: JSON.stringify(removed),
      kept: JSON.stringify(kept),
    })
    .execute();
  if (reason === "withdrawn") {
    await appendAudit(tx, { accountId, action: "account.closed", at: now, client: null });
  }
}
