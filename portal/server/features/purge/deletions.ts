import type { PortalDatabase } from "../../context.ts";

/** What a deletion removed and kept, as it was counted in its transaction. */
export interface Deletion {
  readonly account: string;
  readonly reason: "withdrawn" | "closed";
  readonly deletedAt: Date;
  /** Rows by table. */
  readonly removed: Readonly<Record<string, number>>;
  readonly kept: Readonly<Record<string, number>>;
}

const most = 100;

/** The latest deletions, or that of one account: its id names nobody any more. */
export async function findDeletions(
  { db }: { readonly db: PortalDatabase },
  account?: string,
): Promise<readonly Deletion[]> {
  const rows = await db
    .selectFrom("portal.deletion")
    .selectAll()
    .$if(account !== undefined, (query) => query.where("account_id", "=", account ?? ""))
    .orderBy("deleted_at", "desc")
    .orderBy("account_id")
    .limit(most)
    .execute();
  return rows.map((row) => ({
    account: row.account_id,
    reason: row.reason,
    deletedAt: row.deleted_at,
    removed: row.removed as Deletion["removed"],
    kept: row.kept as Deletion["kept"],
  }));
}
