import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { BellIcon } from "@sekimori/kit-web/icons";
import { IconButton } from "@sekimori/kit-web/primitives/icon-button";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Popover } from "@sekimori/kit-web/primitives/popover";
import { Link } from "@sekimori/kit-web/routing/link";
import { kartePage, pagePaths, pageUrl, queryNames } from "@sekimori/portal-contract/page-routes";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { language } from "../language.ts";
import { markRead, newestNoticesQuery } from "../notices-query.ts";
import { useGuestMenu } from "./guest-menu.ts";
import { newsOf } from "./menu.ts";
import { useHasApplication } from "./use-menu.ts";

/** The bell is for what is new; the page has all. */
const shownAtBell = 5;

/** The operator's notices: how many are new, and the list. Opening it marks them read. */
export function NoticeBell() {
  const { t } = useLingui();
  const { data } = useQuery(newestNoticesQuery, queryClient);
  const inApplication = useApplicationNews().reduce((sum, { count }) => sum + count, 0);
  const unread = (data?.unread ?? 0) + inApplication;
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
                // Written by the style: the button's name says it in words already.
                <span
                  aria-hidden="true"
                  data-count={unread > 99 ? "99+" : unread}
                  className="absolute -top-1.5 -right-2 min-w-4 rounded-full bg-key px-1 text-center text-[0.6875rem] leading-4 font-700 text-on-key before:content-[attr(data-count)]"
                />
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

/** What is new in the management application: the bell is the only one. */
function useApplicationNews() {
  const isAvailable = useHasApplication();
  const told = useGuestMenu();
  return isAvailable ? newsOf(told) : [];
}

function NoticeList({ close }: { readonly close: () => void }) {
  const { t } = useLingui();
  const { data, isError } = useQuery(newestNoticesQuery, queryClient);
  const locale = language.current();
  const newest = data?.notices[0]?.publishedAt;
  const unread = data?.unread ?? 0;
  const news = useApplicationNews();

  useEffect(() => {
    if (newest !== undefined && unread > 0) void markRead(newest);
  }, [newest, unread]);

  if (isError) return <p>{t`We couldn't load your notices.`}</p>;
  return (
    <div className="max-h-[60vh] overflow-y-auto">
      {news.length > 0 && (
        <ul className="mb-4 border-b border-border pb-3">
          {news.map(({ path, label, count }) => (
            <li key={path}>
              <Link to={kartePage(path)} className={linkClass} onClick={close}>
                {label[locale]}
              </Link>
              {count > 0 && <span className="ml-2 text-muted">{t`${{ count }} unread`}</span>}
            </li>
          ))}
        </ul>
      )}
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
