import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Select } from "@sekimori/kit-web/primitives/select";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { useQuery } from "@tanstack/react-query";
import { colleaguesQuery } from "../../app/session/workspace-queries.ts";
import type { Act } from "./finding-act.ts";

type Values = { assignee: string };

interface AssignDialogProps {
  readonly onAssign: (act: Act) => Promise<void>;
  readonly onClose: () => void;
}

/** Who mends it. */
export function AssignDialog({ onAssign, onClose }: AssignDialogProps) {
  const { t } = useLingui();
  const { data } = useQuery(colleaguesQuery, queryClient);
  const form = useForm<Values, Values>({
    defaultValues: { assignee: "" },
    fields: { assignee: { label: t`Assigned to` } },
    validator: async () => schemaValidator((await import("./schemas.ts")).assignSchema),
    async onSubmit({ assignee }) {
      await onAssign({ kind: "assign", assignee: assignee === "" ? null : assignee });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Who will fix it?`}
      submitLabel={t`Assign`}
      pendingLabel={t`Saving`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <Select {...form.field("assignee")}>
        <option value="">{t`No one`}</option>
        {data?.people.map(({ id, name, email }) => (
          <option key={id} value={id}>
            {`${name} (${email})`}
          </option>
        ))}
      </Select>
    </FormDialog>
  );
}
