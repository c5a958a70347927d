import type { Bind } from "@sekimori/kit-server/http";
import { listNotices, readNotices } from "@sekimori/portal-contract/endpoints/notice";
import type { PortalContext } from "../../context.ts";
import type { Callers } from "../session/callers.ts";
import { findNotices, markNoticesRead } from "./notice-repository.ts";

const unreadOf = (notices: readonly { readonly read: boolean }[]) =>
  notices.filter(({ read }) => !read).length;

export function bindNotice(bind: Bind, { db, clock }: PortalContext, callers: Callers): void {
  bind(listNotices, async ({ request }) => {
    const notices = await findNotices(db, callers.member(request).account_id, clock.now());
    return { notices, unread: unreadOf(notices) };
  });

  bind(readNotices, async ({ request, body }) => {
    const { account_id: accountId } = callers.member(request);
    const now = clock.now();
    const wanted = new Date(body.upTo);
    // What is not published yet cannot have been read.
    await markNoticesRead(db, accountId, wanted < now ? wanted : now);
    return { unread: unreadOf(await findNotices(db, accountId, now)) };
  });
}
