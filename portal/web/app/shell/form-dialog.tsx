import { FormSummary } from "@sekimori/kit-web/form/form-summary";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Dialog } from "@sekimori/kit-web/primitives/dialog";
import { type ReactNode, useId } from "react";
import type { ShownForm } from "./page-form.tsx";

interface FormDialogProps {
  readonly form: ShownForm;
  readonly title: string;
  readonly submitLabel: string;
  readonly pendingLabel: string;
  readonly cancelLabel: string;
  readonly onClose: () => void;
  /** It takes something away. */
  readonly danger?: boolean;
  readonly children: ReactNode;
}

/** A form in a modal. It closes by its buttons and Escape, and not while it is being sent. */
export function FormDialog({
  form,
  title,
  submitLabel,
  pendingLabel,
  cancelLabel,
  onClose,
  danger = false,
  children,
}: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      closeLabel={cancelLabel}
      locked={form.busy}
      actions={
        <>
          <Button
            type="submit"
            form={id}
            variant={danger ? "danger" : "primary"}
            pending={form.busy}
            pendingLabel={pendingLabel}
          >
            {submitLabel}
          </Button>
          <Button unavailable={form.busy} onClick={onClose}>
            {cancelLabel}
          </Button>
        </>
      }
    >
      <form {...form.props} id={id} className="grid gap-6">
        <FormSummary form={form} />
        {children}
      </form>
    </Dialog>
  );
}
