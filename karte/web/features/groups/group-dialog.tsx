import { useLingui } from "@lingui/react/macro";
import {
  createGroup,
  type GroupView,
  renameGroup,
} from "@sekimori/karte-contract/endpoints/groups";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { client } from "../../app/client.ts";

type Values = { name: string };

interface GroupDialogProps {
  /** Undefined: a new one. */
  readonly group: GroupView | undefined;
  readonly onClose: () => void;
}

/** Makes a group or gives one another name. */
export function GroupDialog({ group, onClose }: GroupDialogProps) {
  const { t } = useLingui();
  const form = useForm<Values, Values>({
    defaultValues: { name: group?.name ?? "" },
    fields: {
      name: {
        label: t`Name`,
        requirement: "required",
        sentence: ({ code }) =>
          code === "Conflict" ? t`A group with this name already exists.` : undefined,
      },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).groupSchema),
    place: (error) => (error.type === "Conflict" ? "name" : undefined),
    async onSubmit(body) {
      if (group) await client.call(renameGroup, { params: { id: group.id }, body });
      else await client.call(createGroup, { body });
      await queryClient.invalidateQueries();
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={group ? t`Rename group` : t`Create a group`}
      submitLabel={t`Save`}
      pendingLabel={t`Saving`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <TextField {...form.field("name")} autoComplete="off" />
    </FormDialog>
  );
}
