import { useLingui } from "@lingui/react/macro";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { removeExpiredCard } from "@sekimori/portal-contract/endpoints/card";
import { client } from "../../app/client.ts";
import { profileQuery } from "../../app/profile-query.ts";
import { queryClient } from "../../app/query-client.ts";
import { FormDialog } from "../../app/shell/form-dialog.tsx";
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
  const form = useForm<Record<never, never>, Record<never, never>>({
    defaultValues: {},
    fields: {},
    validator: async () => (values) => ({ values }),
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
        title={t`Remove the expired card`}
        submitLabel={t`Remove`}
        pendingLabel={t`Removing`}
        cancelLabel={t`Cancel`}
        danger
        onClose={onClose}
      >
        <p>{t`The expired card will be removed from your account. A paid plan needs a valid card.`}</p>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
