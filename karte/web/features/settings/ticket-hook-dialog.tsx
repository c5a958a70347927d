import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Dialog } from "@sekimori/kit-web/primitives/dialog";
import { CopyField } from "@sekimori/kit-web/shell/copy-field";

interface TicketHookDialogProps {
  /** The repository. */
  readonly project: string;
  readonly hook: { readonly url: string; readonly secret: string };
  readonly onClose: () => void;
}

/** What is entered at GitHub so that it tells of issues; the secret cannot be seen again. */
export function TicketHookDialog({ project, hook, onClose }: TicketHookDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t`Webhook of ${{ project }}`}
      closeLabel={t`Close`}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t`I've saved it`}
        </Button>
      }
    >
      <p className="mb-4">
        {t`In the repository's settings on GitHub, add a webhook with this URL and secret. Choose application/json as the content type, and issues as the only event. We show the secret only once.`}
      </p>
      <CopyField label={t`URL`} text={hook.url} />
      <CopyField label={t`Signing secret`} text={hook.secret} />
    </Dialog>
  );
}
