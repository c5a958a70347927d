import { useLingui } from "@lingui/react/macro";
import { enterWorkspace } from "@sekimori/karte-contract/endpoints/session";
import { reopenWorkspace } from "@sekimori/karte-contract/endpoints/workspaces";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { closedQuery } from "../../app/session/workspace-queries.ts";
import { Section } from "../../app/shell/section.tsx";

/** What the person owned and can open again; nothing where that is nothing. */
export function ClosedWorkspaces({ onOpened }: { readonly onOpened: () => Promise<void> }) {
  const { t } = useLingui();
  const { data } = useQuery(closedQuery, queryClient);
  if (!data || data.workspaces.length === 0) return null;

  async function reopen(workspace: string) {
    try {
      await client.call(reopenWorkspace, { body: { workspace } });
      await client.call(enterWorkspace, { body: { workspace } });
      await onOpened();
    } catch (error) {
      reportError(error);
    }
  }

  return (
    <Section
      title={t`Closed workspaces`}
      description={t`When you reopen one, its content and its members are back as they were.`}
    >
      <ul className="grid gap-3">
        {data.workspaces.map(({ id, name, deletedAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-3 rounded-8 border border-border bg-surface p-4"
          >
            <span>
              <bdi className="font-700">{name}</bdi>
              <span className="block text-[0.875rem] text-muted">
                {t`Will be deleted on ${{ day: formatMoment(deletedAt, language.current()) }}`}
              </span>
            </span>
            <Button size="small" aria-label={t`Reopen ${{ name }}`} onClick={() => void reopen(id)}>
              {t`Reopen`}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
