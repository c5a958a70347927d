import { trustedBrowsersMost } from "@sekimori/portal-contract/constants";
import { type Insertable, type Selectable, sql } from "kysely";
import type { PortalTransaction, Queryable } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";

type TrustTable = Tables["portal.trusted_browser"];
export type TrustRow = Selectable<TrustTable>;

/** An account's browsers that are trusted now, the newest first. */
export async function findTrustedBrowsers(
  db: Queryable,
  accountId: string,
  now: Date,
): Promise<TrustRow[]> {
  return db
    .selectFrom("portal.trusted_browser")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("expires_at", ">", now)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}

/** Which of some accounts have browsers that are trusted now. */
export async function trustingBrowsers(
  db: Queryable,
  accountIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("portal.trusted_browser")
    .select("account_id")
    .distinct()
    .where(sql<boolean>`account_id = any(${[...accountIds]}::uuid[])`)
    .where("expires_at", ">", now)
    .execute();
  return new Set(rows.map(({ account_id: id }) => id));
}

/** The browser of an account that a cookie's first token names. */
export async function findTrust(
  db: Queryable,
  accountId: string,
  seriesDigest: string,
  now: Date,
): Promise<TrustRow | undefined> {
  return db
    .selectFrom("portal.trusted_browser")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("series_digest", "=", seriesDigest)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Trusts a browser. Where there are as many as there may be, the one unused for longest goes. */
export async function insertTrust(
  tx: PortalTransaction,
  row: Insertable<TrustTable> & { readonly account_id: string },
): Promise<void> {
  await sql`
    delete from portal.trusted_browser where id in (
      select id from portal.trusted_browser where account_id = ${row.account_id}::uuid
      order by coalesce(last_used_at, created_at) desc, id
      offset ${trustedBrowsersMost - 1}
    )`.execute(tx);
  await tx.insertInto("portal.trusted_browser").values(row).execute();
}

/** Puts the next token in the place of the present one. @returns false where another call did. */
export async function rotateTrust(
  tx: PortalTransaction,
  row: TrustRow,
  tokenDigest: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("portal.trusted_browser")
    .set({
      token_digest: tokenDigest,
      former_digest: row.token_digest,
      rotated_at: now,
      last_used_at: now,
    })
    .where("id", "=", row.id)
    .where("token_digest", "=", row.token_digest)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends the trust in one browser. @returns whether there was any. */
export async function deleteTrust(
  tx: PortalTransaction,
  accountId: string,
  by: Partial<Pick<TrustRow, "id" | "series_digest">>,
): Promise<boolean> {
  const [column, value] =
    by.id === undefined ? ["series_digest" as const, by.series_digest] : ["id" as const, by.id];
  const { numDeletedRows } = await tx
    .deleteFrom("portal.trusted_browser")
    .where("account_id", "=", accountId)
    .where(column, "=", value ?? "")
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Ends the trust in every browser of an account. @returns whether there was any. */
export async function deleteTrusts(tx: PortalTransaction, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("portal.trusted_browser")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
