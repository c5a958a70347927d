import { Trans, useLingui } from "@lingui/react/macro";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import type { Notice } from "@sekimori/portal-contract/endpoints/notice";
import { pagePaths, queryNames } from "@sekimori/portal-contract/page-routes";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { language } from "../../app/language.ts";
import { markRead, noticeQuery } from "../../app/notices-query.ts";

/** /notices/notice: one notice in full. A withdrawn one, and one that is over, is not there. */
export function NoticePage() {
  const { t } = useLingui();
  const [query] = useSearchParams();
  const id = query.get(queryNames.id) ?? "";
  const { data, error, refetch } = useQuery(noticeQuery(id), queryClient);
  const isGone = isApiError(error, "NotFound", "InvalidInput");
  return (
    <div className="mx-auto w-full max-w-[44rem] px-4 py-8 sm:px-8 sm:py-12">
      {data ? (
        <NoticeText notice={data} />
      ) : (
        <>
          <PageHeader title={isGone ? t`This notice is no longer shown` : t`Notice`} />
          {isGone ? (
            <p>{t`It was withdrawn or has expired.`}</p>
          ) : (
            <QueryState error={error} onRetry={() => void refetch()} />
          )}
        </>
      )}
      <p className="mt-10 border-t border-border pt-6">
        <Link to={pagePaths.notices} className={linkClass}>
          <Trans>All notices</Trans>
        </Link>
      </p>
    </div>
  );
}

function NoticeText({ notice }: { readonly notice: Notice }) {
  const locale = language.current();
  const { publishedAt, read, title, body } = notice;
  useEffect(() => {
    if (!read) void markRead(publishedAt);
  }, [read, publishedAt]);
  return (
    <article>
      <PageHeader title={title[locale]} />
      <p className="text-[0.875rem] text-muted">
        <time dateTime={publishedAt}>{formatMoment(publishedAt, locale)}</time>
      </p>
      <p className="mt-4 break-words whitespace-pre-line">{body[locale]}</p>
    </article>
  );
}
