import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { BellIcon } from "@sekimori/kit-web/icons";
import { IconButton } from "@sekimori/kit-web/primitives/icon-button";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Popover } from "@sekimori/kit-web/primitives/popover";
import { Link } from "@sekimori/kit-web/routing/link";
import { pagePaths, pageUrl, queryNames } from "@sekimori/portal-contract/page-routes";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { language } from "../language.ts";
import { markRead, newestNoticesQuery } from "../notices-query.ts";

/** The bell is for what is new; the page has all. */
const shownAtBell = 5;

/** The operator's notices: how many are new, and the list. Opening it marks them read. */
export function NoticeBell() {
  const { t } = useLingui();
  const { data } = useQuery(newestNoticesQuery, queryClient);
  const unread = data?.unread ?? 0;
  const label =
    unread === 0
      ? t`Notices`
      : plural(unread, { one: "Notices (# unread)", other: "Notices (# unread)" });
  return (
    <Popover
      label={t`Notices`}
      width={360}
      trigger={
        <IconButton
          label={label}
          icon={
            <span className="relative">
              <BellIcon />
              {unread > 0 && (
                <span
                  aria-hidden="true"
                  className="absolute -top-1.5 -right-2 min-w-4 rounded-full bg-key px-1 text-center text-[0.6875rem] leading-4 font-700 text-on-key"
                >
                  {unread > 99 ? "99+" : unread}
                </span>
              )}
            </span>
          }
        />
      }
    >
      {(close) => <NoticeList close={close} />}
    </Popover>
  );
}

function NoticeList({ close }: { readonly close: () => void }) {
  const { t } = useLingui();
  const { data, isError } = useQuery(newestNoticesQuery, queryClient);
  const locale = language.current();
  const newest = data?.notices[0]?.publishedAt;
  const unread = data?.unread ?? 0;

  useEffect(() => {
    if (newest !== undefined && unread > 0) void markRead(newest);
  }, [newest, unread]);

  if (isError) return <p>{t`We couldn't load your notices.`}</p>;
  return (
    <div className="max-h-[60vh] overflow-y-auto">
      <h2 className="mb-2 font-700">{t`Notices`}</h2>
      {data?.notices.length === 0 && <p className="text-muted">{t`No notices.`}</p>}
      <ul className="divide-y divide-border">
        {data?.notices.slice(0, shownAtBell).map((notice) => (
          <li key={notice.id} className="py-3">
            <p className="text-[0.8125rem] text-muted">
              <time dateTime={notice.publishedAt}>{formatMoment(notice.publishedAt, locale)}</time>
            </p>
            <Link
              to={pageUrl("notice", { [queryNames.id]: notice.id })}
              className={linkClass}
              onClick={close}
            >
              {notice.title[locale]}
            </Link>
          </li>
        ))}
      </ul>
      <p className="border-t border-border pt-3">
        <Link to={pagePaths.notices} className={linkClass} onClick={close}>
          {t`All notices`}
        </Link>
      </p>
    </div>
  );
}
