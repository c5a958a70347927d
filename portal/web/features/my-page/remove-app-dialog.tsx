import { useLingui } from "@lingui/react/macro";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { removeApp } from "@sekimori/portal-contract/endpoints/authenticators";
import { client } from "../../app/client.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import { keepAuthenticators } from "./authenticators-query.ts";

interface RemoveAppDialogProps {
  /** A passkey is still asked for then, and the recovery codes go on. */
  readonly hasPasskey: boolean;
  readonly onClose: () => void;
}

/** Says what comes of it before the authenticator app is removed. */
export function RemoveAppDialog({ hasPasskey, onClose }: RemoveAppDialogProps) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const form = useActForm({
    async onSubmit() {
      await keepAuthenticators(await stepUp.run(() => client.call(removeApp)));
      toasts.show({ tone: "success", title: t`Authenticator app removed` });
      onClose();
    },
    place: ({ type }) =>
      ["NotFound", "TooManyRequest", "FactorWanted"].includes(type) ? "form" : undefined,
  });
  return (
    <>
      <FormDialog
        form={form}
        title={t`Remove the authenticator app`}
        submitLabel={t`Remove`}
        pendingLabel={t`Removing`}
        cancelLabel={t`Cancel`}
        danger
        onClose={onClose}
      >
        <p>
          {hasPasskey
            ? t`Its codes stop working. Your passkeys and your recovery codes still work.`
            : t`Its codes and your recovery codes stop working. From now on, we'll email you a one-time password when you log in. That's weaker, because your email can also reset your password.`}
        </p>
        <p className="text-muted">{t`We'll log you out on your other devices.`}</p>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
