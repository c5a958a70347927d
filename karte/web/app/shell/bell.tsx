import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { BellIcon } from "@sekimori/kit-web/icons";
import { Link } from "@sekimori/kit-web/routing/link";
import { useQuery } from "@tanstack/react-query";
import { alertsQuery } from "./alerts-query.ts";

/** The way to the alerts, with how many were not read. */
export function Bell() {
  const { t } = useLingui();
  const { data } = useQuery(alertsQuery(), queryClient);
  const unread = data?.unread ?? 0;
  const label = unread === 0 ? t`Alerts` : t`Alerts, ${{ unread }} unread`;
  return (
    <Link
      to={pagePaths.alerts}
      className="inline-grid size-11 shrink-0 place-items-center rounded-6 text-text transition-colors hover:bg-key-soft"
      title={label}
    >
      <span className="relative">
        <BellIcon />
        {unread > 0 && (
          // Written by the style: the words have it already.
          <span
            aria-hidden="true"
            data-count={unread > 99 ? "99+" : unread}
            className="absolute -top-1.5 -right-2 min-w-4 rounded-full bg-key px-1 text-center text-[0.6875rem] leading-4 font-700 text-on-key before:content-[attr(data-count)]"
          />
        )}
      </span>
      <span className="sr-only">{label}</span>
    </Link>
  );
}
