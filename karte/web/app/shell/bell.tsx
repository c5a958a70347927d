import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { InboxIcon } from "@sekimori/kit-web/icons";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { Link } from "@sekimori/kit-web/routing/link";
import { useQuery } from "@tanstack/react-query";
import { alertsQuery } from "./alerts-query.ts";

/** The way to the alerts, with how many were not read. */
export function Bell() {
  const { t, i18n } = useLingui();
  const { data } = useQuery(alertsQuery(), queryClient);
  const unread = data?.unread ?? 0;
  return (
    <Link to={pagePaths.alerts} className={buttonClass({ variant: "plain", size: "small" })}>
      <InboxIcon />
      <span className="sr-only">{unread === 0 ? t`Alerts` : t`Alerts, ${{ unread }} unread`}</span>
      {unread > 0 && (
        // The words have it already, and a number among them is not found as one.
        <span aria-hidden className="font-700 tabular-nums">
          {i18n.number(unread)}
        </span>
      )}
    </Link>
  );
}
