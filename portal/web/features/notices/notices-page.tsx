import { useLingui } from "@lingui/react/macro";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Link } from "@sekimori/kit-web/routing/link";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { ShowMore } from "@sekimori/kit-web/shell/show-more";
import type { Notice } from "@sekimori/portal-contract/endpoints/notice";
import { pageUrl, queryNames } from "@sekimori/portal-contract/page-routes";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { language } from "../../app/language.ts";
import { markRead, noticeListQuery } from "../../app/notices-query.ts";

/** /notices: everything the operator tells this member, newest first. */
export function NoticesPage() {
  const { t } = useLingui();
  const query = useInfiniteQuery(noticeListQuery, queryClient);
  const { data, error, refetch } = query;
  const notices = data?.pages.flatMap((page) => page.notices) ?? [];
  const newest = notices[0];
  const upTo = newest && !newest.read ? newest.publishedAt : undefined;

  useEffect(() => {
    if (upTo !== undefined) void markRead(upTo);
  }, [upTo]);

  return (
    <div className="mx-auto w-full max-w-[44rem] px-4 py-8 sm:px-8 sm:py-12">
      <PageHeader title={t`Notices`} />
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      {data && notices.length === 0 && <p className="text-muted">{t`There are no notices.`}</p>}
      {notices.length > 0 && (
        <ul className="border-t border-border">
          {notices.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
      <ShowMore query={query} className="mt-6" pendingLabel={t`Loading`}>{t`Show more`}</ShowMore>
    </div>
  );
}

function NoticeRow({ notice }: { readonly notice: Notice }) {
  const { t } = useLingui();
  const locale = language.current();
  return (
    <li className="border-b border-border py-4">
      <p className="flex items-center gap-2 text-[0.8125rem] text-muted">
        <time dateTime={notice.publishedAt}>{formatMoment(notice.publishedAt, locale)}</time>
        {!notice.read && <Badge tone="key">{t`New`}</Badge>}
      </p>
      <h2 className="mt-1 text-[1rem]">
        <Link to={pageUrl("notice", { [queryNames.id]: notice.id })} className={linkClass}>
          {notice.title[locale]}
        </Link>
      </h2>
      <p className="mt-1 line-clamp-2 text-[0.9375rem] text-muted">{notice.body[locale]}</p>
    </li>
  );
}
