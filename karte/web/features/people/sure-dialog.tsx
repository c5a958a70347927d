import { useLingui } from "@lingui/react/macro";
import { ConfirmDialog } from "../../app/shell/confirm-dialog.tsx";

export interface SureQuestion {
  readonly kind: "suspend" | "remove" | "withdraw";
  /** Whom it is about. */
  readonly name: string;
  readonly work: () => Promise<unknown>;
}

interface SureDialogProps {
  readonly question: SureQuestion;
  /** Makes the call and shows what went wrong; resolves to whether it was done. */
  readonly act: (work: () => Promise<unknown>) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Says what it means for somebody before it is done. */
export function SureDialog({ question, act, onClose }: SureDialogProps) {
  const { t } = useLingui();
  const { kind, name, work } = question;
  const texts = {
    suspend: {
      title: t`Suspend ${{ name }}?`,
      confirm: t`Suspend`,
      text: t`They lose access immediately, on every device. Their work stays, and you can lift the suspension at any time.`,
    },
    remove: {
      title: t`Remove ${{ name }}?`,
      confirm: t`Remove`,
      text: t`They lose access immediately, on every device. Their findings become unassigned. To come back, they need a new invitation.`,
    },
    withdraw: {
      title: t`Withdraw the invitation of ${{ name }}?`,
      confirm: t`Withdraw`,
      text: t`The link in the email will stop working.`,
    },
  }[kind];
  return (
    <ConfirmDialog
      title={texts.title}
      confirmLabel={texts.confirm}
      danger
      onClose={onClose}
      onConfirm={async () => {
        if (await act(work)) onClose();
      }}
    >
      <p>{texts.text}</p>
    </ConfirmDialog>
  );
}
