import { useLingui } from "@lingui/react/macro";
import type { WorkspaceView } from "@sekimori/karte-contract/endpoints/workspaces";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { Button } from "@sekimori/kit-web/primitives/button";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { Dialog } from "@sekimori/kit-web/primitives/dialog";
import { Link } from "@sekimori/kit-web/routing/link";
import { ConfirmDialog } from "../../app/shell/confirm-dialog.tsx";

interface LeaveDialogProps {
  readonly workspace: WorkspaceView;
  readonly onLeave: () => Promise<void>;
  /** Asks to whose contract it is to move. */
  readonly onTransfer: () => void;
  readonly onClose: () => void;
}

/** Asks whether to leave; whoever cannot is told beforehand why, and what to do first. */
export function LeaveDialog({ workspace, onLeave, onTransfer, onClose }: LeaveDialogProps) {
  const { t } = useLingui();
  const { name, onlyYouOwn, onYourContract } = workspace;
  if (!onlyYouOwn && !onYourContract) {
    return (
      <ConfirmDialog
        title={t`Leave “${{ name }}”?`}
        confirmLabel={t`Leave`}
        danger
        onConfirm={onLeave}
        onClose={onClose}
      >
        <p>{t`You'll lose access. To come back, you need a new invitation.`}</p>
      </ConfirmDialog>
    );
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t`You can't leave “${{ name }}” yet`}
      closeLabel={t`Close`}
      actions={
        <>
          {onlyYouOwn && (
            <Link to={pagePaths.userManagement} className={buttonClass({ variant: "primary" })}>
              {t`Go to user management`}
            </Link>
          )}
          {onYourContract && <Button onClick={onTransfer}>{t`Transfer contract`}</Button>}
        </>
      }
    >
      <ul className="list-disc space-y-2 pl-5">
        {onlyYouOwn && (
          <li>
            {t`You're its only owner. Make another member an owner, or transfer ownership to one.`}
          </li>
        )}
        {onYourContract && (
          <li>{t`It's covered by your contract. Move it to another member's contract first.`}</li>
        )}
        {onlyYouOwn && (
          <li>
            {t`If no one needs it anymore, close the workspace instead. Everyone loses access.`}
          </li>
        )}
      </ul>
    </Dialog>
  );
}
