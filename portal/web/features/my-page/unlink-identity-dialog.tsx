import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import {
  type LinkedIdentity,
  unlinkIdentity,
} from "@sekimori/portal-contract/endpoints/linked-identities";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { profileQuery } from "../../app/profile-query.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import { refreshSecurity } from "./activity-query.ts";

interface UnlinkIdentityDialogProps {
  readonly identity: LinkedIdentity;
  readonly onClose: () => void;
  /** Closes as well. */
  readonly onUnlinked: () => void;
}

/** Says what comes of it before an external ID is unlinked. */
export function UnlinkIdentityDialog({
  identity: { id, provider },
  onClose,
  onUnlinked,
}: UnlinkIdentityDialogProps) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const form = useActForm({
    async onSubmit() {
      await stepUp.run(() => client.call(unlinkIdentity, { params: { id } }));
      await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
      await refreshSecurity();
      toasts.show({ tone: "success", title: t`External ID unlinked` });
      onUnlinked();
    },
    place: ({ type }) => (["OnlyWayIn", "TooManyRequest"].includes(type) ? "form" : undefined),
  });
  return (
    <>
      <FormDialog
        form={form}
        title={t`Unlink the external ID`}
        submitLabel={t`Unlink`}
        pendingLabel={t`Unlinking`}
        cancelLabel={t`Cancel`}
        danger
        onClose={onClose}
      >
        <p className="font-700 wrap-anywhere">{provider[language.current()]}</p>
        <p>{t`From now on, log in with your password. You've been logged out on your other devices.`}</p>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
