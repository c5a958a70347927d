import type { KarteTransaction } from "../../context.ts";

/** Sets which groups somebody sees who does not see everything, in place of those before. */
export async function setSeenGroups(
  tx: KarteTransaction,
  workspaceId: string,
  account: string,
  groups: readonly string[],
): Promise<void> {
  await tx.deleteFrom("karte.member_group").where("account_id", "=", account).execute();
  if (groups.length === 0) return;
  await tx
    .insertInto("karte.member_group")
    .values(groups.map((id) => ({ workspace_id: workspaceId, account_id: account, group_id: id })))
    .execute();
}
