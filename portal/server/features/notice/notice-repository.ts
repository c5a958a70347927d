import type { Notice } from "@sekimori/portal-contract/endpoints/notice";
import type { Queryable } from "../../context.ts";

/** A bell shows so many at most; older ones are of no use there. */
const longestList = 50;

/** Published notices, newest first, marked as read up to where the account has read. */
export async function findNotices(db: Queryable, accountId: string, now: Date): Promise<Notice[]> {
  const rows = await db
    .selectFrom("portal.notice")
    .leftJoin("portal.notice_read", (join) =>
      join.on("portal.notice_read.account_id", "=", accountId),
    )
    .select(["id", "title_ja", "title_en", "body_ja", "body_en", "published_at", "read_up_to"])
    .where("published_at", "<=", now)
    .orderBy("published_at", "desc")
    .limit(longestList)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    title: { ja: row.title_ja, en: row.title_en },
    body: { ja: row.body_ja, en: row.body_en },
    publishedAt: row.published_at.toISOString(),
    read: row.read_up_to !== null && row.published_at <= row.read_up_to,
  }));
}

/** Moves the mark forward, never back: a slow second tab must not make notices unread again. */
export async function markNoticesRead(db: Queryable, accountId: string, upTo: Date): Promise<void> {
  await db
    .insertInto("portal.notice_read")
    .values({ account_id: accountId, read_up_to: upTo })
    .onConflict((conflict) =>
      conflict
        .column("account_id")
        .doUpdateSet({ read_up_to: upTo })
        .where("portal.notice_read.read_up_to", "<", upTo),
    )
    .execute();
}
