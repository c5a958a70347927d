import { useLingui } from "@lingui/react/macro";
import { type ComponentProps, type ReactNode, useId } from "react";
import { FormSummary } from "../form/form-summary.tsx";
import type { ChangedMeanwhile } from "../form/use-edit-form.ts";
import { Button } from "../primitives/button.tsx";
import { Dialog } from "../primitives/dialog.tsx";
import { ChangedMeanwhileNotice } from "./changed-meanwhile.tsx";
import type { ShownForm } from "./page-form.tsx";

interface FormDialogProps {
  readonly form: ShownForm & { readonly meanwhile?: ChangedMeanwhile | undefined };
  readonly title: string;
  readonly submitLabel: string;
  readonly pendingLabel: string;
  readonly cancelLabel: string;
  readonly onClose: () => void;
  readonly errorSentence?: ComponentProps<typeof FormSummary>["sentence"];
  /** It takes something away. */
  readonly danger?: boolean;
  /** There is nothing that could be sent. */
  readonly unavailable?: boolean;
  /** What it says may be longer than the window: the keyboard scrolls it. */
  readonly focusableBody?: boolean;
  /** What takes the focus when whatever opened it has gone meanwhile. */
  readonly returnTo?: () => HTMLElement | null;
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
  errorSentence,
  danger = false,
  unavailable = false,
  focusableBody = false,
  returnTo,
  children,
}: FormDialogProps) {
  const { t } = useLingui();
  const id = useId();
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      closeLabel={t`Close`}
      locked={form.busy}
      focusableBody={focusableBody}
      returnTo={returnTo}
      actions={
        <>
          <Button
            type="submit"
            form={id}
            variant={danger ? "danger" : "primary"}
            pending={form.busy}
            pendingLabel={pendingLabel}
            unavailable={unavailable}
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
        <FormSummary form={form} sentence={errorSentence} />
        {form.meanwhile && <ChangedMeanwhileNotice meanwhile={form.meanwhile} idOf={form.idOf} />}
        {children}
      </form>
    </Dialog>
  );
}
