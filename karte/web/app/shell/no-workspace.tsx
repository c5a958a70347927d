import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { formatDay } from "@sekimori/kit-contract/dates";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { Link } from "@sekimori/kit-web/routing/link";
import { useQuery } from "@tanstack/react-query";
import { language } from "../language.ts";
import { closedQuery } from "../session/workspace-queries.ts";

/** For somebody who belongs to no workspace, or whose last one is closed. */
export function NoWorkspace() {
  const { t } = useLingui();
  const { data } = useQuery(closedQuery, queryClient);
  const [closed] = data?.workspaces ?? [];
  const make = (
    <Link to={pagePaths.newWorkspace} className={buttonClass({})}>
      {t`Create your own workspace`}
    </Link>
  );
  if (closed) {
    const { name, deletedAt } = closed;
    const day = formatDay(tokyoDay(new Date(deletedAt)), language.current());
    return (
      <EmptyState
        level={1}
        title={t`“${{ name }}” is closed`}
        action={
          <>
            <Link to={pagePaths.closedWorkspaces} className={buttonClass({ variant: "primary" })}>
              {t`Reopen`}
            </Link>
            {make}
          </>
        }
      >
        {t`As an owner, you can reopen it. Its data is deleted on ${{ day }}.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState level={1} title={t`You're not in a workspace yet`} action={make}>
      {t`Ask an administrator of your organization to invite you. The invitation arrives by email.`}
    </EmptyState>
  );
}
