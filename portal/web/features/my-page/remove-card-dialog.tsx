import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { removeExpiredCard } from "@sekimori/portal-contract/endpoints/card";
import { client } from "../../app/client.ts";
import { profileQuery } from "../../app/profile-query.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";

interface RemoveCardDialogProps {
  readonly onClose: () => void;
  /** Closes as well. */
  readonly onRemoved: () => void;
}

/** An expired card serves nobody; it goes after one more question. */
export function RemoveCardDialog({ onClose, onRemoved }: RemoveCardDialogProps) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const form = useActForm({
    async onSubmit() {
      await stepUp.run(() => client.call(removeExpiredCard));
      await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
      toasts.show({ tone: "success", title: t`Expired card removed` });
      onRemoved();
    },
  });
  return (
    <>
      <FormDialog
        form={form}
        title={t`Remove expired card`}
        submitLabel={t`Remove`}
        pendingLabel={t`Removing`}
        cancelLabel={t`Cancel`}
        danger
        onClose={onClose}
      >
        <p>{t`We'll remove the expired card from your account. A paid plan needs a valid card.`}</p>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
