import { useLingui } from "@lingui/react/macro";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import type { ReactNode } from "react";

interface DecisionDialogProps {
  readonly title: string;
  readonly confirmLabel: string;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
  readonly danger?: boolean;
  /** What follows from it. */
  readonly children: ReactNode;
}

/** Says what follows from a decision before it is made. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { title, confirmLabel, onConfirm, onClose, danger = false, children } = props;
  const { t } = useLingui();
  const form = useActForm({ place: () => "form", onSubmit: onConfirm });
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
    </FormDialog>
  );
}
