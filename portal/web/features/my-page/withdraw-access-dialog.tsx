import { useLingui } from "@lingui/react/macro";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import {
  type ConnectedApplication,
  withdrawAccess,
} from "@sekimori/portal-contract/endpoints/connected-applications";
import { client } from "../../app/client.ts";
import { toasts } from "../../app/toasts.ts";
import { refreshSecurity } from "./activity-query.ts";

interface WithdrawAccessDialogProps {
  readonly application: ConnectedApplication;
  readonly onClose: () => void;
  /** Closes as well. */
  readonly onWithdrawn: () => void;
}

/** Says what comes of it before an application loses its access. */
export function WithdrawAccessDialog({
  application: { id, name: application, firstParty },
  onClose,
  onWithdrawn,
}: WithdrawAccessDialogProps) {
  const { t } = useLingui();
  const form = useActForm({
    async onSubmit() {
      await client.call(withdrawAccess, { body: { client: id } });
      await refreshSecurity();
      toasts.show({ tone: "success", title: t`Access revoked` });
      onWithdrawn();
    },
    place: ({ type }) => (type === "TooManyRequest" ? "form" : undefined),
  });
  return (
    <FormDialog
      form={form}
      title={t`Revoke access`}
      submitLabel={t`Revoke access`}
      pendingLabel={t`Revoking`}
      cancelLabel={t`Cancel`}
      danger
      onClose={onClose}
    >
      <p className="font-700 wrap-anywhere">{application}</p>
      <p>
        {firstParty
          ? t`This application loses its current access. It's part of this service, so it gets access again when you next log in to it, without asking.`
          : t`This application can no longer use your account and will ask for permission the next time you use it. It keeps what it has already received.`}
      </p>
    </FormDialog>
  );
}
