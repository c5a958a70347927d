import { useLingui } from "@lingui/react/macro";
import { createWorkspace } from "@sekimori/karte-contract/endpoints/workspaces";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { PageForm } from "@sekimori/kit-web/shell/page-form";
import { client } from "../../app/client.ts";
import { ClosedWorkspaces } from "./closed-workspaces.tsx";
import { useArrival } from "./use-arrival.ts";

/** /workspace/new: another workspace, or one that was closed. */
export function NewWorkspacePage() {
  const { t } = useLingui();
  const arrive = useArrival();

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
      <div className="mt-12 empty:hidden">
        <ClosedWorkspaces onOpened={arrive} />
      </div>
    </div>
  );
}
