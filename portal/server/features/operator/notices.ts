import { randomUUID } from "node:crypto";
import type { Localized } from "@sekimori/kit-contract/locale";
import { transaction } from "@sekimori/kit-server/database";
import type { PlanId } from "@sekimori/portal-contract/plans";
import {
  type ActingOperator,
  OperatorRefused,
  type OperatorTables,
  recordAct,
} from "./operator-audit.ts";

/** Everybody, or the members of a plan. */
export type NoticeAudience = "all" | PlanId;

export interface NewNotice {
  readonly title: Localized;
  readonly body: Localized;
  /** Everybody unless given: members whose plan it is. */
  readonly audience?: NoticeAudience;
  /** Now unless given. */
  readonly publishedAt?: Date;
  /** Shown for ever unless given. */
  readonly shownUntil?: Date;
}

/**
 * Publishes a notice at its audience's bell. @returns its id.
 *
 * @throws OperatorRefused when it would end before it begins.
 */
export async function publishNotice(
  tables: OperatorTables,
  acting: ActingOperator,
  notice: NewNotice,
): Promise<string> {
  const id = randomUUID();
  const { title, body, audience = "all", shownUntil } = notice;
  const publishedAt = notice.publishedAt ?? tables.clock.now();
  if (shownUntil !== undefined && shownUntil <= publishedAt) {
    throw new OperatorRefused("A notice ends after it begins.");
  }
  await transaction(tables.db, async (tx) => {
    await tx
      .insertInto("portal.notice")
      .values({
        id,
        title_ja: title.ja,
        title_en: title.en,
        body_ja: body.ja,
        body_en: body.en,
        audience,
        published_at: publishedAt,
        shown_until: shownUntil ?? null,
      })
      .execute();
    await recordAct(tx, tables, acting, "operator.notice-published", { notice: id, audience });
  });
  return id;
}

/** Takes a notice back. @returns false: there is none. */
export async function withdrawNotice(
  tables: OperatorTables,
  acting: ActingOperator,
  id: string,
): Promise<boolean> {
  return transaction(tables.db, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom("portal.notice")
      .where("id", "=", id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await recordAct(tx, tables, acting, "operator.notice-withdrawn", { notice: id });
    return true;
  });
}

/** Every notice, also those to come and those that are over, the newest first. */
export function listNotices({ db }: Pick<OperatorTables, "db">) {
  return db
    .selectFrom("portal.notice")
    .select(["id", "audience", "title_ja", "title_en", "published_at", "shown_until"])
    .orderBy("published_at", "desc")
    .execute();
}
