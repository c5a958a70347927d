import { useLingui } from "@lingui/react/macro";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import type { ReactNode } from "react";

interface ActDialogProps {
  readonly title: string;
  readonly confirmLabel: string;
  /** What stands in the field at first. */
  readonly reason: string;
  readonly onConfirm: (reason: string) => Promise<void>;
  readonly onClose: () => void;
  /** It takes something away for good. */
  readonly danger?: boolean;
  /** What follows from it. */
  readonly children: ReactNode;
}

/** Says what follows from an act, and asks why, before it is done. */
export function ActDialog(props: ActDialogProps) {
  const { title, confirmLabel, reason, onConfirm, onClose, danger = false, children } = props;
  const { t } = useLingui();
  const form = useForm({
    defaultValues: { reason },
    fields: {
      reason: {
        label: t`Reason`,
        requirement: "required",
        help: t`Enter a ticket number, not a name. The audit log keeps it.`,
      },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).reasonFormSchema),
    place: () => "form",
    onSubmit: ({ reason: why }) => onConfirm(why),
  });
  return (
    <FormDialog
      form={form}
      title={title}
      submitLabel={confirmLabel}
      pendingLabel={t`Working`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
      danger={danger}
    >
      <p>{children}</p>
      <TextField {...form.field("reason")} autoComplete="off" />
    </FormDialog>
  );
}
