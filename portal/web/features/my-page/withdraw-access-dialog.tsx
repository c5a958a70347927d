import { useLingui } from "@lingui/react/macro";
import { useForm } from "@sekimori/kit-web/form/use-form";
import {
  type ConnectedApplication,
  withdrawAccess,
} from "@sekimori/portal-contract/endpoints/connected-applications";
import { client } from "../../app/client.ts";
import { FormDialog } from "../../app/shell/form-dialog.tsx";
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
  const form = useForm<Record<never, never>, Record<never, never>>({
    defaultValues: {},
    fields: {},
    validator: async () => (values) => ({ values }),
    async onSubmit() {
      await client.call(withdrawAccess, { body: { client: id } });
      await refreshSecurity();
      toasts.show({ tone: "success", title: t`Access withdrawn` });
      onWithdrawn();
    },
    place: ({ type }) => (type === "TooManyRequest" ? "form" : undefined),
  });
  return (
    <FormDialog
      form={form}
      title={t`Withdraw access`}
      submitLabel={t`Withdraw`}
      pendingLabel={t`Withdrawing`}
      cancelLabel={t`Cancel`}
      danger
      onClose={onClose}
    >
      <p className="font-700 wrap-anywhere">{application}</p>
      <p>
        {firstParty
          ? t`This application loses the access it has now. It is part of this service, so it gets access again, without asking, when you next log in to it.`
          : t`This application will no longer be able to use your account, and will ask for your permission the next time you use it. What it has received already stays with it.`}
      </p>
    </FormDialog>
  );
}
