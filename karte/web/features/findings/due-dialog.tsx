import { useLingui } from "@lingui/react/macro";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import type { Act } from "./finding-act.ts";

type Values = { on: string };

interface DueDialogProps {
  /** What the one finding has; empty for many, and for one without. */
  readonly day: string;
  readonly onDue: (act: Act) => Promise<void>;
  readonly onClose: () => void;
}

/** By when it should be fixed, where the day that the severity gave does not fit. */
export function DueDialog({ day, onDue, onClose }: DueDialogProps) {
  const { t } = useLingui();
  const form = useForm<Values, Values>({
    defaultValues: { on: day },
    fields: {
      on: { label: t`Due`, help: t`Leave it empty for findings that can wait.` },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).dueSchema),
    async onSubmit({ on }) {
      await onDue({ kind: "due", on: on === "" ? null : on });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`When should it be fixed?`}
      submitLabel={t`Save`}
      pendingLabel={t`Saving`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <TextField {...form.field("on")} type="date" characters={14} />
    </FormDialog>
  );
}
