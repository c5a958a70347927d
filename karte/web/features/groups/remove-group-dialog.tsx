import { useLingui } from "@lingui/react/macro";
import type { GroupView } from "@sekimori/karte-contract/endpoints/groups";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Dialog } from "@sekimori/kit-web/primitives/dialog";
import { useState } from "react";

interface RemoveGroupDialogProps {
  readonly group: GroupView;
  readonly onRemove: () => Promise<void>;
  readonly onClose: () => void;
}

/** Says what falls with a group before it goes. */
export function RemoveGroupDialog({ group, onRemove, onClose }: RemoveGroupDialogProps) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);

  async function remove() {
    setBusy(true);
    await onRemove();
    setBusy(false);
  }

  return (
    <Dialog
      isOpen
      role="alertdialog"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t`Delete the group “${{ name: group.name }}”?`}
      closeLabel={t`Close`}
      locked={busy}
      actions={
        <>
          <Button variant="danger" pending={busy} onClick={() => void remove()}>
            {t`Delete`}
          </Button>
          <Button unavailable={busy} onClick={onClose}>
            {t`Cancel`}
          </Button>
        </>
      }
    >
      <p>{t`Its domains stay. People limited to this group will no longer see them.`}</p>
    </Dialog>
  );
}
