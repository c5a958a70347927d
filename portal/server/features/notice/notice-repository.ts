import type { Notice } from "@sekimori/portal-contract/endpoints/notice";
import { sql } from "kysely";
import type { Queryable } from "../../context.ts";

/** Notices on one page of the list; the bell shows the first page. */
const pageLength = 20;

/** What is published, not over, and for everybody or for the member's plan. */
function shownTo(db: Queryable, accountId: string, now: Date) {
  return db
    .selectFrom("portal.notice")
    .leftJoin("portal.notice_read", (join) =>
      join.on("portal.notice_read.account_id", "=", accountId),
    )
    .where("published_at", "<=", now)
    .where((row) => row.or([row("shown_until", "is", null), row("shown_until", ">", now)]))
    .where((row) =>
      row.or([
        row("audience", "=", "all"),
        row(
          "audience",
          "=",
          row
            .selectFrom("portal.contract")
            .select("plan")
            .where("account_id", "=", accountId)
            .where("ended_on", "is", null),
        ),
      ]),
    );
}

const columns = [
  "id",
  "title_ja",
  "title_en",
  "body_ja",
  "body_en",
  "published_at",
  "read_up_to",
] as const;

interface Row {
  readonly id: string;
  readonly title_ja: string;
  readonly title_en: string;
  readonly body_ja: string;
  readonly body_en: string;
  readonly published_at: Date;
  readonly read_up_to: Date | null;
}

const showNotice = (row: Row): Notice => ({
  id: row.id,
  title: { ja: row.title_ja, en: row.title_en },
  body: { ja: row.body_ja, en: row.body_en },
  publishedAt: row.published_at.toISOString(),
  read: row.read_up_to !== null && row.published_at <= row.read_up_to,
});

/**
 * A page of notices, newest first, marked as read up to where the account has read.
 *
 * @param before the last notice of the page before
 */
export async function findNotices(
  db: Queryable,
  accountId: string,
  now: Date,
  before?: string,
): Promise<{ readonly notices: Notice[]; readonly next: string | null }> {
  const rows = await shownTo(db, accountId, now)
    .select(columns)
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(published_at, id) < (
          select published_at, id from portal.notice where id = ${before})`,
      ),
    )
    .orderBy("published_at", "desc")
    .orderBy("id", "desc")
    .limit(pageLength + 1)
    .execute();
  const notices = rows.slice(0, pageLength).map(showNotice);
  const hasMore = rows.length > pageLength;
  return { notices, next: hasMore ? (notices.at(-1)?.id ?? null) : null };
}

/** @returns undefined when there is none, or none that is shown to this account now. */
export async function findNotice(
  db: Queryable,
  accountId: string,
  now: Date,
  id: string,
): Promise<Notice | undefined> {
  const row = await shownTo(db, accountId, now)
    .select(columns)
    .where("id", "=", id)
    .executeTakeFirst();
  return row && showNotice(row);
}

/** How many of all that are shown the account has not read. */
export async function countUnread(db: Queryable, accountId: string, now: Date): Promise<number> {
  const { unread } = await shownTo(db, accountId, now)
    .select(({ fn }) => fn.countAll<string>().as("unread"))
    .where((row) =>
      row.or([row("read_up_to", "is", null), row("published_at", ">", row.ref("read_up_to"))]),
    )
    .executeTakeFirstOrThrow();
  return Number(unread);
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
