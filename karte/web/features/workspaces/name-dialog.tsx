import { useLingui } from "@lingui/react/macro";
import { closedWorkspaceDays } from "@sekimori/karte-contract/constants";
import { closeWorkspace, renameWorkspace } from "@sekimori/karte-contract/endpoints/workspaces";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useEditForm } from "@sekimori/kit-web/form/use-edit-form";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { client } from "../../app/client.ts";
import { here } from "../../app/here.ts";
import { workspaceQuery } from "./workspace-queries.ts";

interface NameDialogProps {
  readonly name: string;
  readonly onClose: () => void;
}

type Named = { name: string };
const nameOf = ({ name }: Named): Named => ({ name });

const validator = async () => schemaValidator((await import("./schemas.ts")).nameSchema);

/** Gives the workspace another name. */
export function RenameDialog({ name, onClose }: NameDialogProps) {
  const { t } = useLingui();
  const form = useEditForm<Named, Named, Named>({
    record: { name },
    reread: () => queryClient.fetchQuery({ ...workspaceQuery, staleTime: 0 }),
    valuesOf: nameOf,
    fields: { name: { label: t`Name`, requirement: "required" } },
    validator,
    async save(body, was) {
      await client.call(renameWorkspace, { body: { ...body, was: nameOf(was) } });
      await queryClient.invalidateQueries();
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Rename workspace`}
      submitLabel={t`Save`}
      pendingLabel={t`Saving`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <TextField {...form.field("name")} autoComplete="off" />
    </FormDialog>
  );
}

/** Says what closing means, and wants the name typed, so that it is not the wrong one. */
export function CloseDialog({ name, onClose }: NameDialogProps) {
  const { t } = useLingui();
  const form = useForm<{ name: string }, { name: string }>({
    defaultValues: { name: "" },
    fields: {
      name: {
        label: t`Workspace name`,
        requirement: "required",
        help: t`Type “${{ name }}” to confirm.`,
        sentence: ({ code }) => (code === "invalid" ? t`The name doesn't match.` : undefined),
      },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).typedAgainSchema),
    async onSubmit(body) {
      await client.call(closeWorkspace, { body });
      here.entered(undefined);
      await queryClient.resetQueries();
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      danger
      title={t`Close this workspace?`}
      submitLabel={t`Close for everyone`}
      pendingLabel={t`Closing`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <ul className="list-disc space-y-1 pl-5">
        <li>{t`Everyone loses access immediately, and we notify them by email.`}</li>
        <li>{t`Scans stop. Invitations and links stop working.`}</li>
        <li>{t`Owners can reopen it, with everything in it, for ${{ closedWorkspaceDays }} days: from the email or from the list of workspaces. Then we delete its data.`}</li>
        <li>{t`Your contract continues. You can cancel it in your account.`}</li>
      </ul>
      <TextField {...form.field("name")} autoComplete="off" />
    </FormDialog>
  );
}
