import { randomUUID } from "node:crypto";
import type { Localized } from "@sekimori/kit-contract/locale";
import type { PortalContext } from "../../context.ts";

export interface NewNotice {
  readonly title: Localized;
  readonly body: Localized;
  /** Now unless given. */
  readonly publishedAt?: Date;
}

/** Publishes a notice to every member's bell. @returns its id. */
export async function publishNotice(context: PortalContext, notice: NewNotice): Promise<string> {
  const id = randomUUID();
  await context.db
    .insertInto("portal.notice")
    .values({
      id,
      title_ja: notice.title.ja,
      title_en: notice.title.en,
      body_ja: notice.body.ja,
      body_en: notice.body.en,
      published_at: notice.publishedAt ?? context.clock.now(),
    })
    .execute();
  return id;
}

/** Takes a notice back. @returns false: there is none. */
export async function withdrawNotice(context: PortalContext, id: string): Promise<boolean> {
  const { numDeletedRows } = await context.db
    .deleteFrom("portal.notice")
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
