import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { BellIcon } from "@sekimori/kit-web/icons";
import { formatMoment } from "@sekimori/kit-web/language/date-format";
import { IconButton } from "@sekimori/kit-web/primitives/icon-button";
import { Popover } from "@sekimori/kit-web/primitives/popover";
import { listNotices, readNotices } from "@sekimori/portal-contract/endpoints/notice";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { client } from "../client.ts";
import { language } from "../language.ts";
import { queryClient } from "../query-client.ts";

const noticesQuery = {
  queryKey: ["notices"],
  queryFn: () => client.call(listNotices),
  staleTime: 60_000,
};

/** The operator's notices: how many are new, and the list. Opening it marks them read. */
export function NoticeBell() {
  const { t } = useLingui();
  const { data } = useQuery(noticesQuery, queryClient);
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
      <NoticeList />
    </Popover>
  );
}

function NoticeList() {
  const { t } = useLingui();
  const { data, isError } = useQuery(noticesQuery, queryClient);
  const locale = language.current();
  const newest = data?.notices[0]?.publishedAt;
  const unread = data?.unread ?? 0;

  useEffect(() => {
    if (newest === undefined || unread === 0) return;
    client
      .call(readNotices, { body: { upTo: newest } })
      .then(() => queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey }))
      // They stay unread; the next opening tries again.
      .catch(() => undefined);
  }, [newest, unread]);

  if (isError) return <p>{t`The notices could not be loaded.`}</p>;
  return (
    <div className="max-h-[60vh] overflow-y-auto">
      <h2 className="mb-2 font-700">{t`Notices`}</h2>
      {data?.notices.length === 0 && <p className="text-muted">{t`There are no notices.`}</p>}
      <ul className="divide-y divide-border">
        {data?.notices.map((notice) => (
          <li key={notice.id} className="py-3">
            <p className="text-[0.8125rem] text-muted">
              <time dateTime={notice.publishedAt}>{formatMoment(notice.publishedAt, locale)}</time>
            </p>
            <p className="font-700">{notice.title[locale]}</p>
            <p className="text-[0.9375rem] whitespace-pre-line">{notice.body[locale]}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
