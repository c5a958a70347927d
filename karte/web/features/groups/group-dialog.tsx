import { useLingui } from "@lingui/react/macro";
import {
  createGroup,
  type GroupView,
  renameGroup,
} from "@sekimori/karte-contract/endpoints/groups";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useEditForm } from "@sekimori/kit-web/form/use-edit-form";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { client } from "../../app/client.ts";
import { groupsQuery } from "../../app/session/workspace-queries.ts";

type Values = { name: string };

const nameOf = ({ name }: Values): Values => ({ name });

interface GroupDialogProps {
  /** Undefined: a new one. */
  readonly group: GroupView | undefined;
  readonly onClose: () => void;
}

/** Makes a group or gives one another name. */
export function GroupDialog({ group, onClose }: GroupDialogProps) {
  const { t } = useLingui();
  const form = useEditForm<Values, Values, Values>({
    record: { name: group?.name ?? "" },
    async reread() {
      const { groups } = await queryClient.fetchQuery({ ...groupsQuery, staleTime: 0 });
      return groups.find(({ id }) => id === group?.id);
    },
    valuesOf: nameOf,
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
    async save(body, was) {
      if (group) {
        const changed = { ...body, was: nameOf(was) };
        await client.call(renameGroup, { params: { id: group.id }, body: changed });
      } else await client.call(createGroup, { body });
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
