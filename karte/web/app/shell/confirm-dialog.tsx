import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Dialog } from "@sekimori/kit-web/primitives/dialog";
import { type ReactNode, useState } from "react";

interface ConfirmDialogProps {
  readonly title: string;
  readonly confirmLabel: string;
  /** What follows from it. */
  readonly children: ReactNode;
  /** It takes something away. */
  readonly danger?: boolean;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Says what follows from an act before it is done. */
export function ConfirmDialog({
  title,
  confirmLabel,
  children,
  danger = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    await onConfirm();
    setBusy(false);
  }

  return (
    <Dialog
      isOpen
      role="alertdialog"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      closeLabel={t`Close`}
      locked={busy}
      actions={
        <>
          <Button
            variant={danger ? "danger" : "primary"}
            pending={busy}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </Button>
          <Button unavailable={busy} onClick={onClose}>
            {t`Cancel`}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
