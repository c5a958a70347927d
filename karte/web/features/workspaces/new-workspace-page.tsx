import { useLingui } from "@lingui/react/macro";
import { enterWorkspace } from "@sekimori/karte-contract/endpoints/session";
import { createWorkspace, reopenWorkspace } from "@sekimori/karte-contract/endpoints/workspaces";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Button } from "@sekimori/kit-web/primitives/button";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { PageForm } from "@sekimori/kit-web/shell/page-form";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../app/client.ts";
import { here } from "../../app/here.ts";
import { language } from "../../app/language.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { Section } from "../../app/shell/section.tsx";
import { closedQuery } from "./workspace-queries.ts";

/** /workspace/new: another workspace, or one that was closed. */
export function NewWorkspacePage() {
  const { t } = useLingui();
  const navigate = useNavigate();

  async function arrive() {
    here.entered(undefined);
    await queryClient.resetQueries();
    await navigate(pagePaths.overview);
  }

  const form = useForm<{ name: string }, { name: string }>({
    defaultValues: { name: "" },
    fields: {
      name: {
        label: t`Name`,
        requirement: "required",
        help: t`For example, your organization or a branch. Only members see it.`,
      },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).nameSchema),
    place: ({ type }) => (type === "PlanLimit" ? "form" : undefined),
    async onSubmit(body) {
      await client.call(createWorkspace, { body });
      await arrive();
    },
  });

  return (
    <div className="mx-auto w-full max-w-[36rem] px-4 py-10">
      <PageHeader
        title={t`Create a workspace`}
        description={t`It's covered by your contract and shares its limits with your other workspaces.`}
      />
      <PageForm form={form} submitLabel={t`Create`} pendingLabel={t`Creating`}>
        <TextField {...form.field("name")} autoComplete="organization" />
      </PageForm>
      <ClosedWorkspaces onOpened={arrive} />
    </div>
  );
}

/** What the person closed a short while ago. */
function ClosedWorkspaces({ onOpened }: { readonly onOpened: () => Promise<void> }) {
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
    <div className="mt-12">
      <Section title={t`Closed workspaces`}>
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
              <Button
                size="small"
                aria-label={t`Reopen ${{ name }}`}
                onClick={() => void reopen(id)}
              >
                {t`Reopen`}
              </Button>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
