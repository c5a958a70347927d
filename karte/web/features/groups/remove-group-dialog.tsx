import { useLingui } from "@lingui/react/macro";
import type { GroupView } from "@sekimori/karte-contract/endpoints/groups";
import { ConfirmDialog } from "../../app/shell/confirm-dialog.tsx";

interface RemoveGroupDialogProps {
  readonly group: GroupView;
  readonly onRemove: () => Promise<void>;
  readonly onClose: () => void;
}

/** Says what falls with a group before it goes. */
export function RemoveGroupDialog({ group, onRemove, onClose }: RemoveGroupDialogProps) {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      title={t`Delete the group “${{ name: group.name }}”?`}
      confirmLabel={t`Delete`}
      danger
      onConfirm={onRemove}
      onClose={onClose}
    >
      <p>{t`Its domains stay. People limited to this group will no longer see them.`}</p>
    </ConfirmDialog>
  );
}
