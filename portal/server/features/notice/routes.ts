import { AppError } from "@sekimori/kit-server/errors";
import type { Bind } from "@sekimori/kit-server/http";
import { getNotice, listNotices, readNotices } from "@sekimori/portal-contract/endpoints/notice";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { countUnread, findNotice, findNotices, markNoticesRead } from "./notice-repository.ts";

export function bindNotice(
  bind: Bind,
  { db, reads, clock }: PortalContext,
  principals: Principals,
): void {
  bind(listNotices, async ({ request, query }) => {
    const { account_id: accountId } = principals.member(request);
    const now = clock.now();
    return reads.read(request, async (from) => ({
      ...(await findNotices(from, accountId, now, query.before)),
      unread: await countUnread(from, accountId, now),
    }));
  });

  bind(getNotice, async ({ request, params }) => {
    const { account_id: accountId } = principals.member(request);
    return reads.read(request, async (from) => {
      const notice = await findNotice(from, accountId, clock.now(), params.id);
      if (!notice) throw new AppError("NotFound");
      return notice;
    });
  });

  bind(readNotices, async ({ request, body }) => {
    const { account_id: accountId } = principals.member(request);
    const now = clock.now();
    const wanted = new Date(body.upTo);
    // What is not published yet cannot have been read.
    await markNoticesRead(db, accountId, wanted < now ? wanted : now);
    return { unread: await countUnread(db, accountId, now) };
  });
}
