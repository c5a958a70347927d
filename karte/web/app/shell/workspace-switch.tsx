import { useLingui } from "@lingui/react/macro";
import { enterWorkspace } from "@sekimori/karte-contract/endpoints/session";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { formatDay } from "@sekimori/kit-contract/dates";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { ChevronDownIcon } from "@sekimori/kit-web/icons";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { Menu } from "@sekimori/kit-web/primitives/menu";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { useQuery } from "@tanstack/react-query";
import { client } from "../client.ts";
import { here } from "../here.ts";
import { language } from "../language.ts";
import { SearchAndKeys } from "../search/search-and-keys.tsx";
import { reportError } from "../sentences/report-error.ts";
import { sessionQuery, useSession } from "../session/session-query.ts";
import { closedQuery } from "../session/workspace-queries.ts";
import { roleWords } from "../words/words.ts";

/** The workspace that everything below is about, and the way to another for whoever has several. */
export function WorkspaceSwitch() {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { data: session } = useSession();
  const closed = useQuery(closedQuery, queryClient).data?.workspaces ?? [];
  if (!session?.workspace) return null;
  const { workspace, workspaces } = session;
  const maySeeLog = workspace.acts.includes("see-activity");

  async function enter(id: string) {
    try {
      // The header would name the one that is left.
      here.entered(undefined);
      await client.call(enterWorkspace, { body: { workspace: id } });
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
      await queryClient.invalidateQueries();
    } catch (error) {
      here.entered(workspace.id);
      reportError(error);
    }
  }

  return (
    <div className="flex min-h-12 items-center gap-x-3 border-b border-border bg-surface px-4 py-1 text-[0.875rem] sm:px-8">
      <span className="text-muted max-sm:sr-only">{t`Workspace`}</span>
      <Menu
        label={t`Workspaces`}
        placement="bottom start"
        trigger={
          <button
            type="button"
            className={`${buttonClass({ variant: "plain", size: "small" })} min-w-0 shrink! max-sm:max-w-[50vw] max-sm:px-0!`}
          >
            <span className="truncate">{workspace.name}</span>
            <ChevronDownIcon className="shrink-0" />
          </button>
        }
        items={[
          ...workspaces
            .filter(({ id }) => id !== workspace.id)
            .map(({ id, name, role }) => ({
              id,
              label: `${name} (${i18n._(roleWords[role])})`,
              onAction: () => void enter(id),
            })),
          ...closed.map(({ id, name, deletedAt }) => {
            const day = formatDay(tokyoDay(new Date(deletedAt)), language.current());
            return {
              id,
              label: t`Reopen ${{ name }} (closed, deleted on ${{ day }})`,
              onAction: () => void navigate(pagePaths.closedWorkspaces),
            };
          }),
          {
            id: "workspace",
            label: t`About this workspace`,
            onAction: () => void navigate(pagePaths.workspace),
          },
          ...(maySeeLog
            ? [
                {
                  id: "activity",
                  label: t`Activity log`,
                  onAction: () => void navigate(pagePaths.activity),
                },
              ]
            : []),
          {
            id: "new",
            label: t`Create a workspace`,
            onAction: () => void navigate(pagePaths.newWorkspace),
          },
        ]}
      />
      <span className="shrink-0 text-muted max-sm:sr-only">
        {i18n._(roleWords[workspace.role])}
      </span>
      <div className="ml-auto flex min-w-0 items-center gap-2 max-sm:flex-1">
        <SearchAndKeys />
      </div>
    </div>
  );
}
