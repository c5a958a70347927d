import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Dialog } from "@sekimori/kit-web/primitives/dialog";
import { CopyField } from "@sekimori/kit-web/shell/copy-field";

interface SecretDialogProps {
  readonly title: string;
  /** What it is for. */
  readonly explanation: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a secret; it cannot be seen again. */
export function SecretDialog({ title, explanation, secret, onClose }: SecretDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      closeLabel={t`Close`}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t`I've saved it`}
        </Button>
      }
    >
      <p className="mb-4">{explanation}</p>
      <CopyField label={title} text={secret} />
    </Dialog>
  );
}
